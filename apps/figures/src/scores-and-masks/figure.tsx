import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useEffect, useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { Choice, useTween } from "../ui/index.ts";
import { arithmetic, type Cell, show } from "./arithmetic.ts";
import { attention, type Kind, kinds } from "./attention.ts";
import { AttentionDrawing } from "./drawing.tsx";
import { type Allowed, allowedBy, type MaskName, maskNames, toggled } from "./masks.ts";
import "./scores-and-masks.css";
import { useProgress } from "./use-progress.ts";
import { words } from "./words.ts";

/** Scores, masks, weights and outputs of four queries and four keys. */
export function Figure({ lang }: FigureProps): JSX.Element {
  const t = words[lang];
  const kind = useSignal<Kind>("dot");
  const mask = useSignal<MaskName>("none");
  const allowed = useSignal<Allowed>(allowedBy("none"));
  const cell = useSignal<Cell>({ row: 0, col: 1 });
  const { row, col } = cell.value;

  useEffect(() => {
    if (mask.value !== "own") allowed.value = allowedBy(mask.value);
  }, [mask.value]);

  const result = useMemo(() => attention(kind.value, allowed.value), [kind.value, allowed.value]);
  const weights = result.weights[row] ?? [];
  const moving = useTween(weights);
  const progress = useProgress(`${kind.value} ${row} ${col}`);
  const open = allowed.value[row]?.[col] ?? true;
  const toggle = (at: Cell): void => {
    mask.value = "own";
    allowed.value = toggled(allowed.value, at.row, at.col);
  };
  const none = allowed.value[row]?.every((one) => !one) ?? false;

  return (
    <figure class="fig-scores-and-masks" data-done="true">
      <div class="settings">
        <Choice legend={t.kind} value={kind} names={kinds} labels={t.kinds} />
        <Choice legend={t.mask} value={mask} names={maskNames} labels={t.masks} />
      </div>
      <AttentionDrawing
        kind={kind.value}
        attention={result}
        allowed={allowed.value}
        cell={cell.value}
        weights={moving}
        progress={progress}
        choose={(at) => {
          cell.value = at;
        }}
        toggle={toggle}
        t={t}
      />
      <p class="sum number">
        q<sub>{row + 1}</sub>, k<sub>{col + 1}</sub>:{" "}
        {arithmetic(kind.value, cell.value, result.scores[row]?.[col] ?? 0)}
      </p>
      <p class="quiet" aria-live="polite">
        {none
          ? t.empty(row + 1)
          : t.row(
              row + 1,
              weights.map((weight) => weight.toFixed(2)).join(", "),
              (result.output[row] ?? []).map((value) => show(value)).join(", "),
            )}
      </p>
      <div class="buttons">
        <button type="button" onClick={() => toggle(cell.value)}>
          {t.toggle(row + 1, col + 1, open)}
        </button>
      </div>
      <figcaption>{t.caption}</figcaption>
    </figure>
  );
}

import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { Choice, Slider } from "../ui/index.ts";
import { CostCurves } from "./cost-curves.tsx";
import "./long-sequences.css";
import { Matrix } from "./matrix.tsx";
import { type Kind, kinds, patternOf, scoresOf } from "./patterns.ts";
import { words } from "./words.ts";

/** Who attends to whom in patterns for long sequences, and how many scores that takes. */
export function Figure({ lang }: FigureProps): JSX.Element {
  const t = words[lang];
  const kind = useSignal<Kind>("window");
  const length = useSignal(48);
  const window = useSignal(8);
  const query = useSignal(40);
  const [n, w] = [length.value, window.value];
  const pattern = useMemo(() => patternOf(kind.value, n, w), [kind.value, n, w]);
  const scores = scoresOf(kind.value, pattern);
  const all = (n * (n + 1)) / 2;
  if (query.value > n) query.value = n;
  const keys = pattern[query.value - 1]?.filter(Boolean).length ?? 0;
  const format = (value: number): string => value.toLocaleString("en-US");
  return (
    <figure class="fig-long-sequences" data-done="true">
      <Choice legend={t.pattern} value={kind} names={kinds} labels={t.kinds} />
      <div class="panels">
        <Matrix
          pattern={pattern}
          query={query}
          implied={kind.value === "linear"}
          label={fill(t.matrix, { kind: t.kinds[kind.value], n, scores: format(scores) })}
          t={t}
        />
        <div class="controls">
          <Slider label={t.length} value={length} min={8} max={64} step={4} />
          <Slider label={t.window} value={window} min={2} max={16} step={1} />
          <Slider label={t.query} value={query} min={1} max={n} step={1} />
          <p class="number" aria-live="polite">
            {fill(t.row, { query: query.value, keys })}
            <br />
            <strong>
              {kind.value === "linear"
                ? t.none
                : fill(t.count, {
                    scores: format(scores),
                    all: format(all),
                    share: `${Math.round((100 * scores) / all)} %`,
                  })}
            </strong>
          </p>
          <CostCurves kind={kind.value} window={w} t={t} />
          <p class="quiet">{t.curves}</p>
        </div>
      </div>
      <figcaption aria-live="polite">{t.says[kind.value]}</figcaption>
    </figure>
  );
}

import { moveFocus, rectOf } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { useRef } from "preact/hooks";
import { useWords } from "../../app/shell.ts";
import { showNumber } from "./brief.ts";
import type { Looked, ScoringModel } from "./model.ts";
import type { RowNames } from "./names.ts";
import { at, isAllowed, range, type SceneState } from "./scene-state.ts";
import { n } from "./settings.ts";
import { words } from "./words.ts";

interface HitsProps {
  readonly model: ScoringModel;
  readonly state: SceneState;
  readonly names: RowNames;
}

/** The cells of scores and weights as what the pointer and the keyboard can be on. */
export function Hits({ model, state, names }: HitsProps): JSX.Element {
  const t = useWords(words);
  const { layout, attended, head, row, target, moment } = state;
  const others = moment.done("rest") >= 1;
  const isKnown = (kind: Looked["kind"], i: number, j: number): boolean => {
    if (i !== row) return others;
    return kind === "weight"
      ? moment.done("weights") >= 1
      : moment.done("score", j) >= 0.999 && moment.done("scale") >= 1;
  };
  // A tap first looks, and masks when the cell is looked at already.
  const wasLooked = useRef(false);
  const isLooked = ({ kind, row, key }: Looked): boolean => {
    const now = model.looked.value;
    return now?.kind === kind && now.row === row && now.key === key;
  };
  const known = (kind: Looked["kind"], i: number, j: number, show: (value: number) => string): string =>
    isKnown(kind, i, j) ? show(at(kind === "score" ? head.scores : head.weights, i, j)) : t.notYet;
  return (
    <>
      {(["score", "weight"] as const).map((kind) => (
        <g key={kind}>
          {range(n).flatMap((i) =>
            range(n).map((j) => {
              const cell: Looked = { kind, row: i, key: j };
              const look = (): void => {
                model.looked.value = cell;
              };
              const masks = kind === "score";
              const allowed = isAllowed({ attended }, i, j);
              const [query, word] = [names.queries[i] ?? "", names.keys[j] ?? ""];
              return (
                <rect
                  key={`${i} ${j}`}
                  class="hit"
                  role="button"
                  tabIndex={i === row && j === target ? 0 : -1}
                  data-cell={`${kind} ${i} ${j}`}
                  aria-pressed={masks ? model.settings.forbidden.value.includes(i * n + j) : undefined}
                  aria-label={
                    masks
                      ? t.scoreCell(
                          query,
                          word,
                          known(kind, i, j, (x) => showNumber(x, 2)),
                          allowed,
                        )
                      : t.weightCell(
                          query,
                          word,
                          known(kind, i, j, (x) => x.toFixed(2)),
                        )
                  }
                  {...rectOf(masks ? layout.score(i, j) : layout.weight(i, j))}
                  onPointerEnter={(event) => {
                    if (event.pointerType === "mouse") look();
                  }}
                  onPointerDown={() => {
                    wasLooked.current = isLooked(cell);
                  }}
                  onFocus={look}
                  onClick={() => {
                    if (masks && wasLooked.current) model.toggle(i * n + j);
                    look();
                  }}
                  onKeyDown={(event) => {
                    if (event.key === "Enter" || event.key === " ") {
                      if (masks) model.toggle(i * n + j);
                      event.preventDefault();
                    } else moveFocus(event);
                  }}
                />
              );
            }),
          )}
        </g>
      ))}
    </>
  );
}

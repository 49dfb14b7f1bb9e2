import { useRef } from "preact/hooks";
import { rectOf, setTo, useRoving } from "../ui/index.ts";
import { range } from "./attended.ts";
import { cellText } from "./saying.ts";
import type { Looked, SceneState } from "./scene-state.ts";

export interface HitsProps {
  readonly state: SceneState;
  /** The cell that the reader looks at: a signal, or what else is read and set. */
  readonly looked: { value: Looked | undefined };
  /** The scores that are masked by hand (query · lk + key), and what masks another, or unmasks it. */
  readonly forbidden?: readonly number[];
  readonly toggle?: (cell: number) => void;
}

/** The cells of scores and weights as what the pointer and the keyboard can be on. */
export function Hits({ state, looked, forbidden = [], toggle }: HitsProps) {
  const { layout, attended, row, moment, t } = state;
  const groups = { score: useRoving(".hit"), weight: useRoving(".hit") };
  // A tap first looks, and masks when the cell is looked at already.
  const wasLooked = useRef(false);
  const isKnown = ({ kind, row: i, key: j }: Looked): boolean => {
    if (i !== row) return moment.done("rest") >= 1;
    if (kind === "weight") return moment.done("weights") >= 1;
    return moment.done("score", j) >= 0.999 && moment.done("scale") >= 1;
  };
  const labelOf = (cell: Looked): string => cellText(state, cell, isKnown(cell) ? undefined : () => t.notYet);
  const hit = (cell: Looked) => {
    const { kind, row: i, key: j } = cell;
    const index = i * attended.k.length + j;
    const mask = kind === "score" && toggle !== undefined ? () => toggle(index) : undefined;
    const look = setTo(looked, cell);
    return (
      <rect
        key={`${i} ${j}`}
        class="hit"
        role="button"
        tabindex={0}
        data-cell={`${kind} ${i} ${j}`}
        aria-pressed={mask && forbidden.includes(index)}
        aria-label={labelOf(cell)}
        {...rectOf(layout[kind](i, j))}
        onPointerEnter={(event) => {
          if (event.pointerType === "mouse") look();
        }}
        onPointerDown={() => {
          const now = looked.value;
          wasLooked.current = now?.kind === kind && now.row === i && now.key === j;
        }}
        onFocus={look}
        onClick={() => {
          if (wasLooked.current) mask?.();
          look();
        }}
        onKeyDown={(event) => {
          if (event.key === "Enter" || event.key === " ") {
            mask?.();
            event.preventDefault();
          }
        }}
      />
    );
  };
  return (
    <>
      {(["score", "weight"] as const).map((kind) => (
        <g key={kind} ref={groups[kind]}>
          {attended.q.flatMap((_, i) => range(attended.k.length).map((j) => hit({ kind, row: i, key: j })))}
        </g>
      ))}
    </>
  );
}

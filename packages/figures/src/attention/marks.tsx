import type { JSX } from "preact";
import { around, type Box, rectOf } from "../ui/index.ts";
import { at } from "./attended.ts";
import { keyInSight, type SceneState } from "./scene-state.ts";

/** Frames around what belongs together: a score, its row of Q and column of K; a weight and its value. */
export function Marks(state: SceneState): JSX.Element {
  const { layout, attended, row, moment, kind, head, columns, valueColumns, isLooking } = state;
  const key = keyInSight(state);
  const showScore = isLooking ? kind === "score" : moment.finished || moment.step.kind === "score";
  const showWeight = isLooking ? kind === "weight" : moment.finished;
  const line = (of: (i: number, c: number) => Box, i: number, on: readonly number[]): Box =>
    around(of(i, on[0] ?? 0), of(i, on.at(-1) ?? 0));
  return (
    <g class="marks">
      {showScore && (
        <>
          <rect class="band of-query" {...rectOf(around(layout.score(row, 0), layout.score(row, key)))} />
          <rect class="band of-key" {...rectOf(around(layout.score(0, key), layout.score(row, key)))} />
          <rect class="of-query" data-lit={`q ${row}`} {...rectOf(line(layout.q, row, columns))} />
          <rect class="of-key" data-lit={`k ${key}`} {...rectOf(line(layout.k, key, columns))} />
          <rect class="of-score" {...rectOf(layout.score(row, key))} />
        </>
      )}
      {showWeight && (
        <>
          {attended.v.map((_, one) => (
            <rect
              key={one}
              class="of-value"
              data-lit={one === key ? `v ${one}` : undefined}
              style={{ strokeWidth: one === key ? 3 : 2 * at(head.weights, row, one) }}
              {...rectOf(line(layout.v, one, valueColumns))}
            />
          ))}
          <rect class="of-weight" {...rectOf(layout.weight(row, key))} />
          <rect class="of-value" {...rectOf(line(layout.output, row, valueColumns))} />
        </>
      )}
    </g>
  );
}

import { around, rectOf } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { at, range, type SceneState } from "./scene-state.ts";
import { n } from "./settings.ts";

/** Frames around what belongs together: a score, its row of Q and column of K; a weight and its value. */
export function Marks(state: SceneState): JSX.Element {
  const { layout, row, moment, kind, head, columns, isLooking } = state;
  const [first = 0, last = 0] = [columns[0], columns.at(-1)];
  const scoring = moment.step.kind === "score";
  const key = scoring && !isLooking ? moment.step.key : state.target;
  const showScore = isLooking ? kind === "score" : scoring;
  const showWeight = isLooking ? kind === "weight" : moment.finished;
  return (
    <g class="marks">
      {showScore && (
        <>
          <rect class="band of-query" {...rectOf(around(layout.score(row, 0), layout.score(row, key)))} />
          <rect class="band of-key" {...rectOf(around(layout.score(0, key), layout.score(row, key)))} />
          <rect
            class="of-query"
            data-lit={`q ${row}`}
            {...rectOf(around(layout.q(row, first), layout.q(row, last)))}
          />
          <rect
            class="of-key"
            data-lit={`k ${key}`}
            {...rectOf(around(layout.k(key, first), layout.k(key, last)))}
          />
          <rect class="of-score" {...rectOf(layout.score(row, key))} />
        </>
      )}
      {showWeight && (
        <>
          {range(n).map((one) => (
            <rect
              key={one}
              class="of-value"
              data-lit={one === key ? `v ${one}` : undefined}
              style={{ strokeWidth: one === key ? 3 : 2 * at(head.weights, row, one) }}
              {...rectOf(around(layout.v(one, first), layout.v(one, last)))}
            />
          ))}
          <rect class="of-weight" {...rectOf(layout.weight(row, key))} />
          <rect class="of-value" {...rectOf(around(layout.output(row, first), layout.output(row, last)))} />
        </>
      )}
    </g>
  );
}

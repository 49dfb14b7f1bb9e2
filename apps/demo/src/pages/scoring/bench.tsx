import { type Box, between, NumberBox, phase } from "@saccade/figures/ui";
import type { JSX } from "preact";
import { brief } from "./brief.ts";
import { sumOf, termOf } from "./expression.ts";
import { at, pairsOf, type SceneState } from "./scene-state.ts";

/** One score: q and k slide together, the products add up, the sum lands in its cell. */
export function Bench(state: SceneState): JSX.Element | null {
  const { layout, row, moment, columns, score } = state;
  const scoring = moment.step.kind === "score";
  if ((!scoring && !moment.finished && !state.isLooking) || score === "average") return null;
  const j = scoring ? moment.step.key : state.target;
  const part = scoring ? moment.part : 1;
  const add = phase(part, 0.6, 0.8);
  const land = scoring ? phase(part, 0.8, 1) : 0;
  const pairs = pairsOf(state, row, j);
  const from = layout.bench(3, columns[0] ?? 0);
  const middle: Box = { ...from, x: from.x + ((columns.length - 1) / 2) * layout.cell.w };
  return (
    <g data-number="bench">
      {columns.map((c, t) => (
        <Summand key={c} {...state} c={c} pair={pairs[t] ?? []} j={j} part={part} middle={middle} />
      ))}
      {add >= 1 && !(scoring && land >= 1) && (
        <NumberBox
          box={between(middle, layout.score(row, j), land)}
          text={brief(sumOf(score, pairs))}
          hue="ink"
          strength={0.4}
          bold
        />
      )}
      {add >= 1 && scoring && land >= 1 && (
        <NumberBox box={middle} text={brief(sumOf(score, pairs))} hue="ink" strength={0.2} />
      )}
    </g>
  );
}

interface SummandProps extends SceneState {
  readonly c: number;
  readonly pair: readonly number[];
  readonly j: number;
  readonly part: number;
  /** Where the sum comes to stand. */
  readonly middle: Box;
}

function Summand(props: SummandProps): JSX.Element {
  const { layout, attended, row, moment, score, c, pair, j, part, middle } = props;
  const come = phase(part, 0, 0.35);
  const multiply = phase(part, 0.35, 0.6);
  const add = phase(part, 0.6, 0.8);
  const [a = 0, b = 0] = pair;
  const term = termOf(score, pair);
  // Additive scores: q and k meet in the second row, where their projections add up; w stands in the first.
  const additive = score === "additive";
  const met = additive && come >= 1;
  const qGoal = layout.bench(additive ? 1 : 0, c);
  // q comes once and stays for all keys.
  const qCome = j === 0 && moment.step.kind === "score" ? come : 1;
  return (
    <g>
      {additive && (
        <NumberBox box={layout.bench(0, c)} text={brief(a)} hue="ink" strength={0.2} opacity={come} />
      )}
      {!met && !(additive && qCome >= 1) && (
        <NumberBox
          box={between(layout.q(row, c), qGoal, qCome)}
          text={brief(at(attended.q, row, c))}
          hue="query"
          strength={0.9}
        />
      )}
      <NumberBox
        box={between(layout.k(j, c), layout.bench(1, c), come)}
        text={met ? brief(b) : brief(at(attended.k, j, c))}
        hue={met ? "ink" : "key"}
        strength={met ? 0.3 : 0.9}
      />
      {multiply > 0 && (
        <NumberBox
          box={between(layout.bench(1, c), layout.bench(2, c), multiply)}
          text={brief(term)}
          hue="ink"
          strength={0.25}
          opacity={multiply}
        />
      )}
      {add > 0 && add < 1 && (
        <NumberBox
          box={between(layout.bench(2, c), middle, add)}
          text={brief(term)}
          hue="ink"
          strength={0.25}
          opacity={1 - add / 2}
        />
      )}
    </g>
  );
}

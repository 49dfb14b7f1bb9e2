import type { JSX } from "preact";
import { type Box, between, brief, NumberBox, phase, useProgress } from "../ui/index.ts";
import { at, pairsOf } from "./attended.ts";
import type { SceneState } from "./scene-state.ts";
import { sumOf, termOf } from "./terms.ts";

/** One score: q and k slide together, the products add up, the sum lands in its cell. */
export function Bench(state: SceneState): JSX.Element | null {
  const { layout, head, row, moment, columns, score, divisorText } = state;
  const scoring = moment.step.kind === "score";
  const j = scoring ? moment.step.key : state.target;
  // Another score than the last one that was looked at: they meet once more.
  const met = useProgress(`${score} ${row} ${j}`);
  if ((!scoring && !moment.finished && !state.isLooking) || score === "average") return null;
  const moves = scoring || met < 1;
  const part = scoring ? moment.part : met;
  const add = phase(part, 0.6, 0.8);
  const land = moves ? phase(part, 0.8, 1) : 0;
  const pairs = pairsOf(state, row, j);
  const sum = brief(sumOf(score, pairs), layout.digits);
  const from = layout.bench(3, columns[0] ?? 0);
  const length = columns.length * layout.cell.w;
  const middle: Box = { ...from, x: from.x + (length - layout.cell.w) / 2 };
  const divided = `${sum} / ${divisorText} = ${brief(at(head.scores, row, j))}`;
  return (
    <g data-number="bench">
      {columns.map((c, t) => (
        <Summand
          key={c}
          {...state}
          {...{ c, j, part, middle }}
          pair={pairs[t] ?? []}
          comes={!scoring || j === 0}
        />
      ))}
      {add >= 1 && moves && land < 1 && (
        <NumberBox
          box={between(middle, layout.score(row, j), land)}
          text={sum}
          hue="ink"
          strength={0.4}
          bold
        />
      )}
      {add >= 1 &&
        (land >= 1 || !moves) &&
        (moment.finished && divisorText !== "" && divided.length * 6.5 < length ? (
          <text class="inside strong" x={from.x + length / 2} y={from.y + from.h / 2} dy="0.35em">
            {divided}
          </text>
        ) : (
          <NumberBox box={middle} text={sum} hue="ink" strength={moves ? 0.2 : 0.4} bold={!moves} />
        ))}
    </g>
  );
}

interface SummandProps extends SceneState {
  readonly c: number;
  readonly pair: readonly number[];
  readonly j: number;
  readonly part: number;
  /** The final place of the sum. */
  readonly middle: Box;
  /** Whether q comes too. It comes once and stays for all keys. */
  readonly comes: boolean;
}

function Summand(props: SummandProps): JSX.Element {
  const { layout, attended, row, score, c, pair, j, part, middle, comes } = props;
  const come = phase(part, 0, 0.35);
  const multiply = phase(part, 0.35, 0.6);
  const add = phase(part, 0.6, 0.8);
  const [a = 0, b = 0] = pair;
  const show = (value: number): string => brief(value, layout.digits);
  const term = show(termOf(score, pair));
  // Additive scores: q and k meet in the second row, where their projections are added; w is in the first.
  const additive = score === "additive";
  const met = additive && come >= 1;
  const qCome = comes ? come : 1;
  return (
    <g>
      {additive && (
        <NumberBox box={layout.bench(0, c)} text={show(a)} hue="ink" strength={0.2} opacity={come} />
      )}
      {!met && !(additive && qCome >= 1) && (
        <NumberBox
          box={between(layout.q(row, c), layout.bench(additive ? 1 : 0, c), qCome)}
          text={show(at(attended.q, row, c))}
          hue="query"
          strength={0.9}
        />
      )}
      <NumberBox
        box={between(layout.k(j, c), layout.bench(1, c), come)}
        text={show(met ? b : at(attended.k, j, c))}
        hue={met ? "ink" : "key"}
        strength={met ? 0.3 : 0.9}
      />
      {multiply > 0 && (
        <NumberBox
          box={between(layout.bench(1, c), layout.bench(2, c), multiply)}
          text={term}
          hue="ink"
          strength={0.25}
          opacity={multiply}
        />
      )}
      {add > 0 && add < 1 && (
        <NumberBox
          box={between(layout.bench(2, c), middle, add)}
          text={term}
          hue="ink"
          strength={0.25}
          opacity={1 - add / 2}
        />
      )}
    </g>
  );
}

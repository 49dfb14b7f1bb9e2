import { type Box, between, brief, NumberBox, phase, rectOf, useProgress } from "../ui/index.ts";
import { at, isAllowed, pairsOf } from "./attended.ts";
import { arrival, powersOf, type SceneState } from "./scene-state.ts";
import { sumOf, termOf } from "./terms.ts";

/** One score: q and k slide together, the products add up, the sum lands in its cell. */
export function Bench(state: SceneState) {
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

function Summand(props: SummandProps) {
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

/** Softmax: scores become bars, the bars share 1 and fill the row of weights. */
export function Bars(state: SceneState) {
  const { layout, attended, head, row, moment, target, isLooking } = state;
  const part = moment.done("softmax");
  const powers = powersOf(state, row);
  const grow = phase(part, 0.3, 0.6);
  const divide = phase(part, 0.65, 1);
  const pour = moment.step.kind === "weights" ? phase(moment.part, 0, 1) : 0;
  return (
    <g>
      {attended.k.map((_, j) => {
        const box = layout.bar(j);
        const from = box.x + 2;
        const room = box.w - 46;
        const power = powers[j] ?? 0;
        const weight = at(head.weights, row, j);
        const length = room * grow * (power + (weight - power) * divide);
        const looked = (moment.finished || isLooking) && j === target;
        const chip = { x: from + 2, y: box.y + 2, w: layout.cell.w, h: layout.cell.h - 4 };
        const weighed = layout.weight(row, j);
        return (
          <g key={j} data-number={`bar ${j}`}>
            <line class="base axis" x1={from} x2={from} y1={box.y} y2={box.y + box.h} />
            {grow > 0 && (
              <>
                <rect
                  class="bar fill pink"
                  x={from}
                  y={box.y + 5}
                  width={Math.max(0.5, length)}
                  height={box.h - 10}
                />
                <text
                  class={looked ? "ink strong" : ""}
                  x={from + length + 4}
                  y={box.y + box.h / 2}
                  dy="0.35em"
                >
                  {(divide < 0.5 ? power : weight).toFixed(2)}
                </text>
              </>
            )}
            {isAllowed(state, row, j) && part > 0 && part < 0.42 && (
              <NumberBox
                box={between(layout.score(row, j), chip, phase(part, 0, 0.3))}
                text={brief(at(head.scores, row, j), layout.digits)}
                hue="ink"
                strength={0.3}
                opacity={1 - phase(part, 0.3, 0.42)}
              />
            )}
            {pour > 0 && pour < 1 && (
              <rect
                class="bar fill pink"
                {...rectOf(
                  between(
                    { ...chip, w: Math.max(1, length) },
                    { ...weighed, y: weighed.y + weighed.h * (1 - weight), h: weighed.h * weight },
                    pour,
                  ),
                )}
              />
            )}
          </g>
        );
      })}
    </g>
  );
}

/** Value rows on their way to the output, each as strong as its weight. */
export function Values({ layout, attended, head, valueColumns, row, moment }: SceneState) {
  if (moment.step.kind !== "mix") return null;
  return (
    <g>
      {attended.v.map((values, j) => {
        const come = arrival(j, moment.part);
        const weight = at(head.weights, row, j);
        if (come === 0 || come >= 0.999) return null;
        return valueColumns.map((c) => (
          <NumberBox
            key={`${j} ${c}`}
            box={between(layout.v(j, c), layout.output(row, c), come)}
            text={brief((values[c] ?? 0) * (1 + (weight - 1) * come), layout.digits)}
            hue="value"
            strength={0.25 + 0.75 * weight}
            opacity={1 + (Math.max(0.55, Math.sqrt(weight)) - 1) * come}
          />
        ));
      })}
    </g>
  );
}

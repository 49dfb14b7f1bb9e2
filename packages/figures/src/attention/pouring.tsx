import type { JSX } from "preact";
import { between, brief, NumberBox, phase, rectOf } from "../ui/index.ts";
import { at, isAllowed } from "./attended.ts";
import { arrival, powersOf, type SceneState } from "./scene-state.ts";

/** Softmax: scores become bars, the bars share 1 and fill the row of weights. */
export function Bars(state: SceneState): JSX.Element {
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
            <line class="base" x1={from} x2={from} y1={box.y} y2={box.y + box.h} />
            {grow > 0 && (
              <>
                <rect class="bar" x={from} y={box.y + 5} width={Math.max(0.5, length)} height={box.h - 10} />
                <text class={looked ? "strong" : ""} x={from + length + 4} y={box.y + box.h / 2} dy="0.35em">
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
                class="bar"
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
export function Values({
  layout,
  attended,
  head,
  valueColumns,
  row,
  moment,
}: SceneState): JSX.Element | null {
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

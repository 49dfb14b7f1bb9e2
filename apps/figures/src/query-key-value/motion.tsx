import type { JSX } from "preact";
import { type Box, between, NumberBox, phase, rectOf, short } from "../ui/index.ts";
import { arrival, type SceneState, share } from "./matrices.tsx";
import { at, count, dims, divisor } from "./sentence.ts";

const cols = Array.from({ length: dims }, (_, c) => c);
const rows = Array.from({ length: count }, (_, i) => i);

/** One score: q and k slide together, the products add up, the sum moves into its cell. */
export function Bench(state: SceneState): JSX.Element | null {
  const { layout, attended, row, moment, key } = state;
  const scoring = moment.step.kind === "score";
  if (!scoring && !moment.finished) return null;
  const j = scoring ? moment.step.key : key;
  const part = scoring ? moment.part : 1;
  const come = phase(part, 0, 0.35);
  const multiply = phase(part, 0.35, 0.6);
  const add = phase(part, 0.6, 0.8);
  const land = scoring ? phase(part, 0.8, 1) : 0;
  const sum = at(attended.products, row, j);
  const middle: Box = { ...layout.bench(3, 0), w: layout.cell.w * dims };
  const product = (c: number): number => at(attended.q, row, c) * at(attended.k, j, c);
  return (
    <g>
      {cols.map((c) => (
        <g key={c}>
          {/* q comes once and stays for all keys. */}
          <NumberBox
            box={between(layout.q(row, c), layout.bench(0, c), j === 0 && scoring ? come : 1)}
            text={short(at(attended.q, row, c))}
            hue="query"
            strength={0.9}
          />
          <NumberBox
            box={between(layout.k(j, c), layout.bench(1, c), come)}
            text={short(at(attended.k, j, c))}
            hue="key"
            strength={0.9}
          />
          {multiply > 0 && (
            <NumberBox
              box={between(layout.bench(1, c), layout.bench(2, c), multiply)}
              text={short(product(c))}
              hue="ink"
              strength={0.25}
              opacity={multiply}
            />
          )}
          {add > 0 && add < 1 && (
            <NumberBox
              box={between(
                layout.bench(2, c),
                { ...layout.bench(3, 0), x: layout.bench(3, 0).x + 1.5 * layout.cell.w },
                add,
              )}
              text={short(product(c))}
              hue="ink"
              strength={0.25}
              opacity={1 - add / 2}
            />
          )}
        </g>
      ))}
      {add >= 1 && !scoring && (
        <text class="sum" x={middle.x + middle.w / 2} y={middle.y + middle.h / 2} dy="0.35em">
          {short(sum)} ÷ {divisor} = <tspan class="strong">{short(sum / divisor)}</tspan>
        </text>
      )}
      {add >= 1 && scoring && (
        <NumberBox
          box={between(
            { ...layout.bench(3, 0), x: middle.x + 1.5 * layout.cell.w },
            layout.score(row, j),
            land,
          )}
          text={short(sum)}
          hue="ink"
          strength={(Math.max(0, sum) / 6.6) * 0.6}
          bold
        />
      )}
    </g>
  );
}

/** Softmax: scores become bars, bars share 1 and fill the row of weights. */
export function Bars(state: SceneState & { readonly words: readonly string[] }): JSX.Element {
  const { layout, attended, row, moment, key, words } = state;
  const part = moment.done("softmax");
  const scores = rows.map((j) => at(attended.products, row, j) / divisor);
  const top = Math.exp(Math.max(...scores));
  const grow = phase(part, 0.3, 0.6);
  const divide = phase(part, 0.65, 1);
  const pour = moment.step.kind === "weights" && part === 1 ? phase(moment.part, 0, 1) : 0;
  return (
    <g>
      {rows.map((j) => {
        const box = layout.bar(j);
        const from = box.x + 2;
        const room = box.x + box.w - from - 36;
        const power = Math.exp(scores[j] ?? 0);
        const weight = at(attended.weights, row, j);
        const length = room * grow * (power / top + (weight - power / top) * divide);
        const looked = moment.finished && j === key;
        const chip = { x: from + 2, y: box.y + 2, w: layout.cell.w, h: layout.cell.h - 4 };
        return (
          <g key={words[j]}>
            <text
              class={looked ? "word strong" : "word"}
              x={from - 6}
              y={box.y + box.h / 2}
              dy="0.35em"
              text-anchor="end"
            >
              {words[j]}
            </text>
            <line class="base" x1={from} x2={from} y1={box.y} y2={box.y + box.h} />
            {grow > 0 && (
              <>
                <rect class="bar" x={from} y={box.y + 5} width={Math.max(0.5, length)} height={box.h - 10} />
                <text class={looked ? "strong" : ""} x={from + length + 4} y={box.y + box.h / 2} dy="0.35em">
                  {divide < 0.5 ? short(power) : share(weight, layout)}
                </text>
              </>
            )}
            {part > 0 && part < 0.42 && (
              <NumberBox
                box={between(layout.score(row, j), chip, phase(part, 0, 0.3))}
                text={short(scores[j] ?? 0)}
                hue="ink"
                strength={0.3}
                opacity={1 - phase(part, 0.3, 0.42)}
              />
            )}
            {pour > 0 && pour < 1 && (
              <rect
                class="bar"
                {...rectOf(
                  between({ ...chip, w: Math.max(1, length) }, bottomOf(layout.weight(row, j), weight), pour),
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
export function Values({ layout, attended, row, moment }: SceneState): JSX.Element | null {
  if (moment.step.kind !== "mix") return null;
  return (
    <g>
      {rows.map((j) => {
        const come = arrival(j, moment.part);
        const weight = at(attended.weights, row, j);
        if (come === 0 || come >= 0.999) return null;
        return cols.map((c) => (
          <NumberBox
            key={`${j} ${c}`}
            box={between(layout.v(j, c), layout.output(row, c), come)}
            text={short(at(attended.v, j, c) * (1 + (weight - 1) * come))}
            hue="value"
            strength={0.25 + 0.75 * weight}
            opacity={1 + (Math.max(0.55, Math.sqrt(weight)) - 1) * come}
          />
        ));
      })}
    </g>
  );
}

// The part of a box that a weight fills.
function bottomOf({ x, y, w, h }: Box, weight: number): Box {
  return { x, y: y + h * (1 - weight), w, h: h * weight };
}

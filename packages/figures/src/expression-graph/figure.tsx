import { useSignal } from "@preact/signals";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import { ArrowTip, type Box, rectOf, Slider, setTo, short, useWidth } from "../ui/index.ts";
import { arrivals, backward, forward, type Input, inputs, type Name, names, passes } from "./expression.ts";
import "./expression-graph.css";
import type en from "./en.json";

const formulas: Readonly<Record<Name, string>> = {
  a: "a",
  b: "b",
  c: "c",
  p: "p = a · b",
  s: "s = p + c",
  t: "t = tanh(s)",
  y: "y = t · a",
};
const nudge = 0.01;
const two = (value: number): string => short(value, 2);
const signed = (value: number): string => (value < 0 ? `(${two(value)})` : two(value));

/** An expression as a graph: values forward, gradients backward, step by step. */
export function Figure({ t }: FigureProps<typeof en>) {
  const at = { a: useSignal(1), b: useSignal(-0.5), c: useSignal(0.8) };
  const steps = useSignal(passes.length);
  const chosen = useSignal<Name>("a");
  const { ref, width } = useWidth<SVGSVGElement>(640);
  const numbers = { a: at.a.value, b: at.b.value, c: at.c.value };
  const graph = forward(numbers);
  const grads = backward(graph, steps.value);
  const passing = passes[steps.value - 1];
  const isComplete = steps.value === passes.length;
  const { boxes, height, isWide } = boxesOf(width);

  const explain = (name: Name): string => {
    const grad = grads[name];
    if (name === "y") return t.last;
    if (grad === undefined) return fill(t.none, { name });
    const ways = arrivals(graph, name, steps.value);
    const terms = ways
      .map((way) => fill(t.way, { slope: signed(way.slope), grad: two(way.grad), through: way.from }))
      .join(" + ");
    return fill(t.sum, { name, terms, grad: two(grad) });
  };
  const nudged = (name: Input): string => {
    const moved = forward({ ...numbers, [name]: numbers[name] + nudge });
    const [real, told] = [moved.y.value - graph.y.value, nudge * (grads[name] ?? 0)];
    return fill(t.nudge, { name, by: String(nudge), real: short(real, 5), told: short(told, 5) });
  };
  const input = inputs.find((name) => name === chosen.value);
  return (
    <figure class="fig-expression-graph" data-done="true">
      <p class="headline">{t.headline}</p>
      <div class="settings">
        {inputs.map((name) => (
          <Slider
            key={name}
            label={fill(t.input, { name })}
            value={at[name]}
            min={-2}
            max={2}
            step={0.1}
            digits={1}
          />
        ))}
      </div>
      <svg ref={ref} class="chart" viewBox={`0 0 ${width} ${height}`} role="group" aria-label={t.graph}>
        <defs>
          <ArrowTip id="expression-graph-tip" />
        </defs>
        {names.flatMap((to) =>
          graph[to].parts.map(({ from, slope }) => {
            const [x1, y1, x2, y2] = edgeOf(boxes[from], boxes[to]);
            // Once all are back, the ways of the chosen value.
            const isLit = isComplete ? from === chosen.value : to === passing;
            return (
              <g key={`${from} ${to}`} class={isLit ? "edge lit" : "edge"} aria-hidden="true">
                <line {...{ x1, y1, x2, y2 }} marker-end="url(#expression-graph-tip)" />
                <text class="halo" x={(x1 + x2) / 2} y={(y1 + y2) / 2} dy="0.35em">
                  {`×${two(slope)}`}
                </text>
              </g>
            );
          }),
        )}
        {names.map((name) => {
          const box = boxes[name];
          const grad = grads[name];
          const middle = box.x + box.w / 2;
          return (
            <g key={name} class={`node ${name}${chosen.value === name ? " chosen" : ""}`}>
              <rect
                {...rectOf(box)}
                rx={4}
                role="button"
                tabindex={0}
                aria-pressed={chosen.value === name}
                aria-label={fill(t.node, {
                  formula: formulas[name],
                  value: two(graph[name].value),
                  grad: grad === undefined ? undefined : two(grad),
                })}
                onFocus={setTo(chosen, name)}
                onClick={setTo(chosen, name)}
              />
              <g aria-hidden="true">
                <text class="inside" x={middle} y={box.y + 16}>
                  {formulas[name]}
                </text>
                <text
                  class="value way blue inside strong"
                  x={middle - (isWide ? 0 : box.w / 4)}
                  y={box.y + 35}
                >
                  {two(graph[name].value)}
                </text>
                <text
                  class="grad way orange inside strong"
                  x={middle + (isWide ? 0 : box.w / 4)}
                  y={box.y + (isWide ? 53 : 35)}
                >
                  {grad === undefined ? "–" : two(grad)}
                </text>
              </g>
            </g>
          );
        })}
      </svg>
      <p class="quiet keys flow strong" aria-hidden="true">
        <span class="value way blue">{t.value}</span>
        <span class="grad way orange">{t.gradient}</span>
      </p>
      <Slider
        label={t.steps}
        value={steps}
        min={0}
        max={passes.length}
        step={1}
        show={(done) => fill(t.step, { done, all: passes.length, name: passes[done - 1] })}
      />
      <p class="says number" role="status">
        {explain(chosen.value)}
        {isComplete && input !== undefined && <span>{nudged(input)}</span>}
      </p>
      <figcaption>{t.caption}</figcaption>
    </figure>
  );
}

type Places = Readonly<Record<Name, readonly [along: number, across: number]>>;

// Along the way of the values, and across it, in steps from one box to the next.
const places: Places = {
  b: [0, 0.5],
  a: [0, 1.5],
  c: [1, 0],
  p: [1, 1],
  s: [2, 0.5],
  t: [3, 0.5],
  y: [4, 1.5],
};

interface Drawn {
  readonly boxes: Readonly<Record<Name, Box>>;
  readonly height: number;
  /** From left to right, with the gradient below the value. */
  readonly isWide: boolean;
}

/** The boxes of the values: from left to right, or from top to bottom where it is narrow. Between them there is room for a slope. */
function boxesOf(width: number): Drawn {
  const isWide = width >= 560;
  const [gap, tall] = isWide ? [34, 62] : [36, 44];
  const w = isWide ? 76 : Math.min(98, (width - 40) / 3);
  const box = ([along, across]: readonly [number, number]): Box =>
    isWide
      ? { x: along * (w + (width - 5 * w) / 4), y: 8 + across * (tall + gap), w, h: tall }
      : { x: 4 + across * (w + 16), y: 8 + along * (tall + gap), w, h: tall };
  const boxes = Object.fromEntries(Object.entries(places).map(([name, place]) => [name, box(place)]));
  const height = Math.max(...Object.values(boxes).map(({ y, h }) => y + h)) + 8;
  return { boxes: boxes as Record<Name, Box>, height, isWide };
}

/** From the edge of a box to the edge of another, along the line between their centres. */
function edgeOf(from: Box, to: Box): readonly [x1: number, y1: number, x2: number, y2: number] {
  const [x1, y1] = [from.x + from.w / 2, from.y + from.h / 2];
  const [x2, y2] = [to.x + to.w / 2, to.y + to.h / 2];
  const reach = ({ w, h }: Box): number =>
    Math.min(w / 2 / Math.max(Math.abs(x2 - x1), 1e-9), h / 2 / Math.max(Math.abs(y2 - y1), 1e-9));
  const [start, end] = [reach(from), 1 - reach(to)];
  const at = (t: number): [number, number] => [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t];
  return [...at(start), ...at(end)];
}

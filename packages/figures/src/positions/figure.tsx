import { useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import {
  Chart,
  Choice,
  Dot,
  GridLines,
  Note,
  Path,
  Slider,
  short,
  Upright,
  useReducedMotion,
  whenNear,
  XTicks,
} from "../ui/index.ts";
import type en from "./en.json";
import "./positions.css";
import { Sweep } from "./sweep.ts";
import { length, type Method, methods, pairs, positionsOf, turnOf } from "./vectors.ts";

const domains = { sines: [-2, 4], rotary: [-3, 3], alibi: [-4, 0] } as const;

/** The effect of positions on the score of a query and a key. */
export function Figure({ t }: FigureProps<typeof en>) {
  const method = useSignal<Method>("rotary");
  const query = useSignal(10);
  const distance = useSignal(4);
  const { queries, keys, scores: all } = useMemo(() => positionsOf(method.value), [method.value]);
  const still = useReducedMotion();
  const sweep = useMemo(() => new Sweep(query, 10, 40), [query]);
  const isPlaying = sweep.playing.value;
  const figure = useRef<HTMLElement>(null);
  // It moves once by itself, when all of it is in sight and nothing has been touched.
  useEffect(() => {
    if (still || figure.current === null) return;
    const leave = whenNear(figure.current, () => sweep.play(), { threshold: 0.8 });
    return () => {
      leave();
      sweep.stop();
    };
  }, [still, sweep]);
  const at = Math.floor(query.value);
  const part = query.value - at; // between two positions, in motion
  const other = Math.min(length - 1, at + distance.value);
  const scores = all[at] ?? [];
  const score = short(scores[other] ?? 0, 2);
  const [least, most] = domains[method.value];
  const moved = (position: number): number => Math.min(length - 1, position + part);
  return (
    <figure class="fig-positions" data-done={!isPlaying} ref={figure} onInputCapture={() => sweep.stop()}>
      <p class="headline">{t.headlines[method.value]}</p>
      <div class="settings">
        <div class="buttons">
          <Choice legend={t.method} value={method} names={methods} labels={t.methods} />
          {!still && (
            <button type="button" data-run onClick={() => (isPlaying ? sweep.stop() : sweep.play())}>
              {isPlaying ? t.stop : t.move}
            </button>
          )}
        </div>
        <Slider
          label={t.query}
          value={query}
          min={0}
          max={43}
          step={1}
          show={(position) => String(Math.floor(position))}
        />
        <Slider label={t.distance} value={distance} min={0} max={20} step={1} />
      </div>
      {queries && keys && (
        <div class="dials">
          {Array.from({ length: pairs }, (_, i) => {
            const [q, k] = [pairOf(queries[at], i), pairOf(keys[other], i)];
            const product = short(q[0] * k[0] + q[1] * k[1], 2);
            const label = fill(t.dial, { pair: i + 1, product });
            return <Dial key={i} {...{ q, k, product, label }} turned={part * turnOf(method.value, i)} />;
          })}
        </div>
      )}
      <p class="sum number">{fill(t.sum, { query: at, key: other, score })}</p>
      <Chart
        x={[0, length - 1]}
        y={[least, most]}
        margin={[10, 10, 42, 36]}
        height={192}
        label={fill(t.curve, { query: at, key: other, score })}
      >
        <GridLines ticks={[least, (least + most) / 2, most]} />
        <Path class="curve pink" x={scores.map((_, j) => moved(j))} y={scores} />
        <Upright class="at query" at={moved(at)} />
        <Upright class="at key" at={moved(other)} />
        <Dot class="dot spot pink" x={moved(other)} y={scores[other] ?? 0} r={5} />
        <XTicks ticks={[0, 16, 32, 48, 63]} />
        <Note x={(length - 1) / 2} y="bottom" dy={37} anchor="middle">
          {t.axis}
        </Note>
      </Chart>
      <figcaption>{t.captions[method.value]}</figcaption>
    </figure>
  );
}

type Pair = readonly [x: number, y: number];

const pairOf = (row: readonly number[] | undefined, i: number): Pair => [
  row?.[2 * i] ?? 0,
  row?.[2 * i + 1] ?? 0,
];

const [radius, middle, wedge] = [40, 56, 22];

interface DialProps {
  readonly q: Pair;
  readonly k: Pair;
  readonly product: string;
  /** By how many radians both are turned further. */
  readonly turned: number;
  readonly label: string;
}

/** One pair of components of a query and of a key, as arrows, the angle between them, and what the pair adds to the score. */
function Dial({ q, k, product, turned, label }: DialProps) {
  const arrow = ([x, y]: Pair, name: string) => (
    <g class={name}>
      <line x1={middle} y1={middle} x2={middle + radius * x} y2={middle - radius * y} />
      <circle cx={middle + radius * x} cy={middle - radius * y} r={4} />
    </g>
  );
  const [from, to] = [Math.atan2(q[1], q[0]), Math.atan2(k[1], k[0])];
  const angle = Math.atan2(Math.sin(to - from), Math.cos(to - from)); // the smaller way around
  const rim = (radians: number): string =>
    `${middle + wedge * Math.cos(radians)} ${middle - wedge * Math.sin(radians)}`;
  return (
    <svg class="dial" viewBox="0 0 112 132" role="img" aria-label={label}>
      <circle class="round" cx={middle} cy={middle} r={radius} />
      <g transform={`rotate(${(-turned * 180) / Math.PI} ${middle} ${middle})`}>
        <path
          class="angle"
          d={`M${middle} ${middle}L${rim(from)}A${wedge} ${wedge} 0 0 ${angle < 0 ? 1 : 0} ${rim(to)}z`}
        />
        {arrow(q, "query")}
        {arrow(k, "key")}
      </g>
      <text x={middle} y={124} text-anchor="middle">
        {product}
      </text>
    </svg>
  );
}

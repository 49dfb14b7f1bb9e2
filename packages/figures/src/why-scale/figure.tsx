import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { fill } from "../messages.ts";
import {
  Across,
  Bars,
  binned,
  Chart,
  Choice,
  Dot,
  GridLines,
  Histogram,
  Note,
  Path,
  Slider,
  Upright,
  useNarrow,
  XTicks,
} from "../ui/index.ts";
import { type Divisor, divisors, largest, measure, sizes } from "./measure.ts";
import "./why-scale.css";
import type en from "./en.json";

// Of an axis that never changes; scores beyond are counted in the outermost bins.
const [reach, bins] = [72, 61];
const logs = sizes.map(Math.log2);
/** The class of each way's colour. */
const colours = { none: "orange", root: "blue", whole: "pink" } as const;
/** Apart from one another, where the curves' ends are close. */
const labelShift = { none: -1, root: 4, whole: -14 } as const;

/** Scores, weights and gradients against the size of queries and keys. */
export function Figure({ t }: FigureProps<typeof en>) {
  const d = useSignal(256);
  const divisor = useSignal<Divisor>("none");
  const now = useMemo(() => measure(d.value, divisor.value), [d.value, divisor.value]);
  const gradientOf = (name: Divisor): number => measure(d.value, name).gradient;
  const isNarrow = useNarrow();
  const curves = divisors.map((name) => ({ name, at: sizes.map((size) => measure(size, name).gradient) }));
  const most = Math.max(...curves.flatMap(({ at }) => at)) * 1.05;
  return (
    <figure class={`fig-why-scale ${colours[divisor.value]}`} data-done="true">
      <div class="settings">
        <Slider label={t.size} value={d} min={1} max={largest} step={1} logarithmic />
        <Choice
          legend={t.divisor}
          value={divisor}
          names={divisors}
          labels={t.divisors}
          classOf={(name) => `swatch ${colours[name]}`}
        />
      </div>
      <div class="settings">
        <div>
          <p class="quiet">
            {t.histogram}; {t.deviation}: <strong class="number way">{now.deviation.toFixed(2)}</strong>
          </p>
          <Histogram
            reach={reach}
            series={[{ name: colours[divisor.value], shares: binned(now.scores, reach, bins) }]}
            tall={136}
            label={fill(t.histogramLabel, { deviation: now.deviation.toFixed(2) })}
          />
        </div>
        <div>
          <p class="quiet">{t.weights}</p>
          <Chart
            x={[0, now.weights.length]}
            y={[0, 1]}
            margin={[6, 4, 20, 26]}
            height={136}
            initial={300}
            label={fill(t.weightsLabel, {
              weights: now.weights.map((weight) => weight.toFixed(2)).join(", "),
            })}
          >
            <GridLines ticks={[0, 0.5, 1]} />
            <Bars values={now.weights} gap={4} class="weight fill" />
            <Across class="axis" />
          </Chart>
        </div>
      </div>
      <p class="quiet">
        {t.gradient}: <strong class="number way">{now.gradient.toFixed(3)}</strong>
      </p>
      {/* The gradient against d, for each way to divide; d grows by factors, as on the slider. */}
      <Chart
        x={[0, Math.log2(largest)]}
        y={[0, most]}
        margin={[8, 72, 22, 30]}
        height={172}
        label={fill(t.gradientLabel, {
          none: gradientOf("none").toFixed(3),
          root: gradientOf("root").toFixed(3),
          whole: gradientOf("whole").toFixed(3),
          d: d.value,
        })}
      >
        <GridLines ticks={Array.from({ length: Math.floor(most / 0.5) + 1 }, (_, i) => i * 0.5)} />
        <XTicks ticks={logs.filter((_, i) => i % (isNarrow ? 3 : 1) === 0)} show={(log) => 2 ** log} />
        <Across class="axis" />
        <Upright at={Math.log2(d.value)} class="here" />
        {curves.map(({ name, at }) => (
          <g key={name} class={`way ${name} ${colours[name]} ${name === divisor.value ? "chosen" : ""}`}>
            <Path class="curve thin" x={logs} y={at} />
            <Dot
              class="spot"
              x={Math.log2(d.value)}
              y={gradientOf(name)}
              r={name === divisor.value ? 6 : 4}
            />
            <Note x="right" y={at.at(-1) ?? 0} dx={8} dy={labelShift[name]}>
              {t.divisors[name]}
            </Note>
          </g>
        ))}
      </Chart>
      <figcaption aria-live="polite">{fill(t.says[divisor.value], { large: d.value > 16 })}</figcaption>
    </figure>
  );
}

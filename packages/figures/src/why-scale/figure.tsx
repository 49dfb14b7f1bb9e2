import { useSignal } from "@preact/signals";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { FigureProps } from "../index.ts";
import { dictionary, fill } from "../messages.ts";
import { Across, Bars, binned, Chart, Choice, GridLines, Histogram, Slider } from "../ui/index.ts";
import { colours, GradientChart } from "./gradient-chart.tsx";
import { type Divisor, divisors, largest, measure } from "./measure.ts";
import "./why-scale.css";
import en from "./en.json" with { type: "json" };

const words = dictionary(en, () => import("./zh.json"));

// Of an axis that never changes; scores beyond are counted in the outermost bins.
const [reach, bins] = [72, 61];

/** Scores, weights and gradients against the size of queries and keys. */
export function Figure({ lang }: FigureProps): JSX.Element {
  const t = words[lang];
  const d = useSignal(256);
  const divisor = useSignal<Divisor>("none");
  const now = useMemo(() => measure(d.value, divisor.value), [d.value, divisor.value]);
  const gradientOf = (name: Divisor): string => measure(d.value, name).gradient.toFixed(3);
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
            {t.histogram}; {t.deviation}: <strong class="number">{now.deviation.toFixed(2)}</strong>
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
        {t.gradient}: <strong class="number">{now.gradient.toFixed(3)}</strong>
      </p>
      <GradientChart
        d={d.value}
        divisor={divisor.value}
        labels={t.divisors}
        label={fill(t.gradientLabel, {
          none: gradientOf("none"),
          root: gradientOf("root"),
          whole: gradientOf("whole"),
          d: d.value,
        })}
      />
      <figcaption aria-live="polite">{fill(t.says[divisor.value], { large: d.value > 16 })}</figcaption>
    </figure>
  );
}

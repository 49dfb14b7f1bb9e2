import type { JSX } from "preact";
import { Across, Chart, Dot, GridLines, Note, Path, Upright, useNarrow, XTicks } from "../ui/index.ts";
import { type Divisor, divisors, largest, measure, sizes } from "./measure.ts";

interface GradientChartProps {
  readonly d: number;
  readonly divisor: Divisor;
  readonly labels: Readonly<Record<Divisor, string>>;
  readonly label: string;
}

const logs = sizes.map(Math.log2);
/** The class of each way's colour. */
export const colours = { none: "orange", root: "blue", whole: "pink" } as const;
/** Apart from one another, where the curves' ends are close. */
const labelShift = { none: -1, root: 4, whole: -14 } as const;

/** The gradient against d, for each way to divide; d grows by factors, as on the slider. */
export function GradientChart({ d, divisor, labels, label }: GradientChartProps): JSX.Element {
  const isNarrow = useNarrow();
  const curves = divisors.map((name) => ({ name, at: sizes.map((size) => measure(size, name).gradient) }));
  const most = Math.max(...curves.flatMap(({ at }) => at)) * 1.05;
  const now = Math.log2(d);
  return (
    <Chart x={[0, Math.log2(largest)]} y={[0, most]} margin={[8, 72, 22, 30]} height={172} label={label}>
      <GridLines ticks={Array.from({ length: Math.floor(most / 0.5) + 1 }, (_, i) => i * 0.5)} />
      <XTicks ticks={logs.filter((_, i) => i % (isNarrow ? 3 : 1) === 0)} show={(log) => 2 ** log} />
      <Across class="axis" />
      <Upright at={now} class="here" />
      {curves.map(({ name, at }) => (
        <g key={name} class={`way ${name} ${colours[name]} ${name === divisor ? "chosen" : ""}`}>
          <Path class="curve thin" x={logs} y={at} />
          <Dot class="spot" x={now} y={measure(d, name).gradient} r={name === divisor ? 6 : 4} />
          <Note x="right" y={at.at(-1) ?? 0} dx={8} dy={labelShift[name]}>
            {labels[name]}
          </Note>
        </g>
      ))}
    </Chart>
  );
}

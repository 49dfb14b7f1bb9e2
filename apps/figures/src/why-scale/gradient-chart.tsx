import { linearScale } from "@saccade/plot/page";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { GridLines, pathOf, useWidth } from "../ui/index.ts";
import { type Divisor, divisors, largest, measure, sizes } from "./measure.ts";

interface GradientChartProps {
  readonly d: number;
  readonly divisor: Divisor;
  readonly labels: Readonly<Record<Divisor, string>>;
  readonly label: string;
}

/** The gradient against d, for each way to divide; d grows by factors, as on the slider. */
export function GradientChart({ d, divisor, labels, label }: GradientChartProps): JSX.Element {
  const { ref, width } = useWidth<SVGSVGElement>(600);
  const curves = useMemo(
    () => divisors.map((name) => ({ name, at: sizes.map((size) => measure(size, name).gradient) })),
    [],
  );
  const [left, right, top, bottom] = [30, width - 72, 8, 150];
  const x = linearScale([0, Math.log2(largest)], left, right);
  const y = linearScale([0, Math.max(...curves.flatMap(({ at }) => at)) * 1.05], bottom, top);
  const ticks = Array.from({ length: Math.floor(y.domain[1] / 0.5) + 1 }, (_, i) => i * 0.5);
  const logs = sizes.map(Math.log2);
  return (
    <svg ref={ref} class="chart" viewBox={`0 0 ${width} ${bottom + 22}`} role="img" aria-label={label}>
      <GridLines ticks={ticks} y={y} left={left} right={right} />
      {sizes
        .filter((_, i) => i % (width < 420 ? 3 : 1) === 0)
        .map((size) => (
          <text key={size} x={x.at(Math.log2(size))} y={bottom + 16} text-anchor="middle">
            {size}
          </text>
        ))}
      <line class="axis" x1={left} x2={right} y1={bottom} y2={bottom} />
      <line class="here" x1={x.at(Math.log2(d))} x2={x.at(Math.log2(d))} y1={top} y2={bottom} />
      {curves.map(({ name, at }) => (
        <g key={name} class={`way ${name} ${name === divisor ? "chosen" : ""}`}>
          <path d={pathOf(logs, at, x, y)} />
          <circle cx={x.at(Math.log2(d))} cy={y.at(measure(d, name).gradient)} r={name === divisor ? 6 : 4} />
          <text
            x={right + 8}
            y={y.at(at.at(-1) ?? 0)}
            dy={name === "none" ? "-0.1em" : name === "whole" ? "-1.2em" : "0.35em"}
          >
            {labels[name]}
          </text>
        </g>
      ))}
    </svg>
  );
}

import { linearScale } from "@saccade/plot/page";
import type { JSX } from "preact";
import { GridLines, useWidth } from "../ui/index.ts";

const [top, bottom] = [6, 116];

/** One query's weights, from 0 to 1. */
export function WeightBars({
  weights,
  label,
}: {
  readonly weights: readonly number[];
  readonly label: string;
}): JSX.Element {
  const { ref, width } = useWidth<SVGSVGElement>(300);
  const left = 26;
  const y = linearScale([0, 1], bottom, top);
  const step = (width - left - 4) / weights.length;
  return (
    <svg ref={ref} class="chart" viewBox={`0 0 ${width} ${bottom + 20}`} role="img" aria-label={label}>
      <GridLines ticks={[0, 0.5, 1]} y={y} left={left} right={width - 4} />
      {weights.map((weight, i) => (
        <rect
          key={i}
          class="weight"
          x={left + i * step + 2}
          width={Math.max(1, step - 4)}
          y={y.at(weight)}
          height={bottom - y.at(weight)}
        />
      ))}
      <line class="axis" x1={left} x2={width - 4} y1={bottom} y2={bottom} />
    </svg>
  );
}

import { linearScale } from "@saccade/plot/page";
import type { JSX } from "preact";
import { Axes } from "./axes.tsx";
import { useWidth } from "./use-width.ts";

interface HistogramProps {
  /** The axis goes from −reach to reach. */
  readonly reach: number;
  /** Shares of the values in equal bins, drawn one over the other in the colours (--way) of their classes. */
  readonly series: readonly { readonly name: string; readonly shares: readonly number[] }[];
  /** Pixels; fewer where it is narrow. */
  readonly tall: number;
  readonly label: string;
}

/** How large a share of some values lies where. */
export function Histogram({ reach, series, tall, label }: HistogramProps): JSX.Element {
  const { ref, width } = useWidth<SVGSVGElement>(300);
  const height = width < 480 ? Math.min(140, tall) : tall;
  const [left, right, top, bottom] = [34, width - 10, 12, height - 24];
  const x = linearScale([-reach, reach], left, right);
  const y = linearScale([0, Math.max(...series.flatMap(({ shares }) => shares)) || 1], bottom, top);
  return (
    <svg ref={ref} class="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      <Axes x={x} y={y} left={left} right={right} top={top} bottom={bottom} xLabel="" yLabel="" />
      {series.map(({ name, shares }) => {
        const step = (right - left) / shares.length;
        return (
          <g key={name} class={name}>
            {shares.map((share, i) => (
              <rect
                key={i}
                class="bin"
                x={left + i * step}
                width={Math.max(1, step - 1)}
                y={y.at(share)}
                height={bottom - y.at(share)}
              />
            ))}
          </g>
        );
      })}
    </svg>
  );
}

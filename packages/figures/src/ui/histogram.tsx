import { Axes, Bars, Chart } from "./chart.tsx";
import { useNarrow } from "./use-media.ts";

interface HistogramProps {
  /** The axis goes from −reach to reach. */
  readonly reach: number;
  /** Shares of the values in equal bins, drawn one over the other in the colours (--way) of their classes. */
  readonly series: readonly { readonly name: string; readonly shares: readonly number[] }[];
  /** Pixels; fewer on a phone. */
  readonly tall: number;
  readonly label: string;
}

/** How large a share of some values lies where. */
export function Histogram({ reach, series, tall, label }: HistogramProps) {
  const most = Math.max(...series.flatMap(({ shares }) => shares)) || 1;
  const height = useNarrow() ? Math.min(140, tall) : tall;
  return (
    <Chart x={[-reach, reach]} y={[0, most]} margin={[12, 10, 24, 34]} {...{ height, label }} initial={300}>
      <Axes />
      {series.map(({ name, shares }) => (
        <g key={name} class={name}>
          <Bars values={shares} gap={1} class="bin fill" />
        </g>
      ))}
    </Chart>
  );
}

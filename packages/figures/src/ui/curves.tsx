import { Axes, Chart, Dot, Path } from "./chart.tsx";

/** Points (x[i], y[i]), joined. */
export interface Curve {
  /** The CSS class of its path, whose `--way` is its colour. */
  readonly name: string;
  readonly x: readonly number[];
  readonly y: readonly number[];
}

interface CurvesProps {
  readonly curves: readonly Curve[];
  /** Where the first curve has a dot. */
  readonly dots?: readonly number[];
  readonly height: number;
  /** The x axis ends here, or later where a curve does. */
  readonly end: number;
  /** Text for screen readers, with the numbers that matter. */
  readonly label: string;
  readonly xLabel?: string;
  readonly yLabel?: string;
}

/** Losses by step, from 0 to the largest or to 1. */
export function Curves({ curves, dots = [], height, end, label, ...labels }: CurvesProps) {
  const [first] = curves;
  return (
    <Chart
      x={[0, Math.max(end, ...curves.map((curve) => curve.x.at(-1) ?? 0))]}
      y={[0, Math.max(1, ...curves.flatMap((curve) => curve.y))]}
      margin={[11, 8, 24, 36]}
      initial={400}
      height={height}
      label={label}
    >
      <Axes {...labels} />
      {curves.map(({ name, x, y }) => (
        <Path key={name} class={`curve ${name}`} x={x} y={y} />
      ))}
      {dots.map((at) => {
        const value = first?.y[first.x.findIndex((step) => step >= at)];
        return value === undefined ? null : <Dot key={at} class="spot orange" x={at} y={value} r={3} />;
      })}
    </Chart>
  );
}

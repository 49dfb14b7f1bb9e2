import { linearScale } from "@saccade/plot/page";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Axes, pathOf } from "./axes.tsx";
import { useWidth } from "./use-width.ts";

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

const noDots: readonly number[] = [];

/** Losses by step, from 0 to the largest or to 1. */
export function Curves(props: CurvesProps): JSX.Element {
  const { curves, dots = noDots, height, end, label, xLabel = "", yLabel = "" } = props;
  const { ref, width } = useWidth<SVGSVGElement>(400);
  const drawn = useMemo(() => {
    const [left, right, top, bottom] = [36, width - 8, 11, height - 24];
    const x = linearScale([0, Math.max(end, ...curves.map((curve) => curve.x.at(-1) ?? 0))], left, right);
    const y = linearScale([0, Math.max(1, ...curves.flatMap((curve) => curve.y))], bottom, top);
    const [first] = curves;
    return (
      <>
        <Axes {...{ x, y, left, right, top, bottom, xLabel, yLabel }} />
        {curves.map((curve) => (
          <path key={curve.name} class={`curve ${curve.name}`} d={pathOf(curve.x, curve.y, x, y)} />
        ))}
        {dots.map((at) => {
          const value = first?.y[first.x.findIndex((step) => step >= at)];
          return value === undefined ? null : <circle key={at} cx={x.at(at)} cy={y.at(value)} r={3} />;
        })}
      </>
    );
  }, [curves, dots, width, height, end, xLabel, yLabel]);
  return (
    <svg ref={ref} class="chart" viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
      {drawn}
    </svg>
  );
}

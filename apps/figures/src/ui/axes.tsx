import { type LinearScale, roundTicks, tickText } from "@saccade/plot/page";
import type { JSX } from "preact";

interface AxesProps {
  readonly x: LinearScale;
  readonly y: LinearScale;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  readonly xLabel: string;
  readonly yLabel: string;
}

/** Grid lines and their numbers, for inside an svg of class "chart". */
export function Axes({ x, y, left, right, top, bottom, xLabel, yLabel }: AxesProps): JSX.Element {
  const xTicks = roundTicks(x.domain, Math.max(3, Math.floor((right - left) / 80)));
  const yTicks = roundTicks(y.domain, Math.max(2, Math.floor((bottom - top) / 48)));
  const xText = tickText(xTicks);
  const yText = tickText(yTicks);
  return (
    <g aria-hidden="true">
      <GridLines ticks={yTicks} y={y} left={left} right={right} show={yText} />
      {xTicks.map((tick) => (
        <text key={tick} x={x.at(tick)} y={bottom + 16} text-anchor="middle">
          {xText(tick)}
        </text>
      ))}
      <line class="axis" x1={left} x2={right} y1={bottom} y2={bottom} />
      <text x={right - 4} y={bottom - 6} text-anchor="end">
        {xLabel}
      </text>
      <text x={left + 4} y={top + 4} dy="0.35em">
        {yLabel}
      </text>
    </g>
  );
}

interface GridLinesProps {
  readonly ticks: readonly number[];
  readonly y: LinearScale;
  readonly left: number;
  readonly right: number;
  readonly show?: (tick: number) => string;
}

/** Horizontal lines at the given values, each with its value on the left. */
export function GridLines({ ticks, y, left, right, show = String }: GridLinesProps): JSX.Element {
  return (
    <>
      {ticks.map((tick) => (
        <g key={tick}>
          <line class="grid" x1={left} x2={right} y1={y.at(tick)} y2={y.at(tick)} />
          <text x={left - 6} y={y.at(tick)} dy="0.35em" text-anchor="end">
            {show(tick)}
          </text>
        </g>
      ))}
    </>
  );
}

/** The path of a curve through points (x[i], y[i]). */
export function pathOf(
  x: readonly number[],
  y: readonly number[],
  xScale: LinearScale,
  yScale: LinearScale,
): string {
  return x
    .map(
      (value, i) => `${i === 0 ? "M" : "L"}${xScale.at(value).toFixed(1)} ${yScale.at(y[i] ?? 0).toFixed(1)}`,
    )
    .join("");
}

import { linearScale } from "@saccade/plot/page";
import type { JSX } from "preact";
import { Axes, useNarrow, useWidth } from "../ui/index.ts";
import { points, type Step } from "./descend.ts";

const [xRange, yRange] = [
  [-0.1, 2.1],
  [-1.2, 3.2],
] as const;

interface LineProps {
  readonly step: Step;
  readonly label: string;
}

/** The points, the line of the model, and the errors between them. */
export function Line({ step, label }: LineProps): JSX.Element {
  const { ref, width } = useWidth<SVGSVGElement>(330);
  const isNarrow = useNarrow();
  const [left, right, top, bottom] = [30, width - 8, 8, isNarrow ? 110 : 130];
  const x = linearScale(xRange, left, right);
  const y = linearScale(yRange, bottom, top);
  // Huge numbers, where the loss explodes, are no use to a path.
  const near = (value: number): number => Math.min(1e3, Math.max(-1e3, value));
  const at = (value: number): number => y.at(near(step.w * value + step.b));
  return (
    <svg ref={ref} class="chart framed" viewBox={`0 0 ${width} ${bottom + 22}`} role="img" aria-label={label}>
      <defs>
        <clipPath id="descent-line">
          <rect x={left} y={top} width={right - left} height={bottom - top} />
        </clipPath>
      </defs>
      <Axes {...{ x, y, left, right, top, bottom }} xLabel="x" yLabel="y" />
      <g clip-path="url(#descent-line)">
        {points.map((point, i) => (
          <line
            key={i}
            class="error"
            x1={x.at(point.x)}
            x2={x.at(point.x)}
            y1={y.at(point.y)}
            y2={at(point.x)}
          />
        ))}
        <line class="model" x1={x.at(xRange[0])} x2={x.at(xRange[1])} y1={at(xRange[0])} y2={at(xRange[1])} />
        {points.map((point, i) => (
          <circle key={i} class="point" cx={x.at(point.x)} cy={y.at(point.y)} r={3.5} />
        ))}
      </g>
    </svg>
  );
}

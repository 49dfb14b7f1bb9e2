import { linearScale } from "@saccade/plot/page";
import type { JSX } from "preact";
import { useMemo } from "preact/hooks";
import { Axes, useNarrow, useWidth } from "../ui/index.ts";
import { best, levelLine, type Step } from "./descend.ts";

const [wRange, bRange] = [
  [-1.5, 4],
  [-3, 3],
] as const;
const levels = [0.02, 0.1, 0.3, 0.7, 1.3, 2.2, 3.5, 5, 8, 12] as const;

interface SurfaceProps {
  readonly steps: readonly Step[];
  readonly label: string;
}

/** The loss as contour lines over w and b, and the steps on it. */
export function Surface({ steps, label }: SurfaceProps): JSX.Element {
  const { ref, width } = useWidth<SVGSVGElement>(330);
  const isNarrow = useNarrow();
  const [left, right, top, bottom] = [30, width - 8, 8, isNarrow ? 190 : 250];
  const x = linearScale(wRange, left, right);
  const y = linearScale(bRange, bottom, top);
  const contours = useMemo(
    () =>
      levels.map((level) => (
        <path
          key={level}
          class="contour"
          d={`M${levelLine(level)
            .map(({ w, b }) => `${x.at(w).toFixed(1)} ${y.at(b).toFixed(1)}`)
            .join("L")}z`}
        />
      )),
    [width],
  );
  const at = ({ w, b }: { readonly w: number; readonly b: number }): string =>
    `${x.at(w).toFixed(1)} ${y.at(b).toFixed(1)}`;
  // A way that leads off is cut by the frame, not by its numbers: those may be huge.
  const near = steps.filter(({ w, b }) => Math.abs(w) < 50 && Math.abs(b) < 50);
  const last = near.at(-1)!;
  return (
    <svg ref={ref} class="chart framed" viewBox={`0 0 ${width} ${bottom + 22}`} role="img" aria-label={label}>
      <defs>
        <clipPath id="descent-frame">
          <rect x={left} y={top} width={right - left} height={bottom - top} />
        </clipPath>
      </defs>
      <Axes {...{ x, y, left, right, top, bottom }} xLabel="w" yLabel="b" />
      <g clip-path="url(#descent-frame)">
        {contours}
        <path class="lowest" d={`M${at(best)}m-5 -5l10 10m0 -10l-10 10`} />
        <path class="way" d={`M${near.map(at).join("L")}`} />
        {near.map((step, i) => (
          <circle key={i} class="step" cx={x.at(step.w)} cy={y.at(step.b)} r={2.5} />
        ))}
        <circle class="last" cx={x.at(last.w)} cy={y.at(last.b)} r={5} />
      </g>
    </svg>
  );
}

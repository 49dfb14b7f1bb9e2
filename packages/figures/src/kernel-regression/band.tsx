import { linearScale, shortNumber } from "@saccade/plot/page";
import type { JSX } from "preact";
import { xRange } from "./data.ts";
import type { PlotWords } from "./plot-words.ts";
import { kernelCurve } from "./score.ts";
import type { Frame, Shown } from "./shown.ts";

interface BandProps {
  readonly shown: Shown;
  readonly frame: Frame;
  readonly t: PlotWords;
}

/** The kernel at the query, and its weights: bars at the keys, as high as the kernel there. */
export function Band({ shown, frame, t }: BandProps): JSX.Element {
  const { x, left, right, top, bottom, floor, barHeight } = frame;
  const { weights, prediction } = shown.row.value;
  const keys = shown.points.value.x;
  const kernel = kernelCurve(shown.score.value, shown.query.value, keys, weights, xRange);
  const { points, peak, window } = kernel;
  const weight = linearScale([0, peak], floor, floor - barHeight);
  const outline = points
    .map(([at, height], i) => `${i === 0 ? "M" : "L"}${x.at(at).toFixed(1)} ${weight.at(height).toFixed(1)}`)
    .join("");
  const [from, to] = [points[0]?.[0] ?? 0, points.at(-1)?.[0] ?? 0];
  // One path for all keys: there may be two hundred.
  const upright = (foot: number, head: (i: number) => number): string =>
    keys.map((at, i) => `M${x.at(at).toFixed(1)} ${foot}V${head(i).toFixed(1)}`).join("");
  const none = prediction === null;
  return (
    <g class={`band ${shown.way.value} ${none ? "none" : ""}`}>
      {window !== undefined && (
        <rect
          class="window"
          x={x.at(window[0])}
          width={x.at(window[1]) - x.at(window[0])}
          y={top}
          height={bottom - top}
        />
      )}
      <path class="fill" d={`${outline}L${x.at(to)} ${floor}L${x.at(from)} ${floor}Z`} />
      <path class="kernel" d={outline} />
      <path class="bar" d={upright(floor, (i) => weight.at(weights[i] ?? 0))} />
      <path class="rug" d={upright(floor + 1, () => floor + 6)} />
      <line class="axis" x1={left} x2={right} y1={floor} y2={floor} />
      <text x={left} y={floor + 18}>
        {none ? t.noWeights : `${t.weightOf} 0–${shortNumber(peak)}`}
      </text>
    </g>
  );
}

import { linearScale, shortNumber } from "@saccade/plot/page";
import type { JSX } from "preact";
import { useWords } from "../../app/shell.ts";
import type { Frame } from "./frame.ts";
import { kernelCurve } from "./kernel-curve.ts";
import type { RegressionModel } from "./model.ts";
import { scoreOf } from "./score.ts";
import { words } from "./words.ts";

interface BandProps {
  readonly model: RegressionModel;
  readonly frame: Frame;
}

/** The kernel where the query stands, and the weights that it gives: bars at the keys, as high as the kernel there. */
export function Band({ model, frame }: BandProps): JSX.Element {
  const t = useWords(words);
  const { x, left, right, top, bottom, floor, barHeight } = frame;
  const { settings } = model;
  const way = settings.way.value;
  const row = model.row.value;
  const keys = model.points.value.x;
  const score = scoreOf(way, settings.kernel.value, settings.bandwidth.value, model.w.value);
  const { points, peak, window } = kernelCurve(score, settings.query.value, keys, row.weights);
  const weight = linearScale([0, peak], floor, floor - barHeight);
  const outline = points
    .map(([at, height], i) => `${i === 0 ? "M" : "L"}${x.at(at).toFixed(1)} ${weight.at(height).toFixed(1)}`)
    .join("");
  // One path for all keys: there may be two hundred.
  const upright = (from: number, to: (i: number) => number): string =>
    keys.map((at, i) => `M${x.at(at).toFixed(1)} ${from}V${to(i).toFixed(1)}`).join("");
  const bars = upright(floor, (i) => weight.at(row.weights[i] ?? 0));
  const rug = upright(floor + 1, () => floor + 6);
  const none = row.prediction === null;
  return (
    <g class={`band ${way} ${none ? "none" : ""}`}>
      {window !== undefined && (
        <rect
          class="window"
          x={x.at(window[0])}
          width={x.at(window[1]) - x.at(window[0])}
          y={top}
          height={bottom - top}
        />
      )}
      <path
        class="fill"
        d={`${outline}L${x.at(points.at(-1)?.[0] ?? 0)} ${floor}L${x.at(points[0]?.[0] ?? 0)} ${floor}Z`}
      />
      <path class="kernel" d={outline} />
      <path class="bar" d={bars} />
      <path class="rug" d={rug} />
      <line class="axis" x1={left} x2={right} y1={floor} y2={floor} />
      <text x={left} y={floor + 18}>
        {none ? t.noWeights : `${t.weightOf} 0–${shortNumber(peak)}`}
      </text>
    </g>
  );
}

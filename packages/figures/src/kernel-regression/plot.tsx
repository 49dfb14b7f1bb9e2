import { linearScale, shortNumber } from "@saccade/plot/page";
import { useMemo } from "preact/hooks";
import type { Lang } from "../index.ts";
import { fill } from "../messages.ts";
import { Axes, Framed, pathOf, placeLabels, pointIn, useWidth } from "../ui/index.ts";
import { type Line, xRange } from "./data.ts";
import { Dots, PointHandles } from "./dots.tsx";
import "./plot.css";
import { type PlotWords, plotWords } from "./plot-words.ts";
import { QueryGround, QueryHandle } from "./query-handle.tsx";
import { kernelCurve } from "./score.ts";
import { type Frame, frameOf, type PointEdits, type Shown } from "./shown.ts";

type Names = Readonly<Partial<Record<Line["name"], string>>>;

/** The names of the curves that there are, and shorter ones where there is little room. */
interface LineNames {
  readonly names: Names;
  readonly shortNames: Names;
}

export interface RegressionPlotProps extends LineNames {
  readonly shown: Shown;
  readonly lang: Lang;
  /** How the points are changed, where they can be. */
  readonly edits?: PointEdits;
}

/**
 * The points, the curves, and the query with its kernel and weights below. The query is dragged, or moved by keys; so are
 * the points where they can be changed, and a double click adds one.
 */
export function RegressionPlot({ shown, lang, edits, ...names }: RegressionPlotProps) {
  const t = plotWords[lang];
  const { ref, width } = useWidth<SVGSVGElement>(720);
  const points = shown.points.value;
  const frame = useMemo(() => frameOf(width, points.y), [width, points.y]);
  const { x, y, height } = frame;
  const add = (event: MouseEvent): void => {
    if (ref.current === null) return;
    const [across, down] = pointIn(ref.current, event);
    edits?.add(x.value(across), y.value(down), y.domain);
  };
  return (
    <svg ref={ref} class="chart regression" viewBox={`0 0 ${width} ${height}`} onDblClick={add}>
      <g role="img" aria-label={labelOf(shown, names, t)}>
        <Framed value={frame}>
          <Axes xLabel="x" yLabel="y" />
        </Framed>
        <Curves shown={shown} frame={frame} {...names} />
        <Band shown={shown} frame={frame} t={t} />
        {edits === undefined && <Dots shown={shown} frame={frame} />}
      </g>
      <QueryGround shown={shown} frame={frame} />
      {edits !== undefined && <PointHandles shown={shown} frame={frame} edits={edits} t={t} />}
      <QueryHandle shown={shown} frame={frame} t={t} />
    </svg>
  );
}

/** The text of the plot for screen readers. */
function labelOf(shown: Shown, { names }: LineNames, t: PlotWords): string {
  const name = names[shown.way.value] ?? "";
  const { weights, prediction } = shown.row.value;
  const query = shown.query.value.toFixed(2);
  if (prediction === null) return fill(t.plotGap, { name, query });
  const strongest = strongestKeys(shown.points.value.x, weights);
  return fill(t.plot, { name, query, prediction: prediction.toFixed(2), strongest });
}

/** The three keys of most weight: "1.97 (0.043), 1.99 (0.042), 2.04 (0.042)". */
function strongestKeys(keys: readonly number[], weights: readonly number[]): string {
  return keys
    .map((key, i) => ({ key, weight: weights[i] ?? 0 }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, 3)
    .map(({ key, weight }) => `${key.toFixed(2)} (${weight.toFixed(3)})`)
    .join(", ");
}

interface PartProps {
  readonly shown: Shown;
  readonly frame: Frame;
}

const labelGap = 15;

/** The curves, each with its name at its right end. */
function Curves({ shown, frame, names, shortNames }: PartProps & LineNames) {
  const { x, y, right, top, bottom, isNarrow } = frame;
  const lines = shown.lines.value.map(({ name, curve }) => {
    const run = curve.at(-1);
    return {
      name,
      class: `${name} ${name === shown.way.value ? "chosen" : ""}`,
      path: curve.map((run) => pathOf(run.x, run.y, frame)).join(""),
      end: { x: x.at(run?.x.at(-1) ?? 5), y: y.at(run?.y.at(-1) ?? 0) },
    };
  });
  const wanted = lines.map(({ end }) => end.y);
  const heights = placeLabels(wanted, labelGap, [top, bottom]);
  return (
    <g>
      {lines.map((line) => (
        <path key={line.name} class={line.name === "truth" ? "truth" : `curve ${line.class}`} d={line.path} />
      ))}
      {lines.map(({ name, end, ...line }, i) => {
        const height = heights[i] ?? end.y;
        return (
          <g key={name} class={`end way ${line.class}`}>
            <path d={`M${end.x.toFixed(1)} ${end.y.toFixed(1)}L${right + 8} ${height.toFixed(1)}`} />
            <text x={right + 11} y={height} dy="0.35em">
              {(isNarrow ? shortNames : names)[name]}
            </text>
          </g>
        );
      })}
    </g>
  );
}

/** The kernel at the query, and its weights: bars at the keys, as high as the kernel there. */
function Band({ shown, frame, t }: PartProps & { readonly t: PlotWords }) {
  const { x, left, right, top, bottom, floor, barHeight } = frame;
  const { weights, prediction } = shown.row.value;
  const keys = shown.points.value.x;
  const kernel = kernelCurve(shown.score.value, shown.query.value, keys, weights, xRange);
  const { points, peak, window } = kernel;
  const weight = linearScale([0, peak], floor, floor - barHeight);
  const [at, height] = [points.map(([at]) => at), points.map(([, height]) => height)];
  const outline = pathOf(at, height, { x, y: weight });
  const [from = 0, to = 0] = [at[0], at.at(-1)];
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

import type { ComponentChildren, JSX } from "preact";
import { useMemo } from "preact/hooks";
import type { Lang } from "../index.ts";
import { fill } from "../messages.ts";
import { Axes, Framed, pointIn, useWidth } from "../ui/index.ts";
import { Band } from "./band.tsx";
import { Curves, type LineNames } from "./curves.tsx";
import { Dots, PointHandles } from "./dots.tsx";
import "./plot.css";
import { plotWords } from "./plot-words.ts";
import { QueryGround, QueryHandle } from "./query-handle.tsx";
import { frameOf, type PointEdits, type Shown } from "./shown.ts";

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
export function RegressionPlot({ shown, lang, edits, ...names }: RegressionPlotProps): JSX.Element {
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
      <Picture shown={shown} names={names.names} lang={lang}>
        <Framed value={frame}>
          <Axes xLabel="x" yLabel="y" />
        </Framed>
        <Curves shown={shown} frame={frame} {...names} />
        <Band shown={shown} frame={frame} t={t} />
        {edits === undefined && <Dots shown={shown} frame={frame} />}
      </Picture>
      <QueryGround shown={shown} frame={frame} />
      {edits !== undefined && <PointHandles shown={shown} frame={frame} edits={edits} t={t} />}
      <QueryHandle shown={shown} frame={frame} t={t} />
    </svg>
  );
}

interface PictureProps extends Pick<RegressionPlotProps, "shown" | "names" | "lang"> {
  readonly children: ComponentChildren;
}

/** The text of the plot for screen readers. */
function Picture({ shown, names, lang, children }: PictureProps): JSX.Element {
  const t = plotWords[lang];
  const name = names[shown.way.value] ?? "";
  const { weights, prediction } = shown.row.value;
  const query = shown.query.value.toFixed(2);
  const label =
    prediction === null
      ? fill(t.plotGap, { name, query })
      : fill(t.plot, {
          name,
          query,
          prediction: prediction.toFixed(2),
          strongest: strongestKeys(shown.points.value.x, weights),
        });
  return (
    <g role="img" aria-label={label}>
      {children}
    </g>
  );
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

/// <reference lib="dom" preserve="true" />

import {
  axisX,
  axisY,
  dot,
  plot as draw,
  gridX,
  gridY,
  line,
  type Markish,
  ruleX,
  ruleY,
} from "@observablehq/plot";
import { type Domain, extent, roundTicks, tickText } from "./domain.ts";
import { checkOptions, data, ends, list, names, PlotError, page, pixels, type Rules, text } from "./rules.ts";
import { type Curve, placeLegend, readCurves, type SeriesInput, seriesLegend } from "./series.ts";
import { figureStyle, finish, fontSize, hairline, pageDocument, put } from "./svg.ts";
import { printable, textWidth } from "./text.ts";

/** Options of {@link plot}. */
export interface PlotOptions extends SeriesInput {
  /** Below the x axis. */
  readonly xlabel?: string;
  /** The label of the y axis. */
  readonly ylabel?: string;
  /** The ends of the x axis; the data's unless given. */
  readonly xlim?: readonly [number, number];
  /** The ends of the y axis; the data's and a little air unless given. */
  readonly ylim?: readonly [number, number];
  /** Above the figure. */
  readonly title?: string;
  /** In pixels; 480 unless given. */
  readonly width?: number;
  /** In pixels; 320 unless given. */
  readonly height?: number;
  /** The text for screen readers. Default: made from the title and the names. */
  readonly ariaLabel?: string;
  /** The document to draw into; the page's unless given. */
  readonly document?: Document;
}

const example = 'plot({ x, ys: [train, test], legend: ["train", "test"] })';

const rules: Rules<PlotOptions> = {
  x: data,
  ys: data,
  series: list,
  legend: names,
  xlabel: text,
  ylabel: text,
  xlim: ends,
  ylim: ends,
  title: text,
  width: pixels,
  height: pixels,
  ariaLabel: text,
  document: page,
};

/**
 * Draws curves and points: `ys` of shape (n) or (curves, n) against `x`, or `series` each with its own.
 *
 * @returns one svg element, legend and title inside
 * @throws PlotError for an unknown option or a wrong value, for nothing to plot, lengths or names that do not
 * match, or a size without room for the curves
 * @example (await toSvg((document) => plot({ x: [0, 1], ys: [[2, 1]], document }))).slice(0, 4) // "<?xm"
 */
export function plot(options: PlotOptions): SVGSVGElement {
  if (options === undefined) throw new PlotError(`plot: there is nothing to plot; write ${example}.`);
  checkOptions("plot", options, rules, example);
  const curves = readCurves(options);
  const document = pageDocument(options.document);
  const width = options.width ?? 480;
  const height = options.height ?? 320;
  const points = curves.flatMap((curve) => curve.points);
  const xDomain = axisDomain(points, "x", options.xlim, 0.02);
  const yDomain = axisDomain(points, "y", options.ylim, 0.06);
  const xTicks = roundTicks(xDomain, Math.max(2, Math.min(8, Math.floor(width / 70))));
  const yTicks = roundTicks(yDomain, Math.max(2, Math.min(6, Math.floor(height / 50))));
  const yText = tickText(yTicks);
  const ylabel = printable(options.ylabel ?? "");
  const xlabel = printable(options.xlabel ?? "");
  const title = printable(options.title ?? "");

  const widest = Math.max(0, ...yTicks.map((tick) => textWidth(yText(tick), fontSize)));
  const marginLeft = Math.ceil(widest) + (ylabel === "" ? 18 : 38);
  const marginRight = 20;
  const legend = placeLegend(curves, width - marginLeft - marginRight);
  const titleHeight = title === "" ? 0 : 24;
  const marginTop = 14 + titleHeight + (legend.height === 0 ? 0 : legend.height + 6);
  const marginBottom = xlabel === "" ? 30 : 50;
  if (width < marginLeft + marginRight + 40 || height < marginTop + marginBottom + 40) {
    throw new PlotError(
      `plot: a figure of ${width} × ${height} pixels has no room for its curves; make it larger`,
    );
  }

  const side = { labelAnchor: "center", labelArrow: "none", tickSize: 4 } as const;
  const grid = { stroke: "#000000", strokeOpacity: 0.08 };
  // Only limits can leave a point outside the frame, and a clip path needs a unique id in the page.
  const clip = options.xlim !== undefined || options.ylim !== undefined;
  const svg = draw({
    document,
    width,
    height,
    marginLeft,
    marginTop,
    marginBottom,
    marginRight,
    style: figureStyle(),
    x: { domain: [...xDomain], axis: null },
    y: { domain: [...yDomain], axis: null },
    marks: [
      gridX(xTicks, grid),
      gridY(yTicks, grid),
      ruleX([xDomain[0]], { stroke: hairline }),
      ruleY([yDomain[0]], { stroke: hairline }),
      axisX(xTicks, {
        ...side,
        tickFormat: tickText(xTicks),
        label: xlabel || null,
        labelOffset: marginBottom - 8,
      }),
      axisY(yTicks, { ...side, tickFormat: yText, label: ylabel || null, labelOffset: marginLeft - 10 }),
      ...curves.filter((curve) => curve.kind === "dots").map((curve) => curveMark(curve, clip)),
      ...curves.filter((curve) => curve.kind !== "dots").map((curve) => curveMark(curve, clip)),
    ],
  });
  if (title !== "") {
    const middle = marginLeft + (width - marginLeft - marginRight) / 2;
    put(svg, "text", { class: "title", x: middle, y: 22, "font-size": fontSize + 2 }, title);
  }
  if (legend.entries.length > 0) {
    seriesLegend(svg, legend.entries, marginLeft, 10 + titleHeight);
  }
  return finish(svg, printable(options.ariaLabel ?? describe(curves, title, xlabel, ylabel)));
}

function curveMark(curve: Curve, clip: boolean): Markish {
  const shared = { x: "x", y: "y", clip } as const;
  if (curve.kind === "dots") {
    return dot(curve.points, { ...shared, r: 3.5, fill: curve.color, fillOpacity: 0.75 });
  }
  const stroke = { stroke: curve.color, strokeWidth: 2, strokeLinejoin: "round" } as const;
  return line(curve.points, {
    ...shared,
    ...stroke,
    ...(curve.kind === "dashed" ? { strokeDasharray: "6,4" } : {}),
  });
}

/** The limits asked for, or the data's extent and some air on both sides. */
function axisDomain(
  points: Curve["points"],
  axis: "x" | "y",
  asked: Domain | undefined,
  air: number,
): Domain {
  if (asked !== undefined) return asked;
  const [low, high] = extent(points.map((point) => point[axis])) ?? [0, 1];
  if (!Number.isFinite(high - low)) {
    throw new PlotError(`plot: values from ${low} to ${high} are too far apart to draw; scale them`);
  }
  const margin = low === high ? Math.max(Math.abs(low) * 0.1, 0.5) : (high - low) * air;
  return [low - margin, high + margin];
}

function describe(curves: readonly Curve[], title: string, xlabel: string, ylabel: string): string {
  const names = curves.map((curve) => curve.name).filter((name) => name !== "");
  const what = title || `${ylabel || "y"} against ${xlabel || "x"}`;
  return names.length === 0 ? `Plot of ${what}` : `Plot of ${what}: ${names.join(", ")}`;
}

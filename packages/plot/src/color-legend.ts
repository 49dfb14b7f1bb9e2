/// <reference lib="dom" preserve="true" />
import { css, type Rgb } from "./color.ts";
import { type Domain, roundTicks, shortNumber, tickText } from "./domain.ts";
import { fontSize, hairline, noValueColor, put } from "./svg.ts";
import { textWidth } from "./text.ts";

const barWidth = 12;
const tickLength = 4;
const labelSize = fontSize - 1;
const missingLabel = "no value";

export interface ColorLegend {
  readonly domain: Domain;
  readonly color: (value: number) => Rgb;
  /** Whether some cell holds no finite number, so that its color needs explaining. */
  readonly missing: boolean;
  readonly height: number;
}

/** The width the legend takes, labels included. */
export function colorLegendWidth(legend: ColorLegend): number {
  const ticks = legendTicks(legend);
  const text = tickText(ticks);
  const labels = ticks.map((tick) => textWidth(text(tick), labelSize));
  const bar = barWidth + tickLength + 4 + Math.max(0, ...labels);
  const note = legend.missing ? barWidth + 6 + textWidth(missingLabel, labelSize) : 0;
  return Math.ceil(Math.max(bar, note));
}

/** A vertical color bar with round ticks, low at the bottom, its top left corner at (x, y). */
export function colorLegend(into: Element, legend: ColorLegend, x: number, y: number): void {
  const { domain, color, height } = legend;
  const [low, high] = domain;
  const group = put(into, "g", {
    class: "legend",
    "aria-label": `color scale from ${shortNumber(low)} to ${shortNumber(high)}`,
    transform: `translate(${x},${y})`,
    "font-size": labelSize,
    "text-anchor": "start",
  });
  for (let step = 0; step < height; step++) {
    const value = high - ((high - low) * (step + 0.5)) / height;
    const slice = { x: 0, y: step, width: barWidth, height: 1, fill: css(color(value)) };
    put(group, "rect", { ...slice, "shape-rendering": "crispEdges" });
  }
  const outline = { x: 0.5, y: 0.5, width: barWidth - 1, height: height - 1, fill: "none", stroke: hairline };
  put(group, "rect", outline);
  const ticks = legendTicks(legend);
  const text = tickText(ticks);
  for (const tick of ticks) {
    const level = Math.round((height * (high - tick)) / (high - low) - 0.5) + 0.5;
    const at = Math.min(height - 0.5, Math.max(0.5, level));
    const line = { x1: barWidth, x2: barWidth + tickLength, y1: at, y2: at, stroke: "currentColor" };
    put(group, "line", line);
    const place = { x: barWidth + tickLength + 4, y: at, dy: "0.35em" };
    put(group, "text", place, text(tick));
  }
  if (legend.missing) {
    const swatch = { x: 0, y: height + 14, width: barWidth, height: barWidth, fill: noValueColor };
    put(group, "rect", swatch);
    const place = { x: barWidth + 6, y: height + 14 + barWidth / 2, dy: "0.35em" };
    put(group, "text", place, missingLabel);
  }
}

/** Round ticks some 30 pixels apart, but never fewer than two: one alone gives no scale. */
function legendTicks({ domain, height }: ColorLegend): number[] {
  for (let count = Math.max(2, Math.min(5, Math.floor(height / 30))); ; count++) {
    const ticks = roundTicks(domain, count);
    if (ticks.length >= 2 || count > 20) return ticks;
  }
}

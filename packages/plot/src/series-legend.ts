/// <reference lib="dom" preserve="true" />
import type { Curve } from "./series.ts";
import { element, fontSize } from "./svg.ts";
import { textWidth } from "./text.ts";

const swatchWidth = 22;
const lineHeight = 20;

/** A curve's place in the legend. */
interface Entry {
  readonly curve: Curve;
  readonly x: number;
  readonly line: number;
}

/** Lays the named curves out from left to right, on as many lines as the width asks for. */
export function placeLegend(curves: readonly Curve[], width: number): { entries: Entry[]; height: number } {
  const entries: Entry[] = [];
  let x = 0;
  let line = 0;
  for (const curve of curves) {
    if (curve.name === "") continue;
    const need = swatchWidth + 7 + textWidth(curve.name, fontSize);
    if (x > 0 && x + need > width) {
      x = 0;
      line++;
    }
    entries.push({ curve, x, line });
    x += need + 16;
  }
  return { entries, height: entries.length === 0 ? 0 : (line + 1) * lineHeight };
}

/** Draws the entries, the legend's top left corner at (x, y). */
export function seriesLegend(
  document: Document,
  entries: readonly Entry[],
  x: number,
  y: number,
): SVGElement {
  const label = `curves: ${entries.map((entry) => entry.curve.name).join(", ")}`;
  const attributes = { class: "legend", "aria-label": label, "text-anchor": "start" };
  const group = element(document, "g", { ...attributes, transform: `translate(${x},${y})` });
  for (const entry of entries) {
    const middle = entry.line * lineHeight + lineHeight / 2;
    group.append(swatch(document, entry.curve, entry.x, middle));
    const place = { x: entry.x + swatchWidth + 7, y: middle, dy: "0.35em" };
    group.append(element(document, "text", place, entry.curve.name));
  }
  return group;
}

function swatch(document: Document, { kind, color }: Curve, x: number, y: number): SVGElement {
  if (kind === "dots") {
    return element(document, "circle", {
      cx: x + swatchWidth / 2,
      cy: y,
      r: 3.5,
      fill: color,
      "fill-opacity": 0.75,
    });
  }
  const stroke = { stroke: color, "stroke-width": 2, "stroke-linecap": kind === "dashed" ? "butt" : "round" };
  const dash: Record<string, string> = kind === "dashed" ? { "stroke-dasharray": "6,4" } : {};
  return element(document, "line", { x1: x, x2: x + swatchWidth, y1: y, y2: y, ...stroke, ...dash });
}

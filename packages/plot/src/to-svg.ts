/// <reference lib="dom" preserve="true" />

import { describeValue } from "@saccade/contract";
import { PlotError } from "./errors.ts";

/** Draws into the document it is given: `(document) => heatmap(weights, { document })`. */
export type Draw = (document: Document) => SVGElement;

/** @throws PlotError unless `draw` is a function */
export function checkDraw(what: string, draw: unknown): void {
  if (typeof draw === "function") return;
  throw new PlotError(
    `${what}: draw must be a function, got ${describeValue(draw)}; write (document) => heatmap(weights, { document }).`,
  );
}

/**
 * Draws into a separate document and returns the result as a complete SVG file.
 *
 * @throws PlotError when `draw` is not a function, or returns anything but an svg element; and whatever `draw` throws
 * @example (await toSvg((document) => heatmap(tensor([[0.2, 0.8]]), { document }))).slice(0, 4) // "<?xm"
 */
export async function toSvg(draw: Draw): Promise<string> {
  checkDraw("toSvg", draw);
  const { JSDOM } = await import("jsdom");
  const { window } = new JSDOM();
  try {
    const drawn = draw(window.document);
    if (drawn?.localName !== "svg") throw new PlotError("toSvg: draw must return the svg element it drew");
    const text = new window.XMLSerializer().serializeToString(drawn);
    return `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`;
  } finally {
    window.close();
  }
}

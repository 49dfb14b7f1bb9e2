/// <reference lib="dom" preserve="true" />

/** Draws into the document it is given: `(document) => heatmap(weights, { document })`. */
export type Draw = (document: Document) => SVGElement;

/**
 * Draws into a document of its own and writes the result down as a complete SVG file.
 * @throws TypeError when `draw` returns anything but an svg element; and whatever `draw` throws
 */
export async function toSvg(draw: Draw): Promise<string> {
  const { JSDOM } = await import("jsdom");
  const { window } = new JSDOM();
  try {
    const drawn = draw(window.document);
    if (drawn?.localName !== "svg") throw new TypeError("draw must return the svg element it drew");
    const text = new window.XMLSerializer().serializeToString(drawn);
    return `<?xml version="1.0" encoding="UTF-8"?>\n${text}\n`;
  } finally {
    window.close();
  }
}

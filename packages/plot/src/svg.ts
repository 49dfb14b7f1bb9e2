/// <reference lib="dom" preserve="true" />
import { PlotError } from "./errors.ts";
import { ink } from "./palette.ts";

export const fontSize = 12;
/** The style that every figure inherits; "sans-serif" selects the PNG renderer's own font. */
export const figureStyle: string = `font-family: system-ui, sans-serif; font-size: ${fontSize}px; color: ${ink};`;

/**
 * The document to draw into: the one given, or the page's.
 * @throws PlotError where there is neither, as in Node
 */
export function pageDocument(given: Document | undefined): Document {
  const found = given ?? globalThis.document;
  if (found === undefined) {
    throw new PlotError(
      "there is no document to draw into: pass { document }; " +
        "in Node, savePlot and toSvg of @saccade/plot/node supply one",
    );
  }
  return found;
}

/** Makes an SVG element with attributes, and with text if it is given. */
export function element(
  document: Document,
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  text?: string,
): SVGElement {
  const made = document.createElementNS("http://www.w3.org/2000/svg", name) as SVGElement;
  for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, String(value));
  if (text !== undefined) made.textContent = text;
  return made;
}

/**
 * Finishes what Plot drew: an image with a name for screen readers, on white paper. Plot's style sheet becomes
 * properties of the element itself, since a strict Content-Security-Policy forbids inline style sheets.
 */
export function finish(drawn: SVGSVGElement | HTMLElement, label: string): SVGSVGElement {
  const svg = drawn as SVGSVGElement;
  svg.querySelector("style")?.remove();
  Object.assign(svg.style, { display: "block", height: "auto", maxWidth: "100%", whiteSpace: "pre" });
  named(svg, label);
  svg.prepend(paper(svg.ownerDocument, svg.getAttribute("width"), svg.getAttribute("height")));
  return svg;
}

/** Makes an svg element an image with a name for screen readers. */
export function named(svg: SVGSVGElement, label: string): SVGSVGElement {
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  return svg;
}

/** A rectangle as large as the figure, white by default. */
export function paper(
  document: Document,
  width: string | null,
  height: string | null,
  fill = "#ffffff",
): SVGElement {
  const size = { width: width ?? "100%", height: height ?? "100%" };
  return element(document, "rect", { class: "background", ...size, fill });
}

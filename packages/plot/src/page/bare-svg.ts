/// <reference lib="dom" preserve="true" />
import { flag, page, type Rules, text } from "../rules.ts";
import { element, fontSize, named, paper } from "../svg.ts";
import { printable } from "../text.ts";

/** Options of figures that are drawn without Observable Plot. */
export interface BareFigure {
  /** The text for screen readers. Default: made from the labels. */
  readonly ariaLabel?: string;
  /** Whether to lay white paper under the figure, as for a file. Default false: a page has its own. */
  readonly paper?: boolean;
  /** The document to draw into; the page's unless given. */
  readonly document?: Document;
}

/** The rules of their options. */
export const bareRules: Rules<BareFigure> = { ariaLabel: text, paper: flag, document: page };

/** An empty figure of a size in pixels, whose text inherits the color of its container. */
export function bareSvg(
  document: Document,
  { width, height }: { readonly width: number; readonly height: number },
  label: string,
  options: BareFigure,
): SVGSVGElement {
  const text = { "font-family": "system-ui, sans-serif", "font-size": fontSize, fill: "currentColor" };
  const svg = element(document, "svg", {
    ...{ width, height, viewBox: `0 0 ${width} ${height}` },
    ...text,
  }) as SVGSVGElement;
  // For outerHTML. Without its own namespace, a file would have the attribute twice, which no XML reader takes.
  svg.setAttributeNS("http://www.w3.org/2000/xmlns/", "xmlns", "http://www.w3.org/2000/svg");
  if (options.paper === true) svg.append(paper(document, String(width), String(height)));
  return named(svg, printable(label));
}

/// <reference lib="dom" preserve="true" />
import { element, fontSize, named, paper } from "../svg.ts";
import { printable } from "../text.ts";

/** What figures take that are drawn without Observable Plot. */
export interface BareFigure {
  /** What screen readers say; made of the labels unless given. */
  readonly ariaLabel?: string;
  /** Whether to lay white paper under the figure, as for a file. Default false: a page has its own. */
  readonly paper?: boolean;
  /** The document to draw into; the page's unless given. */
  readonly document?: Document;
}

/** An empty figure of a size in pixels, its text in the colour of what is around it. */
export function bareSvg(
  document: Document,
  { width, height }: { readonly width: number; readonly height: number },
  label: string,
  options: BareFigure,
): SVGSVGElement {
  const text = { "font-family": "system-ui, sans-serif", "font-size": fontSize, fill: "currentColor" };
  const svg = element(document, "svg", {
    ...{ xmlns: "http://www.w3.org/2000/svg", width, height, viewBox: `0 0 ${width} ${height}` },
    ...text,
  }) as SVGSVGElement;
  if (options.paper === true) svg.append(paper(document, String(width), String(height)));
  return named(svg, printable(label));
}

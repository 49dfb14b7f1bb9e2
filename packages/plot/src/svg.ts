/// <reference lib="dom" preserve="true" />
import { counted } from "./domain.ts";
import { PlotError } from "./rules.ts";
import { printable, textWidth } from "./text.ts";

// SVG elements, the colors and the ticks of every figure.

/** Okabe and Ito's palette without its yellow, which is too faint on white. */
export const seriesColors: readonly string[] = [
  "#0072b2",
  "#d55e00",
  "#009e73",
  "#cc79a7",
  "#e69f00",
  "#56b4e9",
  "#000000",
];

/** The fill of a cell that holds no finite number. */
export const noValueColor = "#e3ddd0";
const ink = "#262626";
export const hairline = "#b8b8b8";

/** The same on a dark ground. */
export const darkNoValue = "#57534a";
/** The ground and the text of a file on dark paper. */
export const darkPaper = "#17181b";
export const darkInk = "#e9e7e2";

export const fontSize = 12;
/** The style that every figure inherits; "sans-serif" selects the PNG renderer's own font. */
export const figureStyle = (): string =>
  `font-family: system-ui, sans-serif; font-size: ${fontSize}px; color: ${ink};`;

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

/** The same, at the end of another element. */
export function put(
  into: Element,
  name: string,
  attributes: Readonly<Record<string, string | number>>,
  text?: string,
): SVGElement {
  const made = element(into.ownerDocument, name, attributes, text);
  into.append(made);
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

/** The ticks along one side of a heatmap: the labeled cells, their labels, and the text's orientation. */
export interface CellTicks {
  readonly at: readonly number[];
  readonly text: (cell: number) => string;
  readonly widest: number;
  readonly rotate: boolean;
}

/**
 * Labels every cell with its token, or round cell numbers when there are no tokens.
 * @throws PlotError when there is not one label for each cell
 */
export function cellTicks(
  labels: readonly string[] | undefined,
  cells: number,
  cellSize: number,
  name: string,
): CellTicks {
  checkLabels(labels, cells, name);
  if (labels === undefined) {
    const widest = textWidth(String(cells), fontSize);
    const room = Math.max(2, Math.min(6, Math.floor((cells * cellSize) / (widest + 14))));
    const step = wholeStep(cells / room);
    const at = Array.from({ length: Math.ceil(cells / step) }, (_, i) => i * step);
    return { at, text: String, widest, rotate: false };
  }
  const shown = labels.map(printable);
  const widest = Math.max(...shown.map((label) => textWidth(label, fontSize)));
  return {
    at: shown.map((_, i) => i),
    text: (cell) => shown[cell] ?? "",
    widest,
    rotate: widest > cellSize - 6,
  };
}

/** Throws PlotError unless there is one label for each of `cells`. */
export function checkLabels(labels: readonly string[] | undefined, cells: number, name: string): void {
  if (labels !== undefined && labels.length !== cells) {
    throw new PlotError(`${name} has ${counted(labels.length, "label")} for ${counted(cells, "cell")}`);
  }
}

function wholeStep(rough: number): number {
  for (let power = 1; ; power *= 10) {
    for (const multiple of [1, 2, 5]) if (multiple * power >= rough) return multiple * power;
  }
}

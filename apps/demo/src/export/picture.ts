import { type Shell, shellWords } from "../app/shell.ts";
import { saveFile } from "./save-file.ts";
import { addressToShare, shownAddress } from "./shared-address.ts";

/** A drawing that needs no style sheet. */
export interface StandaloneSvg {
  readonly text: string;
  /** CSS pixels. */
  readonly width: number;
  readonly height: number;
}

const colors = ["fill", "stroke"];
// All of them are inherited: an element states what differs from the one around it.
const others = [
  "stroke-width",
  "stroke-dasharray",
  "stroke-dashoffset",
  "stroke-linecap",
  "stroke-linejoin",
  "paint-order",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "text-anchor",
  "dominant-baseline",
];
interface PictureOptions {
  /** Whether empty edges stay. */
  readonly isWhole?: boolean;
  /** Paragraphs under the drawing: what it says, and its address. */
  readonly foot?: readonly string[];
}

const footSize = 12; // CSS pixels
/** CSS pixels around the painted area. */
const margin = 8;
const ofThePage = ["class", "style", "tabindex", "tabIndex", "role", "lang"];

/**
 * A copy of an SVG of the page, without empty edges unless it is wanted whole, with the page's styles as attributes, on the
 * page's background, and with a foot; colors as #rrggbb, which every program reads.
 */
export function standaloneSvg(
  drawing: SVGSVGElement,
  title: string,
  { isWhole = false, foot = [] }: PictureOptions = {},
): StandaloneSvg {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const toHex = hexReader();
  writeStyles(drawing, copy, toHex);
  for (const dead of copy.querySelectorAll("[data-hidden]")) dead.remove();
  const { width, height } = drawing.getBoundingClientRect();
  const [x = 0, y = 0, w = width, h = height] = (copy.getAttribute("viewBox")?.split(/[\s,]+/) ?? []).map(
    Number,
  );
  const all = new DOMRect(x, y, w, h);
  const part = isWhole ? all : paintedPart(copy, all, (margin * w) / (width || 1));
  const scale = width / (w || 1);
  const under = footOf(foot, part, scale, toHex(getComputedStyle(drawing).color).color);
  const size = { width: part.width * scale, height: part.height * scale };
  const place = { x: part.x, y: part.y, width: part.width, height: part.height };
  set(copy, { xmlns: "http://www.w3.org/2000/svg", viewBox: Object.values(place).join(" "), ...size });
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  set(paper, { ...place, fill: toHex(backgroundOf(drawing)).color });
  const name = document.createElementNS("http://www.w3.org/2000/svg", "title");
  name.textContent = title;
  copy.prepend(name, paper);
  copy.append(...under);
  return { text: new XMLSerializer().serializeToString(copy), ...size };
}

/** The lines under a drawing, in its units; `part` grows to hold them. */
function footOf(
  paragraphs: readonly string[],
  part: DOMRect,
  scale: number,
  color: string,
): SVGTextElement[] {
  const font = getComputedStyle(document.body).fontFamily;
  const room = Math.max(360, part.width * scale) - 2 * margin;
  const lines = paragraphs.flatMap((text) => wrapped(text, room, `${footSize}px ${font}`));
  const texts = lines.map(({ text }, i) => {
    const line = document.createElementNS("http://www.w3.org/2000/svg", "text");
    const y = part.y + part.height + ((i + 1) * 1.4 * footSize) / scale;
    set(line, { x: part.x + margin / scale, y, fill: color, stroke: "none", "text-anchor": "start" });
    set(line, { "font-family": font, "font-size": footSize / scale, "font-weight": 400 });
    line.textContent = text;
    return line;
  });
  part.width = Math.max(part.width, ...lines.map((line) => (line.width + 2 * margin) / scale));
  if (lines.length > 0) part.height += (lines.length * 1.4 * footSize + margin) / scale;
  return texts;
}

/** A text in lines of at most `room` CSS pixels, with their widths; broken after spaces, in an address, and between Chinese characters. */
export function wrapped(text: string, room: number, font: string): { text: string; width: number }[] {
  const pen = document.createElement("canvas").getContext("2d");
  if (pen === null) return [{ text, width: room }];
  pen.font = font;
  const lines: { text: string; width: number }[] = [];
  let line = "";
  const end = (): void => void lines.push({ text: line.trim(), width: pen.measureText(line.trim()).width });
  for (const [piece] of text.matchAll(/[^\s/?&+=\u2e80-\uffef]{1,24}[\s/?&+=]*|./gsu)) {
    if (line !== "" && pen.measureText(line + piece.trimEnd()).width > room) {
      end();
      line = "";
    }
    line += piece;
  }
  end();
  return lines;
}

function set(element: Element, attributes: Readonly<Record<string, string | number>>): void {
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, String(value));
}

/** The drawing as an image, to be painted on a canvas. */
export async function imageOf({ text }: StandaloneSvg): Promise<HTMLImageElement> {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The drawing as a PNG, `scale` times as large. */
export async function pngOf(svg: StandaloneSvg, scale: number = 2): Promise<Blob> {
  const canvas = document.createElement("canvas");
  canvas.width = Math.ceil(svg.width * scale);
  canvas.height = Math.ceil(svg.height * scale);
  canvas.getContext("2d")?.drawImage(await imageOf(svg), 0, 0, canvas.width, canvas.height);
  return pngFile(canvas);
}

export async function pngFile(canvas: HTMLCanvasElement): Promise<Blob> {
  const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
  if (file === null) throw new Error(`a canvas of ${canvas.width} × ${canvas.height} gives no PNG here`);
  return file;
}

/** The part of a drawing in which something is painted, with a margin; all of it where nothing is. */
function paintedPart(copy: SVGSVGElement, all: DOMRect, margin: number): DOMRect {
  copy.style.position = "absolute";
  document.body.append(copy);
  const { x, y, width, height } = copy.getBBox();
  copy.remove();
  copy.removeAttribute("style");
  if (width === 0 || height === 0) return all;
  // Content outside is clipped.
  const [left, top] = [Math.max(all.left, x - margin), Math.max(all.top, y - margin)];
  const [right, bottom] = [
    Math.min(all.right, x + width + margin),
    Math.min(all.bottom, y + height + margin),
  ];
  return new DOMRect(left, top, right - left, bottom - top);
}

/** Whether a computed color lets everything through. */
function isClear(color: string): boolean {
  return color === "transparent" || /^rgba\(.*, 0\)$|\/ 0\)$/.test(color);
}

/** Writes the styles of an element and its parts into its copy; marks those that paint nothing. */
function writeStyles(
  from: Element,
  to: Element,
  toHex: ReturnType<typeof hexReader>,
  isRoot: boolean = true,
): void {
  const style = getComputedStyle(from);
  const around = isRoot || from.parentElement === null ? undefined : getComputedStyle(from.parentElement);
  const isHidden = style.display === "none" || style.visibility === "hidden" || style.opacity === "0";
  const isBare = from.matches("path, rect, circle, ellipse, line, polyline, polygon, text");
  if (isHidden || (isBare && colors.every((name) => isUnseen(style.getPropertyValue(name)))))
    to.setAttribute("data-hidden", "");
  for (const name of colors) {
    const value = style.getPropertyValue(name);
    const opacity = Number(style.getPropertyValue(`${name}-opacity`));
    const same =
      around?.getPropertyValue(name) === value &&
      Number(around.getPropertyValue(`${name}-opacity`)) === opacity;
    if (value.startsWith("url(") || (same && !to.hasAttribute(name))) continue;
    const read = value === "none" ? { color: "none", opacity: 1 } : toHex(value);
    set(to, { [name]: read.color, [`${name}-opacity`]: Number((read.opacity * opacity).toFixed(3)) });
  }
  for (const name of others) {
    const value = style.getPropertyValue(name);
    if (value !== around?.getPropertyValue(name)) to.setAttribute(name, value);
  }
  if (style.opacity !== "1") to.setAttribute("opacity", style.opacity);
  if (style.transform !== "none" && !from.hasAttribute("transform"))
    to.setAttribute("transform", style.transform);
  for (const { name } of [...to.attributes]) {
    if (ofThePage.includes(name) || name.startsWith("aria-") || name.startsWith("data-look"))
      to.removeAttribute(name);
  }
  for (let i = 0; i < from.children.length; i++)
    writeStyles(from.children[i]!, to.children[i]!, toHex, false);
}

const isUnseen = (color: string): boolean => color === "none" || isClear(color);

/** Reads colors of any notation, such as oklab(…), by painting them. */
function hexReader(): (color: string) => { readonly color: string; readonly opacity: number } {
  const canvas = document.createElement("canvas");
  canvas.width = 1;
  canvas.height = 1;
  const context = canvas.getContext("2d", { willReadFrequently: true });
  const known = new Map<string, { readonly color: string; readonly opacity: number }>();
  return (text) => {
    const seen = known.get(text);
    if (seen !== undefined || context === null) return seen ?? { color: text, opacity: 1 };
    context.clearRect(0, 0, 1, 1);
    context.fillStyle = text;
    context.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0, alpha = 0] = context.getImageData(0, 0, 1, 1).data;
    const color = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
    const read = { color, opacity: Number((alpha / 255).toFixed(3)) };
    known.set(text, read);
    return read;
  };
}

/** The background color of an element. */
export function backgroundOf(element: Element): string {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const color = getComputedStyle(at).backgroundColor;
    if (!isClear(color)) return color;
  }
  return "white";
}

/** A figure as its frame names it. */
export interface FigureFile {
  /** Of the file, without its ending. */
  readonly name: string;
  readonly title: string;
  /** What the figure says now. Default: what it says to screen readers, or its title. */
  readonly caption?: string | undefined;
}

/** Saves a frame's largest drawing, with what it says and the address of the state under it. */
export async function saveFigure(
  shell: Shell,
  frame: HTMLElement | null,
  { name, title, caption }: FigureFile,
  format: "SVG" | "PNG",
): Promise<void> {
  const drawing = largestDrawing(frame);
  if (drawing === undefined) throw new Error(shellWords[shell.language.peek()].noDrawing);
  const said = caption ?? drawing.getAttribute("aria-label") ?? title;
  const svg = standaloneSvg(drawing, title, { foot: [said, shownAddress(addressToShare(shell))] });
  const file = new Blob([svg.text], { type: "image/svg+xml" });
  saveFile(`${name}.${format.toLowerCase()}`, format === "SVG" ? file : await pngOf(svg));
}

export function largestDrawing(frame: HTMLElement | null): SVGSVGElement | undefined {
  const area = (svg: SVGSVGElement): number => {
    const { width, height } = svg.getBoundingClientRect();
    return width * height;
  };
  return [...(frame?.querySelectorAll("svg") ?? [])]
    .filter((svg) => area(svg) > 0)
    .sort((a, b) => area(b) - area(a))[0];
}

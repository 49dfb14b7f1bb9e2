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
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "text-anchor",
  "dominant-baseline",
];
const painted = "path, rect, circle, ellipse, line, polyline, polygon, text, image";
/** CSS pixels around the painted area. */
const margin = 8;
const ofThePage = ["class", "style", "tabindex", "tabIndex", "role", "lang"];

/**
 * A copy of an SVG of the page, without empty edges, with the page's styles as attributes, on the page's background;
 * colors as #rrggbb, which every program reads.
 */
export function standaloneSvg(drawing: SVGSVGElement, title: string): StandaloneSvg {
  const all = drawing.getBoundingClientRect();
  const part = paintedBox(drawing);
  const { width, height } = part;
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const toHex = hexReader();
  writeStyles(drawing, copy, toHex);
  for (const dead of copy.querySelectorAll("[data-hidden]")) dead.remove();
  const [x, y, w, h] = partOf(copy.getAttribute("viewBox") ?? `0 0 ${all.width} ${all.height}`, all, part);
  const viewBox = [x, y, w, h].join(" ");
  copy.setAttribute("xmlns", "http://www.w3.org/2000/svg");
  copy.setAttribute("viewBox", viewBox);
  copy.setAttribute("width", String(width));
  copy.setAttribute("height", String(height));
  const paper = document.createElementNS("http://www.w3.org/2000/svg", "rect");
  for (const [key, value] of Object.entries({ x, y, width: w, height: h }))
    paper.setAttribute(key, String(value));
  paper.setAttribute("fill", toHex(backgroundOf(drawing)).color);
  const name = document.createElementNS("http://www.w3.org/2000/svg", "title");
  name.textContent = title;
  copy.prepend(name, paper);
  return { text: new XMLSerializer().serializeToString(copy), width, height };
}

/** The drawing as a PNG, `scale` times as large. */
export async function pngOf(svg: StandaloneSvg, scale: number = 2): Promise<Blob> {
  const address = URL.createObjectURL(new Blob([svg.text], { type: "image/svg+xml" }));
  try {
    const image = new Image();
    image.src = address;
    await image.decode();
    const canvas = document.createElement("canvas");
    canvas.width = Math.ceil(svg.width * scale);
    canvas.height = Math.ceil(svg.height * scale);
    canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const file = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, "image/png"));
    if (file === null) throw new Error(`a canvas of ${canvas.width} × ${canvas.height} gives no PNG here`);
    return file;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The painted part of a drawing, with a margin, within the drawing; all of it where nothing is painted. */
function paintedBox(drawing: SVGSVGElement): DOMRect {
  const all = drawing.getBoundingClientRect();
  const boxes = [...drawing.querySelectorAll(painted)]
    .filter((element) => isSeen(element, drawing))
    .map((element) => element.getBoundingClientRect())
    // Content outside is clipped.
    .filter(
      ({ left, right, top, bottom }) =>
        right >= all.left && left <= all.right && bottom >= all.top && top <= all.bottom,
    );
  if (boxes.length === 0) return all;
  const left = Math.max(all.left, Math.min(...boxes.map((box) => box.left)) - margin);
  const top = Math.max(all.top, Math.min(...boxes.map((box) => box.top)) - margin);
  const right = Math.min(all.right, Math.max(...boxes.map((box) => box.right)) + margin);
  const bottom = Math.min(all.bottom, Math.max(...boxes.map((box) => box.bottom)) + margin);
  return new DOMRect(left, top, right - left, bottom - top);
}

function isSeen(element: Element, drawing: Element): boolean {
  if (element.closest("defs, pattern, clipPath, mask, marker") !== null) return false;
  const style = getComputedStyle(element);
  if (style.display === "none" || style.visibility === "hidden") return false;
  for (let at: Element | null = element; at !== null && at !== drawing; at = at.parentElement) {
    const { display, opacity } = getComputedStyle(at);
    if (display === "none" || opacity === "0") return false;
  }
  return [style.fill, style.stroke].some((color) => color !== "none" && !isClear(color));
}

/** Whether a computed color lets everything through. */
function isClear(color: string): boolean {
  return color === "transparent" || /[,/]\s*0\)$/.test(color);
}

/** The part of a view box that a part of the drawing shows. */
function partOf(viewBox: string, all: DOMRect, part: DOMRect): [x: number, y: number, w: number, h: number] {
  const [x = 0, y = 0, w = 0, h = 0] = viewBox.split(/[\s,]+/).map(Number);
  const [across, down] = [w / (all.width || 1), h / (all.height || 1)];
  return [
    x + (part.left - all.left) * across,
    y + (part.top - all.top) * down,
    part.width * across,
    part.height * down,
  ];
}

function writeStyles(
  from: Element,
  to: Element,
  toHex: ReturnType<typeof hexReader>,
  isRoot: boolean = true,
): void {
  const style = getComputedStyle(from);
  const around = isRoot || from.parentElement === null ? undefined : getComputedStyle(from.parentElement);
  if (style.display === "none" || style.visibility === "hidden") to.setAttribute("data-hidden", "");
  for (const name of colors) {
    const value = style.getPropertyValue(name);
    const opacity = Number(style.getPropertyValue(`${name}-opacity`));
    const same =
      around?.getPropertyValue(name) === value &&
      Number(around.getPropertyValue(`${name}-opacity`)) === opacity;
    if (value.startsWith("url(") || (same && !to.hasAttribute(name))) continue;
    const read = value === "none" ? { color: "none", opacity: 1 } : toHex(value);
    to.setAttribute(name, read.color);
    to.setAttribute(`${name}-opacity`, String(Number((read.opacity * opacity).toFixed(3))));
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
function backgroundOf(element: Element): string {
  for (let at: Element | null = element; at !== null; at = at.parentElement) {
    const color = getComputedStyle(at).backgroundColor;
    if (!isClear(color)) return color;
  }
  return "white";
}

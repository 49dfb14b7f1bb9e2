/** A part of an SVG, in CSS pixels of the page. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

const painted = "path, rect, circle, ellipse, line, polyline, polygon, text, image";
const margin = 8;

/** The painted part of a drawing, with a margin, within the drawing; all of it where nothing is painted. */
export function paintedBox(drawing: SVGSVGElement): Box {
  const all = drawing.getBoundingClientRect();
  let [left, top, right, bottom] = [all.right, all.bottom, all.left, all.top];
  for (const element of drawing.querySelectorAll(painted)) {
    if (!isSeen(element, drawing)) continue;
    const box = element.getBoundingClientRect();
    // What lies outside is cut off.
    if (box.right < all.left || box.left > all.right || box.bottom < all.top || box.top > all.bottom)
      continue;
    left = Math.min(left, box.left);
    top = Math.min(top, box.top);
    right = Math.max(right, box.right);
    bottom = Math.max(bottom, box.bottom);
  }
  if (left > right || top > bottom) return { ...sizeOf(all), left: all.left, top: all.top };
  left = Math.max(all.left, left - margin);
  top = Math.max(all.top, top - margin);
  right = Math.min(all.right, right + margin);
  bottom = Math.min(all.bottom, bottom + margin);
  return { left, top, width: right - left, height: bottom - top };
}

const sizeOf = ({ width, height }: Box): Pick<Box, "width" | "height"> => ({ width, height });

function isSeen(element: Element, drawing: Element): boolean {
  if (element.closest("defs, pattern, clipPath, mask, marker") !== null) return false;
  const style = getComputedStyle(element);
  if (style.display === "none" || style.visibility === "hidden") return false;
  for (let at: Element | null = element; at !== null && at !== drawing; at = at.parentElement) {
    const { display, opacity } = getComputedStyle(at);
    if (display === "none" || opacity === "0") return false;
  }
  return [style.fill, style.stroke].some((color) => color !== "none" && !/[,/]\s*0\)$/.test(color));
}

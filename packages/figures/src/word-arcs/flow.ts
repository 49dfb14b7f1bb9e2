import { stillSize } from "../ui/still.ts";

/** A word on the drawing, by its middle; `top` and `bottom` are where arcs meet it. */
export interface Spot {
  readonly x: number;
  readonly top: number;
  readonly bottom: number;
  readonly width: number;
}

export const wordHeight = 24;
/** From one line of words to the next: room for arcs above, for a number below. */
const lineHeight = 66;
const gap = 3;
const margin = 40;

/** Lines of words that fill a width, one beside the other; `start` is the height that is taken already. */
export function flow(
  widths: readonly number[],
  across: number,
  start: number,
): { spots: Spot[]; end: number } {
  let x = 0;
  let y = start + margin;
  const spots = widths.map((width) => {
    if (x > 0 && x + width > across) {
      x = 0;
      y += lineHeight;
    }
    const spot = { x: x + width / 2, top: y, bottom: y + wordHeight, width };
    x += width + gap;
    return spot;
  });
  return { spots, end: y + wordHeight + 18 };
}

/**
 * A curve from one word to another: over the words of a line, or from line to line, where it goes between the words of the
 * lines that it crosses; `all` are those of the drawing.
 */
export function arc(from: Spot, to: Spot, all: readonly Spot[]): string {
  if (from === to) return loop(from);
  if (from.top === to.top) {
    const rise = Math.min(margin - 10, 10 + Math.abs(from.x - to.x) / 9) / 0.75;
    const high = (from.top - rise).toFixed(1);
    return `M${at(from.x, from.top)}C${from.x.toFixed(1)} ${high} ${to.x.toFixed(1)} ${high} ${at(to.x, to.top)}`;
  }
  const isUp = from.top > to.top;
  const [a, b] = isUp ? [from.top, to.bottom] : [from.bottom, to.top];
  const between = all.filter(
    ({ top }) => top > Math.min(from.top, to.top) && top < Math.max(from.top, to.top),
  );
  const lines = [...new Set(between.map(({ top }) => top))].sort((one, other) =>
    isUp ? other - one : one - other,
  );
  let [x, y] = [from.x, a];
  let path = `M${at(x, y)}`;
  const goTo = (nextX: number, nextY: number): void => {
    const mid = ((y + nextY) / 2).toFixed(1);
    path += `C${x.toFixed(1)} ${mid} ${nextX.toFixed(1)} ${mid} ${at(nextX, nextY)}`;
    [x, y] = [nextX, nextY];
  };
  for (const top of lines) {
    const straight = from.x + ((to.x - from.x) * (top - a)) / (b - a);
    const [enter, leave] = isUp ? [top + wordHeight, top] : [top, top + wordHeight];
    goTo(
      gapNear(
        straight,
        between.filter((spot) => spot.top === top),
      ),
      enter,
    );
    path += `V${leave.toFixed(1)}`;
    y = leave;
  }
  goTo(to.x, b);
  return path;
}

/** Where a line of words can be crossed, nearest to a place: between two words, or after the last one. */
function gapNear(x: number, line: readonly Spot[]): number {
  const behind = line.map((spot) => spot.x + spot.width / 2 + gap / 2);
  if (x >= Math.max(...behind)) return x;
  return behind.reduce((best, one) => (Math.abs(one - x) < Math.abs(best - x) ? one : best));
}

// A word that looks at itself.
function loop({ x, top }: Spot): string {
  return `M${at(x - 7, top)}C${at(x - 16, top - 20)} ${at(x + 16, top - 20)} ${at(x + 7, top)}`;
}

const at = (x: number, y: number): string => `${x.toFixed(1)} ${y.toFixed(1)}`;

/** As in word-arcs.css. */
const fontSize = 16;
const padding = 12;

/** How much larger than usual the page's text is, as for a presenter, or that of the custom element that draws. */
export function textScale(drawing: Element | null): number {
  if (stillSize() !== null) return 1;
  const root = drawing?.getRootNode();
  const own = root instanceof ShadowRoot ? getComputedStyle(root.host).getPropertyValue("--rem") : "";
  return Number.parseFloat(own || getComputedStyle(document.documentElement).fontSize) / fontSize;
}

const context: { made: CanvasRenderingContext2D | null } = { made: null };

/** How wide a word is on the drawing, with its padding. */
export function widthOf(word: string): number {
  if (stillSize() === null) context.made ??= document.createElement("canvas").getContext("2d");
  const { made } = context;
  if (made === null) return word.length * fontSize * 0.56 + padding;
  made.font = `${fontSize}px ${getComputedStyle(document.body).fontFamily}`;
  return made.measureText(word).width + padding;
}

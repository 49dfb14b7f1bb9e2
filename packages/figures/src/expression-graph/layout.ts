import type { Box } from "../ui/index.ts";
import type { Name } from "./expression.ts";

type Places = Readonly<Record<Name, readonly [along: number, across: number]>>;

// Along the way of the values, and across it, in steps from one box to the next.
const places: Places = {
  b: [0, 0.5],
  a: [0, 1.5],
  c: [1, 0],
  p: [1, 1],
  s: [2, 0.5],
  t: [3, 0.5],
  y: [4, 1.5],
};

interface Drawn {
  readonly boxes: Readonly<Record<Name, Box>>;
  readonly height: number;
  /** From left to right, with the gradient below the value. */
  readonly isWide: boolean;
}

/** The boxes of the values: from left to right, or from top to bottom where it is narrow. Between them there is room for a slope. */
export function boxesOf(width: number): Drawn {
  const isWide = width >= 560;
  const [gap, tall] = isWide ? [34, 62] : [36, 44];
  const w = isWide ? 76 : Math.min(98, (width - 40) / 3);
  const box = ([along, across]: readonly [number, number]): Box =>
    isWide
      ? { x: along * (w + (width - 5 * w) / 4), y: 8 + across * (tall + gap), w, h: tall }
      : { x: 4 + across * (w + 16), y: 8 + along * (tall + gap), w, h: tall };
  const boxes = Object.fromEntries(Object.entries(places).map(([name, place]) => [name, box(place)]));
  const height = Math.max(...Object.values(boxes).map(({ y, h }) => y + h)) + 8;
  return { boxes: boxes as Record<Name, Box>, height, isWide };
}

/** From the edge of a box to the edge of another, along the line between their centres. */
export function edgeOf(from: Box, to: Box): readonly [x1: number, y1: number, x2: number, y2: number] {
  const [x1, y1] = [from.x + from.w / 2, from.y + from.h / 2];
  const [x2, y2] = [to.x + to.w / 2, to.y + to.h / 2];
  const reach = ({ w, h }: Box): number =>
    Math.min(w / 2 / Math.max(Math.abs(x2 - x1), 1e-9), h / 2 / Math.max(Math.abs(y2 - y1), 1e-9));
  const [start, end] = [reach(from), 1 - reach(to)];
  const at = (t: number): [number, number] => [x1 + (x2 - x1) * t, y1 + (y2 - y1) * t];
  return [...at(start), ...at(end)];
}

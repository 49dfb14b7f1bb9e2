import type { Box } from "../ui/index.ts";
import { count, dims } from "./sentence.ts";

/** Where everything is, in pixels. Two products of matrices: side by side if there is room, else one below the other. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly wide: boolean;
  readonly cell: { readonly w: number; readonly h: number };
  /** Room for a word before a row. */
  readonly label: number;
  readonly q: (i: number, c: number) => Box;
  /** Keys are columns: K transposed. */
  readonly k: (j: number, c: number) => Box;
  /** Rows of the bench, where one score is computed: q, k, their products, the sum. */
  readonly bench: (row: number, c: number) => Box;
  readonly score: (i: number, j: number) => Box;
  /** A bar's whole length, beside the value of the same key. */
  readonly bar: (j: number) => Box;
  readonly v: (j: number, c: number) => Box;
  readonly weight: (i: number, j: number) => Box;
  readonly output: (i: number, c: number) => Box;
}

const above = 20; // the titles' line
const gap = 10;
const below = 22; // titles again

export function layoutOf(width: number): Layout {
  const wide = width >= 600;
  const label = wide ? 46 : 40;
  const w = wide
    ? (width - 2 * label - 2 * gap - 8) / (2 * (count + dims))
    : (width - label - gap) / (count + dims);
  const h = wide ? 28 : 26;
  const block = above + 2 * count * h + gap + below;
  const left = { x: label, y: above };
  const right = wide
    ? { x: width - (count + dims) * w - gap, y: above }
    : { x: label, y: above + block + 14 };
  const lower = count * h + gap; // from an upper matrix to the one below it
  const box = (from: { x: number; y: number }, col: number, row: number, dx = 0, dy = 0): Box => ({
    x: from.x + col * w + dx,
    y: from.y + row * h + dy,
    w,
    h,
  });
  return {
    width,
    height: wide ? block : 2 * block + 14,
    wide,
    cell: { w, h },
    label,
    q: (i, c) => box(left, c, i, 0, lower),
    k: (j, c) => box(left, dims + j, c + 1, gap),
    bench: (row, c) => box(left, c, row + 1),
    score: (i, j) => box(left, dims + j, i, gap, lower),
    bar: (j) => ({ ...box(right, 0, j), w: count * w }),
    v: (j, c) => box(right, count + c, j, gap),
    weight: (i, j) => box(right, j, i, 0, lower),
    output: (i, c) => box(right, count + c, i, gap, lower),
  };
}

import type { Box } from "@saccade/figures/ui";
import { d, n } from "./settings.ts";

/** Where everything is, in pixels. Two products of matrices: side by side if there is room, else one below the other. */
export interface Layout {
  readonly width: number;
  /** Of one product. */
  readonly block: number;
  readonly wide: boolean;
  readonly cell: { readonly w: number; readonly h: number };
  readonly q: (i: number, c: number) => Box;
  /** Keys are columns: K transposed. */
  readonly k: (j: number, c: number) => Box;
  /** Rows of the bench, where one score is computed: what goes in, the summands, their sum. */
  readonly bench: (row: number, c: number) => Box;
  readonly score: (i: number, j: number) => Box;
  /** A bar's whole length, beside the value of the same key. */
  readonly bar: (j: number) => Box;
  readonly v: (j: number, c: number) => Box;
  readonly weight: (i: number, j: number) => Box;
  readonly output: (i: number, c: number) => Box;
  /** Lines of text: names of matrices, words of columns, then under the lower matrices. */
  readonly lines: {
    readonly title: number;
    readonly heads: number;
    readonly feet: number;
    readonly under: number;
  };
}

const gap = 10;
const head = 38; // two lines of text
const foot = 34; // and two more

export function layoutOf(width: number): Layout {
  const wide = width >= 600;
  const label = wide ? 54 : 50; // room for a word before a row
  const w = wide ? (width - 2 * label - 2 * gap - 12) / (2 * (n + d)) : (width - label - gap) / (n + d);
  const h = wide ? 31 : 20;
  const lower = d * h + gap; // from an upper matrix to the one below it
  const block = head + lower + n * h + foot;
  const left = { x: label, y: head };
  const right = wide ? { x: width - (n + d) * w - gap, y: head } : { x: label, y: block + head };
  const box = (from: { x: number; y: number }, col: number, row: number, dx = 0, dy = 0): Box => ({
    x: from.x + col * w + dx,
    y: from.y + row * h + dy,
    w,
    h,
  });
  return {
    width,
    block,
    wide,
    cell: { w, h },
    q: (i, c) => box(left, c, i, 0, lower),
    k: (j, c) => box(left, d + j, c, gap),
    bench: (row, c) => box(left, c, row),
    score: (i, j) => box(left, d + j, i, gap, lower),
    bar: (j) => ({ ...box(right, 0, j), w: n * w }),
    v: (j, c) => box(right, n + c, j, gap),
    weight: (i, j) => box(right, j, i, 0, lower),
    output: (i, c) => box(right, n + c, i, gap, lower),
    lines: { title: 13, heads: 31, feet: head + lower + n * h + 13, under: head + lower + n * h + 29 },
  };
}

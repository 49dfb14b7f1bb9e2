import type { Box } from "../ui/index.ts";

/** The sizes of the matrices. */
export interface Sizes {
  /** Of queries, and of keys. */
  readonly count: number;
  /** Columns of Q and K, and of V. */
  readonly dims: number;
  readonly valueDims: number;
  /** Whether columns of Q and V have names. */
  readonly isNamed: boolean;
  /** Whether it must be low where it is narrow, as it stays in sight. */
  readonly isLow?: boolean;
}

/** Where everything is, in pixels. Two products of matrices: side by side if there is room, else one below the other. */
export interface Layout {
  readonly width: number;
  /** The height of one product. */
  readonly block: number;
  readonly wide: boolean;
  readonly cell: { readonly w: number; readonly h: number };
  /** How many digits after the point a cell has room for. */
  readonly digits: number;
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
  /** Lines of text: over the bench, K and V, then names of columns and of matrices under the lower ones. */
  readonly lines: {
    readonly bench: number;
    readonly keys: number;
    readonly values: number;
    readonly feet: number;
    readonly under: number;
  };
}

const gap = 10;
const benchRows = 4;

export function layoutOf(width: number, sizes: Sizes): Layout {
  const { count, dims, valueDims, isNamed, isLow = false } = sizes;
  const wide = width >= 600;
  const label = wide ? 54 : 50; // room for a word before a row
  const w = wide
    ? (width - 2 * label - 2 * gap - 12) / (2 * count + dims + valueDims)
    : (width - label - gap) / (count + Math.max(dims, valueDims));
  const h = wide ? 31 : isLow ? 20 : 26;
  // The upper row is as tall as its tallest part; its parts share one baseline.
  const upper = Math.max(benchRows, count, dims);
  // A line of names and one of titles need room, which a row that K leaves free has.
  const head = isNamed || upper === dims ? 38 : 20;
  const foot = isNamed ? 34 : 22;
  const lower = upper * h + gap; // from an upper matrix to the one below it
  const block = head + lower + count * h + foot;
  const left = { x: label, y: head };
  const right = wide ? { x: width - (count + valueDims) * w - gap, y: head } : { x: label, y: block + head };
  const box = (from: { x: number; y: number }, col: number, row: number, dx = 0, dy = 0): Box => ({
    x: from.x + col * w + dx,
    y: from.y + row * h + dy,
    w,
    h,
  });
  const k = (j: number, c: number): Box => box(left, dims + j, upper - dims + c, gap);
  const bench = (row: number, c: number): Box => box(left, c, upper - benchRows + row);
  const bar = (j: number): Box => ({ ...box(right, 0, upper - count + j), w: count * w });
  const foots = head + lower + count * h;
  return {
    ...{ width, block, wide, cell: { w, h }, digits: w < 34 ? 1 : 2, k, bench, bar },
    q: (i, c) => box(left, c, i, 0, lower),
    score: (i, j) => box(left, dims + j, i, gap, lower),
    v: (j, c) => box(right, count + c, upper - count + j, gap),
    weight: (i, j) => box(right, j, i, 0, lower),
    output: (i, c) => box(right, count + c, i, gap, lower),
    lines: {
      bench: Math.min(k(0, 0).y - 25, bench(0, 0).y - 7),
      keys: k(0, 0).y - 25,
      values: bar(0).y - (isNamed ? 25 : 7),
      feet: foots + 13,
      under: foots + (isNamed ? 29 : 16),
    },
  };
}

// The least and the largest value of symbols while their places run over ranges: proofs that indices are inside, and that tiles of a
// mask are full or empty.

import type { Tensor, TypedArray } from "@saccade/tensor";
import { checkElements, contiguousStrides, isCapturing, numelOf } from "@saccade/tensor/backend";
import { isPlace, type Place, type Traced } from "./traced.ts";

/** Ranges of numbers, both ends included. Both ends are NaN where nothing is known. */
export interface Ranges {
  readonly low: Float64Array;
  readonly high: Float64Array;
}

/** A range of batch entries and one of heads, `rows` ranges of queries and `columns` ranges of keys. */
export type Boxes = Readonly<Record<Place, Ranges>>;

/** Ranges for each pair of a range of queries and one of keys; one row or column where all are alike. */
export interface Grid extends Ranges {
  readonly rows: number;
  readonly columns: number;
}

/** Low and high ends, in the order of a grid's cells. */
type Ends = readonly [low: Float64Array, high: Float64Array];

/** Writes the ranges of all cells, from those of the arguments, which are as many. */
type Rule = (to: Ends, ...args: readonly Ends[]) => void;

/** The ranges of a graph's symbols. The elements of captured tensors are read once. */
export class Bounds {
  /** Whether a captured tensor was met that the host cannot read. */
  unread: boolean = false;
  /** The elements of captured tensors in row-major order; null for those that the host cannot read. */
  readonly #elements: Map<Tensor, TypedArray | null> = new Map();
  readonly #ofAll: Map<Tensor, readonly [number, number]> = new Map();

  /** The ranges of symbols, and of those that they are made of, within boxes: rows times columns of them. */
  within(boxes: Boxes, ...symbols: readonly Traced[]): Map<Traced, Grid> {
    const found = new Map<Traced, Grid>();
    const gridOf = (x: Traced): Grid => {
      let grid = found.get(x);
      if (grid === undefined) {
        grid = this.#grid(x, x.args.map(gridOf), boxes);
        found.set(x, grid);
      }
      return grid;
    };
    for (const symbol of symbols) gridOf(symbol);
    return found;
  }

  #grid(x: Traced, args: readonly Grid[], boxes: Boxes): Grid {
    const { op } = x;
    if (isPlace(op)) {
      const { low, high } = boxes[op];
      return { low, high, rows: op === "q" ? low.length : 1, columns: op === "kv" ? low.length : 1 };
    }
    const rows = Math.max(1, ...args.map((grid) => grid.rows));
    const columns = Math.max(1, ...args.map((grid) => grid.columns));
    const [low, high] = [new Float64Array(rows * columns), new Float64Array(rows * columns)];
    const ends = args.map(
      (grid): Ends => [spread(grid, "low", rows, columns), spread(grid, "high", rows, columns)],
    );
    if (op === "gather") this.#gather(x.table!, low, high, ends);
    else ruleOf(x)([low, high], ...ends);
    for (let i = 0; i < low.length; i++) if (!(low[i]! <= high[i]!)) low[i] = high[i] = Number.NaN;
    return { low, high, rows, columns };
  }

  #gather(table: Tensor, low: Float64Array, high: Float64Array, args: readonly Ends[]): void {
    const elements = this.#read(table);
    const { shape } = table;
    const strides = contiguousStrides(shape);
    const scan = (i: number, dim: number, offset: number): void => {
      if (dim === shape.length) {
        // What float64 holds may be rounded to float32.
        const value = elements![offset]!;
        low[i] = Math.min(low[i]!, value, near(table, value));
        high[i] = Math.max(high[i]!, value, near(table, value));
        return;
      }
      const last = args[dim]![1][i]!;
      for (let at = args[dim]![0][i]!; at <= last; at++) scan(i, dim + 1, offset + at * strides[dim]!);
    };
    for (let i = 0; i < low.length; i++) {
      let [count, inside] = [1, elements !== null];
      for (let dim = 0; dim < shape.length; dim++) {
        const [from, to] = [args[dim]![0][i]!, args[dim]![1][i]!];
        inside = inside && from >= 0 && to < shape[dim]!;
        count *= to - from + 1;
      }
      if (inside && count <= 4096) {
        [low[i], high[i]] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
        scan(i, 0, 0);
      } else [low[i], high[i]] = this.#all(table, elements);
    }
  }

  #all(table: Tensor, elements: TypedArray | null): readonly [number, number] {
    if (elements === null) return anyOf(table);
    let known = this.#ofAll.get(table);
    if (known === undefined) {
      let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
      for (const value of elements) {
        least = Math.min(least, value, near(table, value));
        most = Math.max(most, value, near(table, value));
      }
      known = [least, most];
      this.#ofAll.set(table, known);
    }
    return known;
  }

  #read(table: Tensor): TypedArray | null {
    if (!this.#elements.has(table)) {
      this.#elements.set(table, null);
      // A replay of a captured step meets other elements; a tensor in vmap has those of many.
      if (!isCapturing())
        checkElements("at", table, (all) => {
          if (all.length === numelOf(table.shape)) this.#elements.set(table, all.slice());
        });
    }
    const found = this.#elements.get(table) ?? null;
    if (found === null) this.unread = true;
    return found;
  }
}

const near = ({ dtype }: Tensor, value: number): number => (dtype === "float64" ? Math.fround(value) : value);

function anyOf({ dtype }: Tensor): readonly [number, number] {
  if (dtype === "int32") return [-(2 ** 31), 2 ** 31 - 1];
  return dtype === "bool" ? [0, 1] : [Number.NaN, Number.NaN];
}

/** One end of an argument's ranges, for each cell. */
function spread(grid: Grid, end: "low" | "high", rows: number, columns: number): Float64Array {
  const values = grid[end];
  if (grid.rows === rows && grid.columns === columns) return values;
  const all = new Float64Array(rows * columns);
  for (let row = 0; row < rows; row++) {
    const from = grid.rows === 1 ? 0 : row * grid.columns;
    if (grid.columns === 1) all.fill(values[from]!, row * columns, (row + 1) * columns);
    else all.set(values.subarray(from, from + columns), row * columns);
  }
  return all;
}

type Write = (low: Float64Array, high: Float64Array, i: number, from: number, to: number) => void;

const set: Write = (low, high, i, from, to) => {
  low[i] = from;
  high[i] = to;
};

/** Floats are computed in float32 or float64, and by kernels of their own: a range that holds all results. */
const widened: Write = (low, high, i, from, to) => {
  if (Math.max(-from, to) < 1e38)
    set(low, high, i, from - Math.abs(from) * 1e-5 - 1e-30, to + Math.abs(to) * 1e-5 + 1e-30);
  else set(low, high, i, Number.NaN, Number.NaN);
};

const test: (low: Float64Array, high: Float64Array, i: number, holds: boolean, fails: boolean) => void = (
  low,
  high,
  i,
  holds,
  fails,
) => set(low, high, i, holds ? 1 : 0, fails ? 0 : 1);

type One = (low: Float64Array, high: Float64Array, i: number, a: number, A: number) => void;
type Two = (
  low: Float64Array,
  high: Float64Array,
  i: number,
  a: number,
  A: number,
  b: number,
  B: number,
) => void;

const one =
  (rule: One): Rule =>
  ([low, high], a) => {
    for (let i = 0; i < low.length; i++) rule(low, high, i, a![0][i]!, a![1][i]!);
  };

const two =
  (rule: Two): Rule =>
  ([low, high], a, b) => {
    for (let i = 0; i < low.length; i++) rule(low, high, i, a![0][i]!, a![1][i]!, b![0][i]!, b![1][i]!);
  };

const rising = (f: (x: number) => number): Rule =>
  one((low, high, i, a, A) => widened(low, high, i, f(a), f(A)));

/** With capitals for the high ends. */
function ruleOf({ op, kind, value }: Traced): Rule {
  const rounded = kind === "whole" ? set : widened;
  switch (op) {
    case "constant":
      return ([low, high]) =>
        set(low, high, 0, Math.min(value, Math.fround(value)), Math.max(value, Math.fround(value)));
    case "neg":
      return one((low, high, i, a, A) => set(low, high, i, -A, -a));
    case "abs":
      return one((low, high, i, a, A) => set(low, high, i, Math.max(0, a, -A), Math.max(-a, A)));
    case "floor":
      return one((low, high, i, a, A) => set(low, high, i, Math.floor(a), Math.floor(A)));
    case "exp":
      return rising(Math.exp);
    case "log":
      return rising(Math.log);
    case "tanh":
      return rising(Math.tanh);
    case "sigmoid":
      return rising((x) => 1 / (1 + Math.exp(-x)));
    case "add":
      return two((low, high, i, a, A, b, B) => rounded(low, high, i, a + b, A + B));
    case "sub":
      return two((low, high, i, a, A, b, B) => rounded(low, high, i, a - B, A - b));
    case "mul":
      return two((low, high, i, a, A, b, B) => {
        const [x, y, z, w] = [a * b, a * B, A * b, A * B];
        rounded(low, high, i, Math.min(x, y, z, w), Math.max(x, y, z, w));
      });
    case "div":
    case "floorDivide":
      return two((low, high, i, a, A, b, B) => {
        const [x, y, z, w] = b <= 0 && B >= 0 ? [Number.NaN, 0, 0, 0] : [a / b, a / B, A / b, A / B];
        rounded(low, high, i, Math.min(x, y, z, w), Math.max(x, y, z, w));
        if (op === "floorDivide") set(low, high, i, Math.floor(low[i]!), Math.floor(high[i]!));
      });
    case "remainder":
      return two((low, high, i, a, A, b, B) => {
        const from = Math.floor(a / b);
        if (kind !== "whole" || (b <= 0 && B >= 0)) set(low, high, i, Number.NaN, Number.NaN);
        else if (b === B && from === Math.floor(A / b)) set(low, high, i, a - from * b, A - from * b);
        else set(low, high, i, b > 0 ? 0 : b + 1, b > 0 ? B - 1 : 0);
      });
    case "minimum":
    case "logicalAnd":
      return two((low, high, i, a, A, b, B) => set(low, high, i, Math.min(a, b), Math.min(A, B)));
    case "maximum":
    case "logicalOr":
      return two((low, high, i, a, A, b, B) => set(low, high, i, Math.max(a, b), Math.max(A, B)));
    case "logicalNot":
      return one((low, high, i, a, A) => set(low, high, i, 1 - A, 1 - a));
    case "lt":
      return two((low, high, i, a, A, b, B) => test(low, high, i, A < b, a >= B));
    case "le":
      return two((low, high, i, a, A, b, B) => test(low, high, i, A <= b, a > B));
    case "gt":
      return two((low, high, i, a, A, b, B) => test(low, high, i, a > B, A <= b));
    case "ge":
      return two((low, high, i, a, A, b, B) => test(low, high, i, a >= B, A < b));
    case "eq":
      return two((low, high, i, a, A, b, B) =>
        test(low, high, i, a === A && a === b && b === B, A < b || B < a),
      );
    case "ne":
      return two((low, high, i, a, A, b, B) =>
        test(low, high, i, A < b || B < a, a === A && a === b && b === B),
      );
    case "where":
      return ([low, high], c, a, b) => {
        for (let i = 0; i < low.length; i++) {
          const [may, must] = [c![1][i] === 1, c![0][i] === 1];
          const [from, to, other, end] = [a![0][i]!, a![1][i]!, b![0][i]!, b![1][i]!];
          if (must) set(low, high, i, from, to);
          else if (may) set(low, high, i, Math.min(from, other), Math.max(to, end));
          else set(low, high, i, other, end);
        }
      };
    default:
      return ([low, high]) => {
        low.fill(Number.NaN);
        high.fill(Number.NaN);
      };
  }
}

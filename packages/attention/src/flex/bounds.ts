// The least and the largest value of symbols while their places run over ranges: proofs that indices are inside, and that tiles of a
// mask are full or empty.

import type { Tensor, TypedArray } from "@saccade/tensor";
import { checkElements, contiguousStrides, isCapturing, numelOf } from "@saccade/tensor/backend";
import { type Binary, isPlace, type Place, type Traced, type Unary } from "./traced.ts";

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
    const to = {
      low: new Float64Array(rows * columns),
      high: new Float64Array(rows * columns),
      rows,
      columns,
    };
    const given = args.map((grid) => spread(grid, rows, columns));
    if (op === "gather") this.#gather(x.table!, to, given);
    else if (op === "constant")
      put(to, 0, Math.min(x.value, Math.fround(x.value)), Math.max(x.value, Math.fround(x.value)));
    else follow(x, to, given);
    return to;
  }

  #gather(table: Tensor, to: Grid, args: readonly Ranges[]): void {
    const elements = this.#read(table);
    const { shape } = table;
    const strides = contiguousStrides(shape);
    const scan = (i: number, dim: number, offset: number): void => {
      if (dim === shape.length) include(table, elements![offset]!);
      else
        for (let at = args[dim]!.low[i]!; at <= args[dim]!.high[i]!; at++)
          scan(i, dim + 1, offset + at * strides[dim]!);
    };
    for (let i = 0; i < to.low.length; i++) {
      let [count, inside] = [1, elements !== null];
      for (const [dim, { low, high }] of args.entries()) {
        inside = inside && low[i]! >= 0 && high[i]! < shape[dim]!;
        count *= high[i]! - low[i]! + 1;
      }
      if (inside && count <= 4096) {
        set(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY);
        scan(i, 0, 0);
      } else set(...this.#all(table, elements));
      put(to, i, ends[0]!, ends[1]!);
    }
  }

  #all(table: Tensor, elements: TypedArray | null): readonly [number, number] {
    if (elements === null) return anyOf(table);
    let known = this.#ofAll.get(table);
    if (known === undefined) {
      set(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY);
      for (const value of elements) include(table, value);
      known = [ends[0]!, ends[1]!];
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

function anyOf({ dtype }: Tensor): readonly [number, number] {
  if (dtype === "int32") return [-(2 ** 31), 2 ** 31 - 1];
  return dtype === "bool" ? [0, 1] : [Number.NaN, Number.NaN];
}

/** A grid's ranges, repeated for all rows and columns. */
function spread(grid: Grid, rows: number, columns: number): Ranges {
  if (grid.rows === rows && grid.columns === columns) return grid;
  const repeated = (values: Float64Array): Float64Array => {
    const all = new Float64Array(rows * columns);
    for (let row = 0; row < rows; row++) {
      const from = grid.rows === 1 ? 0 : row * grid.columns;
      if (grid.columns === 1) all.fill(values[from]!, row * columns, (row + 1) * columns);
      else all.set(values.subarray(from, from + columns), row * columns);
    }
    return all;
  };
  return { low: repeated(grid.low), high: repeated(grid.high) };
}

function put({ low, high }: Grid, i: number, from: number, to: number): void {
  const known = from <= to;
  low[i] = known ? from : Number.NaN;
  high[i] = known ? to : Number.NaN;
}

/** The range that a rule has found, and whether the result is a whole number. An array: a variable would box each number. */
const ends: Float64Array = new Float64Array(2);
let isWhole = false;

function set(low: number, high: number): void {
  ends[0] = low;
  ends[1] = high;
}

function include({ dtype }: Tensor, value: number): void {
  // What float64 holds may be rounded to float32.
  const near = dtype === "float64" ? Math.fround(value) : value;
  set(Math.min(ends[0]!, value, near), Math.max(ends[1]!, value, near));
}

/** Floats are computed in float32 or float64, and by kernels of their own: a range that holds all results. */
function rounded(low: number, high: number): void {
  if (isWhole) set(low, high);
  else if (!(Math.max(-low, high) < 1e38)) set(Number.NaN, Number.NaN);
  else set(low - Math.abs(low) * 1e-5 - 1e-30, high + Math.abs(high) * 1e-5 + 1e-30);
}

const test = (holds: boolean, fails: boolean): void => set(holds ? 1 : 0, fails ? 0 : 1);

function corners(x: number, y: number, z: number, w: number): void {
  rounded(Math.min(x, y, z, w), Math.max(x, y, z, w));
}

function quotient(a: number, A: number, b: number, B: number): void {
  if (b <= 0 && B >= 0) set(Number.NaN, Number.NaN);
  else corners(a / b, a / B, A / b, A / B);
}

function remainder(a: number, A: number, b: number, B: number): void {
  const from = Math.floor(a / b);
  if (!isWhole || (b <= 0 && B >= 0)) set(Number.NaN, Number.NaN);
  else if (b === B && from === Math.floor(A / b)) set(a - from * b, A - from * b);
  else set(b > 0 ? 0 : b + 1, b > 0 ? B - 1 : 0);
}

function either(c: number, C: number, a: number, A: number, b: number, B: number): void {
  if (c === 1) set(a, A);
  else if (C === 0) set(b, B);
  else set(Math.min(a, b), Math.max(A, B));
}

/** The range of a result from those of the operands; capitals are the high ends. */
type Rule = (a: number, A: number, b: number, B: number, c: number, C: number) => void;

const rules: Readonly<Record<Unary | Binary | "where", Rule>> = {
  neg: (a, A) => set(-A, -a),
  abs: (a, A) => set(Math.max(0, a, -A), Math.max(-a, A)),
  floor: (a, A) => set(Math.floor(a), Math.floor(A)),
  exp: (a, A) => rounded(Math.exp(a), Math.exp(A)),
  log: (a, A) => rounded(Math.log(a), Math.log(A)),
  tanh: (a, A) => rounded(Math.tanh(a), Math.tanh(A)),
  sigmoid: (a, A) => rounded(1 / (1 + Math.exp(-a)), 1 / (1 + Math.exp(-A))),
  add: (a, A, b, B) => rounded(a + b, A + B),
  sub: (a, A, b, B) => rounded(a - B, A - b),
  mul: (a, A, b, B) => corners(a * b, a * B, A * b, A * B),
  div: quotient,
  floorDivide(a, A, b, B) {
    quotient(a, A, b, B);
    set(Math.floor(ends[0]!), Math.floor(ends[1]!));
  },
  remainder,
  minimum: (a, A, b, B) => set(Math.min(a, b), Math.min(A, B)),
  maximum: (a, A, b, B) => set(Math.max(a, b), Math.max(A, B)),
  logicalAnd: (a, A, b, B) => set(Math.min(a, b), Math.min(A, B)),
  logicalOr: (a, A, b, B) => set(Math.max(a, b), Math.max(A, B)),
  logicalNot: (a, A) => set(1 - A, 1 - a),
  lt: (a, A, b, B) => test(A < b, a >= B),
  le: (a, A, b, B) => test(A <= b, a > B),
  gt: (a, A, b, B) => test(a > B, A <= b),
  ge: (a, A, b, B) => test(a >= B, A < b),
  eq: (a, A, b, B) => test(a === A && a === b && b === B, A < b || B < a),
  ne: (a, A, b, B) => test(A < b || B < a, a === A && a === b && b === B),
  where: either,
};

function follow({ op, kind }: Traced, to: Grid, [a, b = a, c = b]: readonly Ranges[]): void {
  const rule = op in rules ? rules[op as keyof typeof rules] : undefined;
  isWhole = kind === "whole";
  for (let i = 0; i < to.low.length; i++) {
    if (rule) rule(a!.low[i]!, a!.high[i]!, b!.low[i]!, b!.high[i]!, c!.low[i]!, c!.high[i]!);
    else set(Number.NaN, Number.NaN); // a score
    put(to, i, ends[0]!, ends[1]!);
  }
}

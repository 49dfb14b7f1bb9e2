// The least and the largest value of symbols while their places run over ranges: proofs that indices are inside, and that tiles of a
// mask are full or empty.

import type { Tensor, TypedArray } from "@saccade/tensor";
import { checkElements, contiguousStrides, isCapturing, numelOf } from "@saccade/tensor/backend";
import { graphOf } from "./trace.ts";
import { type Binary, isPlace, type Place, type Sizes, type Traced, type Unary } from "./traced.ts";

/** A range of numbers, both ends included. Both ends are NaN where nothing is known. */
export type Range = readonly [low: number, high: number];

/** A range of each place. */
export type Box = Readonly<Record<Place, Range>>;

/** All places. */
export const allOf = ({ b, h, q, kv }: Sizes): Box => ({
  b: [0, b - 1],
  h: [0, h - 1],
  q: [0, q - 1],
  kv: [0, kv - 1],
});

/** The ranges of graphs' symbols. The elements of captured tensors are read once. */
export class Bounds {
  /** Whether a captured tensor was met that the host cannot read. */
  unread: boolean = false;
  readonly #symbols: readonly Traced[];
  /** The elements of captured tensors in row-major order; null for those that the host cannot read. */
  readonly #elements: Map<Tensor, TypedArray | null> = new Map();
  readonly #ofAll: Map<Tensor, Range> = new Map();

  constructor(graphs: readonly Traced[]) {
    this.#symbols = [...new Set(graphs.flatMap((graph) => [...graphOf(graph)]))];
  }

  /** The ranges of all symbols within a box. */
  within(box: Box): ReadonlyMap<Traced, Range> {
    const found = new Map<Traced, Range>();
    for (const x of this.#symbols) {
      const args = x.args.map((arg) => found.get(arg)!);
      found.set(x, this.#range(x, args, box));
    }
    return found;
  }

  #range({ op, kind, value, table }: Traced, args: readonly Range[], box: Box): Range {
    if (isPlace(op)) return box[op];
    if (op === "constant") return spanOf([value]);
    if (op === "gather") return this.#gather(table!, args);
    const isFractional = kind === "number" && (op === "floorDivide" || op === "remainder");
    if (op === "score" || isFractional) return unknown;
    const [a, b = a, c = b] = args;
    const range = rules[op](a!, b!, c!);
    return kind === "number" ? rounded(range) : range;
  }

  #gather(table: Tensor, indices: readonly Range[]): Range {
    const elements = this.#read(table);
    if (elements === null) return anyOf(table);
    const { shape } = table;
    const inside = indices.every(([low, high], dim) => low >= 0 && high < shape[dim]!);
    const count = indices.reduce((product, [low, high]) => product * (high - low + 1), 1);
    if (!inside || count > 4096) {
      const known = this.#ofAll.get(table) ?? spanOf(elements);
      this.#ofAll.set(table, known);
      return known;
    }
    const strides = contiguousStrides(shape);
    const met: number[] = [];
    const scan = (dim: number, offset: number): void => {
      if (dim === shape.length) met.push(elements[offset]!);
      else {
        const [low, high] = indices[dim]!;
        for (let at = low; at <= high; at++) scan(dim + 1, offset + at * strides[dim]!);
      }
    };
    scan(0, 0);
    return spanOf(met);
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

const unknown: Range = [Number.NaN, Number.NaN];

function anyOf({ dtype }: Tensor): Range {
  if (dtype === "int32") return [-(2 ** 31), 2 ** 31 - 1];
  return dtype === "bool" ? [0, 1] : unknown;
}

/** The range of numbers, which float32 may round. */
function spanOf(values: ArrayLike<number>): Range {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (let i = 0; i < values.length; i++) {
    const [value, near] = [values[i]!, Math.fround(values[i]!)];
    low = Math.min(low, value, near);
    high = Math.max(high, value, near);
  }
  return [low, high];
}

/** Floats are computed in float32 or float64, and by kernels of their own: a range that holds all results. */
function rounded([low, high]: Range): Range {
  if (!(Math.max(-low, high) < 1e38)) return unknown;
  return [low - Math.abs(low) * 1e-5 - 1e-30, high + Math.abs(high) * 1e-5 + 1e-30];
}

const test = (holds: boolean, fails: boolean): Range => [holds ? 1 : 0, fails ? 0 : 1];
const isSame = ([a, A]: Range, [b, B]: Range): boolean => a === A && a === b && b === B;
const areApart = ([a, A]: Range, [b, B]: Range): boolean => A < b || B < a;
const least: Rule = ([a, A], [b, B]) => [Math.min(a, b), Math.min(A, B)];
const most: Rule = ([a, A], [b, B]) => [Math.max(a, b), Math.max(A, B)];
const rising =
  (f: (x: number) => number): Rule =>
  ([a, A]) => [f(a), f(A)];

const corners = (...all: readonly number[]): Range => [Math.min(...all), Math.max(...all)];
const quotient: Rule = ([a, A], [b, B]) => (b <= 0 && B >= 0 ? unknown : corners(a / b, a / B, A / b, A / B));

/** Of whole numbers. */
function remainder([a, A]: Range, [b, B]: Range): Range {
  if (b <= 0 && B >= 0) return unknown;
  const from = Math.floor(a / b);
  if (b === B && from === Math.floor(A / b)) return [a - from * b, A - from * b];
  return b > 0 ? [0, B - 1] : [b + 1, 0];
}

/** The range of a result from those of the operands. */
type Rule = (a: Range, b: Range, c: Range) => Range;

const rules: Readonly<Record<Unary | Binary | "where", Rule>> = {
  neg: ([a, A]) => [-A, -a],
  abs: ([a, A]) => [Math.max(0, a, -A), Math.max(-a, A)],
  floor: rising(Math.floor),
  exp: rising(Math.exp),
  log: rising(Math.log),
  tanh: rising(Math.tanh),
  sigmoid: rising((x) => 1 / (1 + Math.exp(-x))),
  add: ([a, A], [b, B]) => [a + b, A + B],
  sub: ([a, A], [b, B]) => [a - B, A - b],
  mul: ([a, A], [b, B]) => corners(a * b, a * B, A * b, A * B),
  div: quotient,
  floorDivide: (a, b, c) => rules.floor(quotient(a, b, c), b, c),
  remainder,
  minimum: least,
  maximum: most,
  logicalAnd: least,
  logicalOr: most,
  logicalNot: ([a, A]) => [1 - A, 1 - a],
  lt: ([a, A], [b, B]) => test(A < b, a >= B),
  le: ([a, A], [b, B]) => test(A <= b, a > B),
  gt: ([a, A], [b, B]) => test(a > B, A <= b),
  ge: ([a, A], [b, B]) => test(a >= B, A < b),
  eq: (a, b) => test(isSame(a, b), areApart(a, b)),
  ne: (a, b) => test(areApart(a, b), isSame(a, b)),
  where: ([c, C], [a, A], [b, B]) => (c === 1 ? [a, A] : C === 0 ? [b, B] : [Math.min(a, b), Math.max(A, B)]),
};

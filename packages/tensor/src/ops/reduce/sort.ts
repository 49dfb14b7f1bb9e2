import { apply } from "../../apply/apply.ts";
import type { HostArray, Meta, MetasOf, Op } from "../../apply/op.ts";
import { checkBoolean, checkInteger, checkOptions, type OptionNames, optionNames } from "../../arguments.ts";
import { dimOf } from "../../check-shape.ts";
import { checkArguments, checkTensor } from "../../check-tensor.ts";
import { IndexError } from "../../errors.ts";
import { refuseExtra } from "../../extra-arguments.ts";
import { mapSizes } from "../../memory/shape.ts";
import { inOrder } from "../../reference/iterate.ts";
import type { Tensor } from "../../tensor.ts";
import { type DimAttrs, forEachRow, putBack, type ValuesAndIndices, valuesAndIndices } from "./along.ts";

type Ranking<A extends DimAttrs> = Op<readonly [Tensor], readonly [Tensor, Tensor], A>;

/** Options of {@link sort} and {@link argsort}. */
export interface SortOptions {
  /** Largest first. */
  readonly descending?: boolean;
  /** Accepted for compatibility with PyTorch. The sort is always stable. */
  readonly stable?: boolean;
}

/** Options of {@link topk}. */
export interface TopkOptions {
  /** False picks the smallest elements. */
  readonly largest?: boolean;
  /** Accepted for compatibility with PyTorch. The result is always sorted. */
  readonly sorted?: boolean;
}

interface SortAttrs extends DimAttrs {
  readonly descending: boolean;
}

interface TopkAttrs extends DimAttrs {
  readonly k: number;
  readonly largest: boolean;
}

export const sortOp: Ranking<SortAttrs> = {
  name: "sort",
  infer: ([x]) => rankedMetas(x),
  forward: ([x], [values, indices], { dim, descending }) => rank(x, values, indices, dim, descending),
  gradient: ([g], [x], [, indices], { dim }) => [() => putBack(g, indices, x, dim)],
};

export const topkOp: Ranking<TopkAttrs> = {
  name: "topk",
  infer: ([x], { dim, k }) =>
    rankedMetas({ shape: mapSizes(x.shape, (size, i) => (i === dim ? k : size)), dtype: x.dtype }),
  forward: ([x], [values, indices], { dim, largest }) => rank(x, values, indices, dim, largest),
  gradient: ([g], [x], [, indices], { dim }) => [() => putBack(g, indices, x, dim)],
};

function rankedMetas({ shape, dtype }: Meta): MetasOf<readonly [Tensor, Tensor]> {
  return [
    { shape, dtype },
    { shape, dtype: "int32" },
  ];
}

/** Writes the first elements of every sorted row, as many as the outputs hold. */
function rank(x: HostArray, values: HostArray, indices: HostArray, dim: number, descending: boolean): void {
  const { data, offset } = inOrder(x);
  const order = new Int32Array(x.shape[dim] ?? 1);
  const sign = descending ? -1 : 1;
  const starts: number[] = [];
  forEachRow(values.shape, dim, (start) => starts.push(start));
  if (starts.length === 0) return;
  const taken = values.shape[dim] ?? 1;
  forEachRow(x.shape, dim, (start, step, length, row) => {
    const from = offset + start;
    for (let j = 0; j < length; j++) order[j] = j;
    order.sort((i, j) => sign * compare(data[from + i * step]!, data[from + j * step]!) || i - j);
    for (let j = 0, at = starts[row]!; j < taken; j++, at += step) {
      values.data[at] = data[from + order[j]! * step]!;
      indices.data[at] = order[j]!;
    }
  });
}

/** Ascending numbers, then NaN. −0 equals 0. */
function compare(a: number, b: number): number {
  if (a < b) return -1;
  if (a > b) return 1;
  return Number(Number.isNaN(a)) - Number(Number.isNaN(b));
}

const rankOptions = (what: string): OptionNames =>
  optionNames<SortOptions>(what, { descending: true, stable: true }, `x.${what}(-1, { descending: true })`);

const [sortOptions, argsortOptions] = [rankOptions("sort"), rankOptions("argsort")];

function sortAttrs(
  names: OptionNames,
  x: Tensor,
  dim: number | undefined,
  options: SortOptions | undefined,
): SortAttrs {
  const { what, example } = names;
  checkTensor(what, "x", x);
  const d = dimOf(what, dim === undefined ? -1 : dim, x.ndim, `as in ${example}`);
  checkOptions(names, options);
  const { descending = false, stable = true } = options ?? {};
  checkBoolean(what, "descending", descending);
  checkBoolean(what, "stable", stable);
  return { dim: d, descending };
}

/**
 * Sorts along a dim (−1 by default). Returns the values and their indices in x. The sort is stable; NaN counts as the
 * largest.
 *
 * @example tensor([3, 1, 2]).sort() // { values: tensor([1, 2, 3]), indices: tensor([1, 2, 0], dtype=int32) }
 */
export function sort(x: Tensor, dim?: number, options?: SortOptions): ValuesAndIndices {
  refuseExtra("sort", arguments, 3);
  return valuesAndIndices(apply(sortOp, [x], sortAttrs(sortOptions, x, dim, options)));
}

/**
 * The indices (int32) that sort x along a dim (−1 by default), as returned by {@link sort}.
 *
 * @example tensor([3, 1, 2]).argsort() // tensor([1, 2, 0], dtype=int32)
 */
export function argsort(x: Tensor, dim?: number, options?: SortOptions): Tensor {
  refuseExtra("argsort", arguments, 3);
  return apply(sortOp, [x], sortAttrs(argsortOptions, x, dim, options))[1];
}

const topkOptions = optionNames<TopkOptions>(
  "topk",
  { largest: true, sorted: true },
  "x.topk(3, -1, { largest: false })",
);

/**
 * The k largest (or smallest) elements along a dim (−1 by default), in order, and their indices in x. Equal elements
 * keep their order; NaN counts as the largest.
 *
 * @throws IndexError unless k is in 0 to the dim's size.
 * @example tensor([3, 1, 2]).topk(2) // { values: tensor([3, 2]), indices: tensor([0, 2], dtype=int32) }
 */
export function topk(x: Tensor, k: number, dim?: number, options?: TopkOptions): ValuesAndIndices {
  checkArguments(topkOptions, arguments, 4);
  const fix = `as in ${topkOptions.example}`;
  checkInteger("topk", "k", k, 0, undefined, fix);
  const d = dimOf("topk", dim === undefined ? -1 : dim, x.ndim, fix);
  checkOptions(topkOptions, options);
  const { largest = true, sorted = true } = options ?? {};
  checkBoolean("topk", "largest", largest);
  checkBoolean("topk", "sorted", sorted);
  const size = x.shape[d];
  if (k < (size === undefined ? 1 : 0) || k > (size ?? 1)) {
    throw new IndexError(
      `topk: k = ${k} is out of range for dim ${d} of ${x.describe()}; use a whole number up to ${size ?? 1}.`,
    );
  }
  return valuesAndIndices(apply(topkOp, [x], { dim: d, k, largest }));
}

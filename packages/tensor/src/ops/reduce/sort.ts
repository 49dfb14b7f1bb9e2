import { checkInteger, flag, IndexError, type Options, type OptionsOf, options } from "@saccade/contract";
import {
  apply,
  checkTensor,
  dimOf,
  type HostArray,
  inOrder,
  type Meta,
  type MetasOf,
  mapSizes,
  type Op,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { putBack } from "../indexing/gather.ts";
import { type DimAttrs, forEachRow, type ValuesAndIndices, valuesAndIndices } from "./dims.ts";

type Ranking<A extends DimAttrs> = Op<readonly [Tensor], readonly [Tensor, Tensor], A>;

interface SortAttrs extends DimAttrs {
  readonly descending: boolean;
}

interface TopkAttrs extends DimAttrs {
  readonly k: number;
  readonly largest: boolean;
}

export const sortOp: Ranking<SortAttrs> = {
  name: "sort",
  batch: true,
  infer: ([x]) => rankedMetas(x),
  forward: ([x], [values, indices], { dim, descending }) => rank(x, values, indices, dim, descending),
  gradient: ([g], [x], [, indices], { dim }) => [() => putBack(g, indices, x, dim)],
};

export const topkOp: Ranking<TopkAttrs> = {
  name: "topk",
  batch: true,
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

const sortRules = {
  /** Largest first. Default false. */
  descending: flag(false),
  /** Accepted for compatibility with PyTorch. The sort is always stable. */
  stable: flag(true),
} as const;
const rankOptions = (what: string): Options<typeof sortRules> =>
  options(`x.${what}(-1, { descending: true })`, sortRules);
const [sortOptions, argsortOptions] = [rankOptions("sort"), rankOptions("argsort")];

/** Options of {@link sort} and {@link argsort}. */
export interface SortOptions extends OptionsOf<typeof sortOptions> {}

function sortAttrs(
  of: Options<typeof sortRules>,
  x: Tensor,
  dim: number = -1,
  chosen?: SortOptions,
): SortAttrs {
  checkTensor(of.what, "x", x);
  const d = dimOf(of.what, dim, x.ndim, `as in ${of.example}`);
  return { dim: d, descending: of(chosen).descending };
}

/**
 * Sorts along a dim (−1 by default). Returns the values and their indices in x. The sort is stable; NaN counts as the
 * largest.
 *
 * @example tensor([3, 1, 2]).sort() // { values: tensor([1, 2, 3]), indices: tensor([1, 2, 0], dtype=int32) }
 */
export function sort(x: Tensor, dim?: number, given?: SortOptions): ValuesAndIndices {
  return valuesAndIndices(apply(sortOp, [x], sortAttrs(sortOptions, x, dim, given)));
}

/**
 * The indices (int32) that sort x along a dim (−1 by default), as returned by {@link sort}.
 *
 * @example tensor([3, 1, 2]).argsort() // tensor([1, 2, 0], dtype=int32)
 */
export function argsort(x: Tensor, dim?: number, given?: SortOptions): Tensor {
  return apply(sortOp, [x], sortAttrs(argsortOptions, x, dim, given))[1];
}

const topkOptions = options("x.topk(3, -1, { largest: false })", {
  /** False picks the smallest elements. Default true. */
  largest: flag(true),
  /** Accepted for compatibility with PyTorch. The result is always sorted. */
  sorted: flag(true),
});

/** Options of {@link topk}. */
export interface TopkOptions extends OptionsOf<typeof topkOptions> {}

/**
 * The k largest (or smallest) elements along a dim (−1 by default), in order, and their indices in x. Equal elements
 * keep their order; NaN counts as the largest.
 *
 * @throws IndexError unless k is in 0 to the dim's size.
 * @example tensor([3, 1, 2]).topk(2) // { values: tensor([3, 2]), indices: tensor([0, 2], dtype=int32) }
 */
export function topk(x: Tensor, k: number, dim?: number, given?: TopkOptions): ValuesAndIndices {
  checkTensor(topkOptions.what, "x", x);
  const fix = `as in ${topkOptions.example}`;
  checkInteger("topk", "k", k, 0, undefined, fix);
  const d = dimOf("topk", dim === undefined ? -1 : dim, x.ndim, fix);
  const { largest } = topkOptions(given);
  const size = x.shape[d];
  if (k < (size === undefined ? 1 : 0) || k > (size ?? 1))
    throw new IndexError(
      `topk: k = ${k} is out of range for dim ${d} of ${x.describe()}; use a whole number up to ${size ?? 1}.`,
    );
  return valuesAndIndices(apply(topkOp, [x], { dim: d, k, largest }));
}

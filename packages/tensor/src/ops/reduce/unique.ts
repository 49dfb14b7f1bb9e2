import { readElements } from "../../apply/capture/host-values.ts";
import { dimOf } from "../../contract/check-shape.ts";
import { checkTensor } from "../../contract/check-tensor.ts";
import { type Options, type OptionsOf, options, type Settings } from "../../contract/options.ts";
import { flag, whole } from "../../contract/rules.ts";
import { fromData } from "../../create.ts";
import { ShapeError } from "../../errors.ts";
import { iterable } from "../../iterable.ts";
import type { Tensor } from "../../tensor.ts";
import { indexSelect } from "../indexing/index-select.ts";

const consecutiveRules = {
  /** Whether to return the index of each element among the unique ones. Default false. */
  returnInverse: flag(false),
  /** Whether to return the number of occurrences of each. Default false. */
  returnCounts: flag(false),
  /** The dim whose slices are compared as wholes. Default: the elements of the flattened tensor. */
  dim: whole(),
} as const;
const uniqueRules = {
  /** Accepted for compatibility with PyTorch. The result is always sorted. */
  sorted: flag(true),
  ...consecutiveRules,
} as const;
const uniqueOptions = options("unique", uniqueRules, {
  example: "unique(x, { returnCounts: true })",
  renamed: { axis: "write dim" },
});
const consecutiveOptions = options("uniqueConsecutive", consecutiveRules, {
  example: "uniqueConsecutive(x, { returnCounts: true })",
  renamed: { axis: "write dim" },
});

/** Options of {@link unique}. */
export interface UniqueOptions extends OptionsOf<typeof uniqueOptions> {}
/** Options of {@link uniqueConsecutive}. */
export interface UniqueConsecutiveOptions extends OptionsOf<typeof consecutiveOptions> {}

/** The unique elements and the requested extras; iterates in this order. */
export interface Unique extends Iterable<Tensor> {
  /** The unique elements or slices. */
  readonly output: Tensor;
  /** The place of each element of x (or each slice) in `output`, int32; with `returnInverse`. */
  readonly inverseIndices?: Tensor;
  /** How often each element of `output` occurs in x, int32; with `returnCounts`. */
  readonly counts?: Tensor;
}

/**
 * The distinct elements of x, ascending; or along `dim` the distinct slices, in lexicographic order. Each NaN is distinct.
 * x is read on the host, which waits for the backend.
 *
 * @throws ShapeError for slices without elements.
 * @example unique(tensor([3, 1, 3]), { returnCounts: true }).counts // tensor([1, 2], dtype=int32)
 */
export function unique(x: Tensor, given?: UniqueOptions): Unique {
  return distinct(uniqueOptions, x, uniqueOptions(given), true);
}

/**
 * x without repetitions: of each run of equal elements (or of slices along `dim`) the first. x is read on the host, which
 * waits for the backend.
 *
 * @throws ShapeError for slices without elements.
 * @example uniqueConsecutive(tensor([1, 1, 2, 1])).output // tensor([1, 2, 1])
 */
export function uniqueConsecutive(x: Tensor, given?: UniqueConsecutiveOptions): Unique {
  return distinct(consecutiveOptions, x, consecutiveOptions(given), false);
}

function distinct(
  of: Options<typeof uniqueRules> | Options<typeof consecutiveRules>,
  x: Tensor,
  { dim, returnInverse, returnCounts }: Settings<typeof consecutiveRules>,
  sorted: boolean,
): Unique {
  const { what } = of;
  checkTensor(what, "x", x);
  const d = dim === undefined || x.ndim === 0 ? undefined : dimOf(what, dim, x.ndim, `as in ${of.example}`);
  const rows = d === undefined ? x.flatten() : x.movedim(d, 0);
  const n = rows.shape[0]!;
  if (n > 0 && rows.numel === 0)
    throw new ShapeError(
      `${what}: the slices of ${x.describe()} along dim ${d} have no elements to compare; choose another dim.`,
    );
  const elements = readElements(what, rows);
  const width = rows.numel / Math.max(n, 1);
  const order = (i: number, j: number): number => {
    for (let k = 0; k < width; k++) {
      const [a, b] = [elements[i * width + k]!, elements[j * width + k]!];
      if (a !== b && !(Number.isNaN(a) && Number.isNaN(b))) return a < b || Number.isNaN(b) ? -1 : 1;
    }
    return 0;
  };
  const same = (i: number, j: number): boolean => {
    for (let k = 0; k < width; k++) if (elements[i * width + k] !== elements[j * width + k]) return false;
    return true;
  };

  const list = Int32Array.from({ length: n }, (_, i) => i);
  if (sorted) list.sort((i, j) => order(i, j) || i - j);
  const firsts: number[] = [];
  const counts: number[] = [];
  const inverse = new Int32Array(n);
  for (let k = 0; k < n; k++) {
    const i = list[k]!;
    if (k > 0 && same(list[k - 1]!, i)) counts[counts.length - 1]!++;
    else {
      firsts.push(i);
      counts.push(1);
    }
    inverse[i] = firsts.length - 1;
  }
  const int32 = (data: Int32Array, shape: readonly number[]): Tensor =>
    fromData(data, shape, { backend: x.backend });
  const results: { output: Tensor; inverseIndices?: Tensor; counts?: Tensor } = {
    output: indexSelect(d === undefined ? rows : x, d ?? 0, int32(Int32Array.from(firsts), [firsts.length])),
  };
  if (returnInverse) results.inverseIndices = int32(inverse, d === undefined ? x.shape : [n]);
  if (returnCounts) results.counts = int32(Int32Array.from(counts), [counts.length]);
  return iterable<Required<typeof results>>(results as Required<typeof results>);
}

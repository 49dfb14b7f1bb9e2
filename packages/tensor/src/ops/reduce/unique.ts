// Distinct elements, and counts of each.

import * as c from "@saccade/contract";
import { fromData, ones, zeros } from "../../create.ts";
import { iterable } from "../../iterable.ts";
import {
  checkAddressable,
  checkInputs,
  checkTensor,
  dimOf,
  readElements,
  refuseElements,
  sameShape,
  tensorRule,
  widestFloat,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { cast } from "../elementwise/cast.ts";
import { scatterAdd } from "../indexing/gather.ts";
import { indexSelect } from "../indexing/index-select.ts";

const consecutiveRules = {
  /** Whether to return the index of each element among the unique ones. Default false. */
  returnInverse: /* @__PURE__ */ c.flag(false),
  /** Whether to return the number of occurrences of each. Default false. */
  returnCounts: /* @__PURE__ */ c.flag(false),
  /** The dim whose slices are compared as wholes. Default: the elements of the flattened tensor. */
  dim: /* @__PURE__ */ c.whole(),
} as const;
const uniqueRules = {
  /** Accepted for compatibility with PyTorch. The result is always sorted. */
  sorted: /* @__PURE__ */ c.flag(true),
  ...consecutiveRules,
} as const;
const uniqueOptions = /* @__PURE__ */ c.options("unique(x, { returnCounts: true })", uniqueRules, {
  renamed: { axis: "write dim" },
});
const consecutiveOptions = /* @__PURE__ */ c.options(
  "uniqueConsecutive(x, { returnCounts: true })",
  consecutiveRules,
  {
    renamed: { axis: "write dim" },
  },
);

/** Options of {@link unique}. */
export interface UniqueOptions extends c.OptionsOf<typeof uniqueOptions> {}
/** Options of {@link uniqueConsecutive}. */
export interface UniqueConsecutiveOptions extends c.OptionsOf<typeof consecutiveOptions> {}

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
  of: c.Options<typeof uniqueRules> | c.Options<typeof consecutiveRules>,
  x: Tensor,
  { dim, returnInverse, returnCounts }: c.Settings<typeof consecutiveRules>,
  sorted: boolean,
): Unique {
  const { what } = of;
  checkTensor(what, "x", x);
  const d = dim === undefined || x.ndim === 0 ? undefined : dimOf(what, dim, x.ndim, `as in ${of.example}`);
  const rows = d === undefined ? x.flatten() : x.movedim(d, 0);
  const n = rows.shape[0]!;
  if (n > 0 && rows.numel === 0)
    throw new c.ShapeError(
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

const bincountOptions = /* @__PURE__ */ c.options("bincount(x, { minlength: 10 })", {
  /** The weight of each element, of x's shape. Default: 1. */
  weights: /* @__PURE__ */ tensorRule(),
  /** The least size of the result. Default 0. */
  minlength: /* @__PURE__ */ c.whole(0, { min: 0 }),
});

/** Options of {@link bincount}. */
export interface BincountOptions extends c.OptionsOf<typeof bincountOptions> {}

/**
 * How often each whole number from 0 on occurs in a vector: int32; with weights, the sums of the weights of equal
 * elements, in float32 for float32 weights, else in float64 (float32 on a backend without it).
 *
 * @throws DTypeError unless x is int32; ShapeError unless x is a vector, and weights have its shape; ArgumentError for a
 * negative element.
 * @example bincount(tensor([0, 2, 2], { dtype: "int32" })) // tensor([1, 0, 2], dtype=int32)
 */
export function bincount(x: Tensor, given?: BincountOptions): Tensor {
  checkTensor(bincountOptions.what, "x", x);
  const { weights, minlength } = bincountOptions(given);
  checkInputs("bincount", weights === undefined ? { x } : { x, weights });
  if (x.dtype !== "int32")
    throw new c.DTypeError(`bincount: ${x.describe()} must be int32; convert it with to("int32").`);
  if (x.ndim !== 1) throw new c.ShapeError(`bincount: ${x.describe()} must be a vector; flatten() it.`);
  if (weights !== undefined && !sameShape(weights.shape, x.shape))
    throw new c.ShapeError(
      `bincount: weights ${weights.describe()} must have the shape of x ${x.describe()}; expand() it.`,
    );
  refuseElements(
    "bincount",
    x,
    (value) => value >= 0,
    (value, position) => c.badArgument("bincount", `x${position}`, "a whole number ≥ 0", value),
  );
  let most = -1;
  for (const value of readElements("bincount", x)) most = Math.max(most, value);
  checkAddressable("bincount", [Math.max(most + 1, minlength)]);
  const { backend } = x;
  const term =
    weights === undefined
      ? ones(x.shape, { dtype: "int32", backend })
      : cast(weights, weights.dtype === "float32" ? "float32" : widestFloat(backend));
  return scatterAdd(zeros([Math.max(most + 1, minlength)], { dtype: term.dtype, backend }), 0, x, term);
}

// Elements by their rank or number: medians, the k-th smallest, the most frequent.

import {
  ArgumentError,
  badArgument,
  checkInteger,
  DTypeError,
  IndexError,
  type Options,
  type OptionsOf,
  oneOf,
  ShapeError,
} from "@saccade/contract";
import { full } from "../../create.ts";
import {
  apply1,
  checkSameBackend,
  checkTensor,
  dimOf,
  inOrder,
  isFloat,
  mapSizes,
  type Op,
  refuseElements,
} from "../../kit.ts";
import { Tensor } from "../../tensor.ts";
import { eq, isnan, where } from "../elementwise/comparison.ts";
import { gather } from "../indexing/gather.ts";
import {
  type DimAttrs,
  dropDim,
  forEachRow,
  functionOptions,
  keepdimOptions,
  onlyDim,
  type ReduceOptions,
  reduceDimAttrs,
  reduceRules,
  requireElements,
  requireFloat,
  type ValuesAndIndices,
  valuesAndIndices,
} from "./dims.ts";
import { max } from "./extremes.ts";
import { argsort, sort } from "./sort.ts";

type Of = Options<typeof reduceRules>;
/** The place of the median in a sorted row of n elements that ends in NaNs. */
type Place = (n: number, nans: Tensor) => Tensor;

// The first NaN if there is one, else the lower of two middle elements.
const middle: Place = (n, nans) => where(nans.gt(0), nans.neg().add(n), Math.floor((n - 1) / 2));
const middleOfNumbers: Place = (n, nans) =>
  nans
    .neg()
    .add(n - 1)
    .floorDivide(2)
    .clamp({ min: 0 });

/** The element at a place of each sorted row, and its index; the dim is kept. */
function atPlace(x: Tensor, dim: number, place: Place): ValuesAndIndices {
  const nans = isnan(x).sum(x.ndim === 0 ? undefined : dim, { keepdim: true });
  const indices = gather(argsort(x, dim), dim, place(x.shape[dim] ?? 1, nans));
  return valuesAndIndices([gather(x, dim, indices), indices]);
}

function medianOf(
  of: Of,
  place: Place,
  x: Tensor,
  dim: number | undefined,
  options: ReduceOptions | undefined,
): Tensor | ValuesAndIndices {
  if (dim === undefined && options !== undefined)
    throw new ArgumentError(`${of.what}: options need a dim; write ${of.example}.`);
  const attrs = reduceDimAttrs(of, x, dim, options);
  if (dim === undefined && x.numel === 0 && isFloat(x.dtype)) return x.sum().add(Number.NaN);
  requireElements(of.what, x, attrs);
  if (dim !== undefined) {
    const along = onlyDim(attrs);
    const { values, indices } = atPlace(x, along, place);
    const drop = (y: Tensor): Tensor => dropDim(y, along, attrs.keepdim);
    return valuesAndIndices([drop(values), drop(indices)]);
  }
  const all = x.flatten();
  const value = atPlace(all, 0, place).values.detach().reshape([]);
  if (!isFloat(x.dtype)) return value;
  // As in PyTorch, all elements that equal the median share its gradient.
  const ties = eq(all, value).logicalOr(isnan(all).logicalAnd(isnan(value)));
  return max(where(ties, all, Number.NEGATIVE_INFINITY));
}

const medianOptions = /* @__PURE__ */ keepdimOptions("median");

/**
 * The median of all elements: the lower of two middle ones; NaN if there is one, and without elements. Elements that equal
 * it share the gradient.
 *
 * @throws ShapeError for no int32 elements.
 * @example median(tensor([3, 1, 2, 4])) // tensor(2)
 */
export function median(x: Tensor): Tensor;
/**
 * The medians along a dim and their indices. The gradient goes to the element at the index: the first of equal ones in
 * the order of a stable sort, and the first NaN.
 *
 * @throws ShapeError where the dim has size 0.
 */
export function median(x: Tensor, dim: number, options?: ReduceOptions): ValuesAndIndices;
export function median(x: Tensor, dim?: number, options?: ReduceOptions): Tensor | ValuesAndIndices {
  return medianOf(medianOptions, middle, x, dim, options);
}

const nanmedianOptions = /* @__PURE__ */ keepdimOptions("nanmedian");

/**
 * The {@link median} of the elements that are not NaN; NaN if all are.
 *
 * @throws ShapeError for no int32 elements.
 * @example nanmedian(tensor([3, NaN, 2, 4])) // tensor(3)
 */
export function nanmedian(x: Tensor): Tensor;
/**
 * The medians along a dim of the elements that are not NaN, and their indices.
 *
 * @throws ShapeError where the dim has size 0.
 */
export function nanmedian(x: Tensor, dim: number, options?: ReduceOptions): ValuesAndIndices;
export function nanmedian(x: Tensor, dim?: number, options?: ReduceOptions): Tensor | ValuesAndIndices {
  return medianOf(nanmedianOptions, middleOfNumbers, x, dim, options);
}

/** The index of the last element of the most frequent value of each row of a sorted x. The dim is kept. */
export const longestRunOp: Op<readonly [Tensor], readonly [Tensor], DimAttrs> = {
  name: "longestRun",
  infer: ([x], { dim }) => [
    { shape: mapSizes(x.shape, (size, i) => (i === dim ? 1 : size)), dtype: "int32" },
  ],
  forward([x], [out], { dim }) {
    const { data, offset } = inOrder(x);
    forEachRow(x.shape, dim, (start, step, length, row) => {
      const at = (j: number): number => data[offset + start + j * step]!;
      let [longest, end] = [0, 0];
      for (let j = 0, run = 1; j < length; j++, run++) {
        if (j + 1 < length && at(j) === at(j + 1)) continue;
        if (run > longest) [longest, end] = [run, j];
        run = 0;
      }
      out.data[row] = end;
    });
  },
  gradient: () => [null],
};

/** The elements of x at indices along a dim; the dim goes unless `keepdim`. */
function pick(x: Tensor, dim: number, indices: Tensor, keepdim: boolean): ValuesAndIndices {
  const values = gather(x, dim, indices);
  return valuesAndIndices([dropDim(values, dim, keepdim), dropDim(indices, dim, keepdim)]);
}

const kthvalueOptions = /* @__PURE__ */ keepdimOptions("kthvalue", "kthvalue(x, 2, 1, { keepdim: true })");

/**
 * The k-th smallest element along a dim (−1 by default; k from 1) and its index: of equal elements, the k-th in their
 * order. NaN counts as the largest.
 *
 * @throws IndexError unless k is in 1 to the dim's size.
 * @example kthvalue(tensor([3, 1, 2]), 2) // { values: tensor(2), indices: tensor(2, dtype=int32) }
 */
export function kthvalue(x: Tensor, k: number, dim?: number, options?: ReduceOptions): ValuesAndIndices {
  checkTensor(kthvalueOptions.what, "x", x);
  const fix = `as in ${kthvalueOptions.example}`;
  checkInteger("kthvalue", "k", k, undefined, undefined, fix);
  const d = dimOf("kthvalue", dim === undefined ? -1 : dim, x.ndim, fix);
  const { keepdim } = kthvalueOptions(options);
  const size = x.shape[d] ?? 1;
  if (k < 1 || k > size)
    throw new IndexError(
      `kthvalue: k = ${k} is out of range for dim ${d} of ${x.describe()}; use a whole number from 1 to ${size}.`,
    );
  const order = argsort(x, d);
  return pick(x, d, x.ndim === 0 ? order : order.narrow(d, k - 1, 1), keepdim);
}

const modeOptions = /* @__PURE__ */ keepdimOptions("mode");

/**
 * The most frequent element along a dim (−1 by default) and the index of its last occurrence. Ties go
 * to the smallest element; each NaN is a different element.
 *
 * @throws ShapeError where the dim has size 0.
 * @example mode(tensor([3, 1, 3, 2])) // { values: tensor(3), indices: tensor(2, dtype=int32) }
 */
export function mode(x: Tensor, dim?: number, options?: ReduceOptions): ValuesAndIndices {
  checkTensor(modeOptions.what, "x", x);
  const d = dimOf("mode", dim === undefined ? -1 : dim, x.ndim, `as in ${modeOptions.example}`);
  const { keepdim } = modeOptions(options);
  requireElements("mode", x, { dims: x.ndim === 0 ? [] : [d], keepdim });
  const { values, indices } = sort(x.detach(), d);
  return pick(x, d, gather(indices, d, apply1(longestRunOp, [values], { dim: d })), keepdim);
}

/**
 * x sorted along its first dim: `sort(x, 0).values`.
 *
 * @example msort(tensor([[3, 1], [2, 4]])) // tensor([[2, 1], [3, 4]])
 */
export function msort(x: Tensor): Tensor {
  checkTensor("msort", "x", x);
  return sort(x, 0).values;
}

const quantileRules = {
  /** The result between two elements: a weighted mean of them (`linear`), one of them, or their mean (`midpoint`). */
  interpolation: oneOf(["linear", "lower", "higher", "midpoint", "nearest"], "linear"),
  ...reduceRules,
} as const;
/* @__NO_SIDE_EFFECTS__ */
function optionsFor(what: string): Options<typeof quantileRules> {
  return functionOptions(what, quantileRules, `${what}(x, 0.5, 1, { interpolation: "lower" })`);
}
const quantileOptions = optionsFor("quantile");
const nanquantileOptions = optionsFor("nanquantile");

/** Options of {@link quantile}. */
export interface QuantileOptions extends OptionsOf<typeof quantileOptions, typeof reduceRules> {}

/**
 * The q-quantiles along a dim, or of all elements without it: with the n elements of a row in order, the one at position
 * q (n − 1), counted from 0. Several q, as a vector, give the result a new first dim. NaN if a row has one. The
 * gradient goes to the elements next to that position.
 *
 * @throws ArgumentError for a q outside of 0 to 1; DTypeError unless x is of floats and a tensor q of its dtype; ShapeError
 * where there are no elements, and unless a tensor q is a scalar or a vector.
 * @example quantile(tensor([1, 2, 4, 8]), 0.5) // tensor(3)
 */
export function quantile(x: Tensor, q: number | Tensor, dim?: number, given?: QuantileOptions): Tensor {
  return quantiles(quantileOptions, x, q, dim, given);
}

/**
 * The {@link quantile} of the elements that are not NaN; NaN if all of a row are.
 *
 * @throws ArgumentError, DTypeError and ShapeError as quantile.
 * @example nanquantile(tensor([1, NaN, 3]), 0.5) // tensor(2)
 */
export function nanquantile(x: Tensor, q: number | Tensor, dim?: number, given?: QuantileOptions): Tensor {
  return quantiles(nanquantileOptions, x, q, dim, given);
}

function quantiles(
  of: Options<typeof quantileRules>,
  x: Tensor,
  q: number | Tensor,
  dim: number | undefined,
  chosen: QuantileOptions | undefined,
): Tensor {
  const { what } = of;
  checkTensor(what, "x", x);
  const { interpolation, keepdim } = of(chosen);
  requireFloat(what, x);
  const shares = sharesOf(what, x, q);
  const all = dim === undefined || x.ndim === 0;
  const d = dim === undefined ? 0 : dimOf(what, dim, x.ndim, `as in ${of.example}`);
  requireElements(what, x, { dims: all ? x.shape.map((_, i) => i) : [d], keepdim });

  const rows = all ? x.flatten() : x;
  const n = rows.shape[d]!;
  const nans = isnan(rows).sum(d, { keepdim: true });
  // (…, q, …): the places along the dim, of the sorted elements.
  const along = shares.reshape(rows.shape.map((_, i) => (i === d ? shares.numel : 1)));
  const place =
    what === "quantile"
      ? where(nans.gt(0), n - 1, along.mul(n - 1))
      : along.mul(
          nans
            .neg()
            .add(n - 1)
            .clamp({ min: 0 })
            .to(x.dtype),
        );
  const order = argsort(rows, d);
  const at = (place: Tensor): Tensor => gather(rows, d, gather(order, d, place.to("int32")));
  const found = between(place, interpolation, at);
  return arranged(found, d, { whole: all ? x.ndim : -1, keepdim, many: shares.ndim === 1 });
}

function between(place: Tensor, how: string, at: (place: Tensor) => Tensor): Tensor {
  if (how === "lower") return at(place.floor());
  if (how === "higher") return at(place.ceil());
  if (how === "nearest") return at(place.round());
  const [low, high] = [at(place.floor()), at(place.ceil())];
  const gap = high.sub(low);
  if (how === "midpoint") return high.sub(gap.mul(0.5));
  const weight = place.sub(place.floor());
  // From the nearer of both, which may be the only finite one.
  return where(weight.lt(0.5), low.add(gap.mul(weight)), high.sub(gap.mul(weight.rsub(1))));
}

/** Moves the dim of the quantiles to the front, or removes it for a single quantile. */
function arranged(
  found: Tensor,
  dim: number,
  { whole, keepdim, many }: { readonly whole: number; readonly keepdim: boolean; readonly many: boolean },
): Tensor {
  const rest =
    whole >= 0
      ? Array<number>(keepdim ? whole : 0).fill(1)
      : keepdim
        ? mapSizes(found.shape, (size, i) => (i === dim ? 1 : size))
        : found.shape.filter((_, i) => i !== dim);
  return found.movedim(dim, 0).reshape(many ? [found.shape[dim]!, ...rest] : rest);
}

function sharesOf(what: string, x: Tensor, q: number | Tensor): Tensor {
  const rule = "a number from 0 to 1";
  if (typeof q === "number") {
    if (!(q >= 0 && q <= 1)) throw badArgument(what, "q", rule, q);
    return full([], q, { dtype: x.dtype, backend: x.backend });
  }
  if (!(q instanceof Tensor)) throw badArgument(what, "q", `${rule}, or a tensor of them`, q);
  checkTensor(what, "q", q);
  checkSameBackend(what, [x, q]);
  if (q.dtype !== x.dtype)
    throw new DTypeError(
      `${what}: q must be ${x.dtype}, as x is, got ${q.describe()}; convert it with to("${x.dtype}").`,
    );
  if (q.ndim > 1)
    throw new ShapeError(`${what}: q must be a scalar or a vector, got ${q.describe()}; flatten() it.`);
  refuseElements(
    what,
    q,
    (value) => value >= 0 && value <= 1,
    (value, position) => badArgument(what, q.ndim === 0 ? "q" : `q${position}`, rule, value),
  );
  return q;
}

import { badArgument, DTypeError, type Options, type OptionsOf, oneOf, ShapeError } from "@saccade/contract";
import { full } from "../../create.ts";
import { checkSameBackend, checkTensor, dimOf, mapSizes, refuseElements } from "../../kit.ts";
import { Tensor } from "../../tensor.ts";
import { isnan, where } from "../elementwise/comparison.ts";
import { gather } from "../indexing/gather.ts";
import { functionOptions, reduceRules, requireElements, requireFloat } from "./dims.ts";
import { argsort } from "./sort.ts";

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

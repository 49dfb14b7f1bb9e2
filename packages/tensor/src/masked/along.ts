// Functions along a dim, and of pairs, that keep the shape and leave masked elements out.
import type { Given, Options, OptionsOf, Rules, Settings } from "../contract.ts";
import { number, options, tensorRule } from "../contract.ts";
import type { Tensor } from "../core.ts";
import * as core from "../core.ts";
import { alongRules, checkOrder, filled, inDtype, type MaskedAlongOptions, maskedOptions } from "./mask.ts";
import { norm } from "./reductions.ts";

const cumsumOptions = /* @__PURE__ */ maskedOptions("cumsum", alongRules);
const cumprodOptions = /* @__PURE__ */ maskedOptions("cumprod", alongRules);
const softmaxOptions = /* @__PURE__ */ maskedOptions("softmax", alongRules);
const logSoftmaxOptions = /* @__PURE__ */ maskedOptions("logSoftmax", alongRules);
const softminOptions = /* @__PURE__ */ maskedOptions("softmin", alongRules);
const normalizeOptions = /* @__PURE__ */ maskedOptions(
  "normalize",
  {
    ...alongRules,
    /** The smallest norm to divide by. Default 1e-12. */
    eps: number(1e-12, { min: 0 }),
  },
  "masked.normalize(x, 2, 1, { mask })",
);
const logaddexpOptions = /* @__PURE__ */ options("masked.logaddexp(x, y, { inputMask, otherMask })", {
  ...core.dtypeRules,
  /** A bool tensor that broadcasts to the shape of x: true where its elements count. Default: all do. */
  inputMask: tensorRule("bool"),
  /** The same for y. Default: all do. */
  otherMask: tensorRule("bool"),
});

/** Options of {@link normalize}. */
export interface MaskedNormalizeOptions extends OptionsOf<typeof normalizeOptions, typeof alongRules> {}

/** Options of {@link logaddexp}. */
export interface MaskedLogaddexpOptions extends OptionsOf<typeof logaddexpOptions, typeof core.dtypeRules> {}

/** Checks a call f(x, dim, options), and gives its options. */
function read<R extends Rules>(
  of: Options<R>,
  x: Tensor,
  dim: number,
  given: Given<R> | undefined,
): Settings<R> {
  core.checkTensor(of.what, "x", x);
  core.dimOf(of.what, dim, x.ndim, `as in ${of.example}`);
  return of(given);
}

/**
 * The running sum along a dim of the unmasked elements; masked ones add 0.
 *
 * @throws IndexError for a dim out of range; DTypeError unless the mask is bool; ShapeError unless it broadcasts to the
 * shape of x.
 * @example masked.cumsum(tensor([1, 2, 3]), 0, { mask: tensor([true, false, true]) }) // tensor([1, 1, 4])
 */
export function cumsum(x: Tensor, dim: number, given?: MaskedAlongOptions): Tensor {
  const { mask, dtype } = read(cumsumOptions, x, dim, given);
  return core.cumsum(filled("masked.cumsum", inDtype(x, dtype), mask, 0), dim);
}

/**
 * The running product along a dim of the unmasked elements; masked ones multiply by 1.
 *
 * @throws IndexError for a dim out of range; DTypeError unless the mask is bool; ShapeError unless it broadcasts to the
 * shape of x.
 * @example masked.cumprod(tensor([2, 3, 4]), 0, { mask: tensor([true, false, true]) }) // tensor([2, 2, 8])
 */
export function cumprod(x: Tensor, dim: number, given?: MaskedAlongOptions): Tensor {
  const { mask, dtype } = read(cumprodOptions, x, dim, given);
  return core.cumprod(filled("masked.cumprod", inDtype(x, dtype), mask, 1), dim);
}

/**
 * eˣ / Σ eˣ along a dim, over the unmasked elements; masked ones get 0, or NaN if all are masked.
 *
 * @throws IndexError for a dim out of range; DTypeError for int32 and bool without a dtype of floats, and unless the mask
 * is bool; ShapeError unless it broadcasts to the shape of x.
 * @example masked.softmax(tensor([1, 9, 1]), 0, { mask: tensor([true, false, true]) }) // tensor([0.5000, 0, 0.5000])
 */
export function softmax(x: Tensor, dim: number, given?: MaskedAlongOptions): Tensor {
  const { mask, dtype } = read(softmaxOptions, x, dim, given);
  return core.softmax(floats("masked.softmax", inDtype(x, dtype), mask), dim);
}

/**
 * The logarithm of {@link softmax}: −∞ for elements that do not count.
 *
 * @throws IndexError for a dim out of range; DTypeError for int32 and bool without a dtype of floats, and unless the mask
 * is bool; ShapeError unless it broadcasts to the shape of x.
 * @example masked.logSoftmax(tensor([1, 9]), 0, { mask: tensor([true, false]) }) // tensor([0., -inf])
 */
export function logSoftmax(x: Tensor, dim: number, given?: MaskedAlongOptions): Tensor {
  const { mask, dtype } = read(logSoftmaxOptions, x, dim, given);
  return core.logSoftmax(floats("masked.logSoftmax", inDtype(x, dtype), mask), dim);
}

/**
 * {@link softmax} of −x: e⁻ˣ / Σ e⁻ˣ over the unmasked elements.
 *
 * @throws IndexError for a dim out of range; DTypeError for int32 and bool without a dtype of floats, and unless the mask
 * is bool; ShapeError unless it broadcasts to the shape of x.
 * @example masked.softmin(tensor([1, 9, 1]), 0, { mask: tensor([true, false, true]) }) // tensor([0.5000, 0, 0.5000])
 */
export function softmin(x: Tensor, dim: number, given?: MaskedAlongOptions): Tensor {
  const { mask, dtype } = read(softminOptions, x, dim, given);
  return core.softmax(floats("masked.softmin", inDtype(x, dtype).neg(), mask), dim);
}

/** Floats, with −∞ where they do not count. */
function floats(what: string, x: Tensor, mask: Tensor | undefined): Tensor {
  core.requireFloat(what, x);
  return filled(what, x, mask, Number.NEGATIVE_INFINITY);
}

/**
 * x / max(‖x‖, eps) along a dim, with 0 for elements that do not count: vectors of length 1.
 *
 * @param ord the order of the norm, as in {@link norm}.
 * @throws IndexError for a dim out of range; DTypeError for int32 and bool without a dtype of floats, and unless the mask
 * is bool; ShapeError unless it broadcasts to the shape of x; ArgumentError for a negative eps.
 * @example masked.normalize(tensor([3, 9, 4]), 2, 0, { mask: tensor([true, false, true]) }) // tensor([0.6000, 0, 0.8000])
 */
export function normalize(x: Tensor, ord: number, dim: number, given?: MaskedNormalizeOptions): Tensor {
  const { mask, dtype, eps } = read(normalizeOptions, x, dim, given);
  checkOrder("masked.normalize", ord, normalizeOptions.example);
  const y = inDtype(x, dtype);
  core.requireFloat("masked.normalize", y);
  const numbers = filled("masked.normalize", y, mask, 0);
  return numbers.div(core.clamp(norm(y, ord, dim, { mask, keepdim: true }), { min: eps }));
}

/**
 * log(eˣ + eʸ), where elements that do not count are −∞. The shapes broadcast.
 *
 * @throws DTypeError for int32 and bool without a dtype of floats, and unless masks are bool; ShapeError unless the
 * tensors broadcast and masks broadcast to their shapes.
 * @example masked.logaddexp(tensor([0, 1]), tensor([0, 2]), { otherMask: tensor([true, false]) }) // tensor([0.6931, 1])
 */
export function logaddexp(x: Tensor, y: Tensor, given?: MaskedLogaddexpOptions): Tensor {
  core.checkInputs(logaddexpOptions.what, { x, y });
  const { dtype, inputMask, otherMask } = logaddexpOptions(given);
  const [a, b] = [inDtype(x, dtype), inDtype(y, dtype)];
  core.requireFloat("masked.logaddexp", a);
  core.requireFloat("masked.logaddexp", b);
  const low = Number.NEGATIVE_INFINITY;
  const left = filled("masked.logaddexp", a, inputMask, low, "inputMask");
  const right = filled("masked.logaddexp", b, otherMask, low, "otherMask");
  return core.within("masked.logaddexp", () => core.logaddexp(left, right));
}

import { nullable, number, type OptionsOf, options } from "@saccade/contract";
import type { Operandish } from "../../create.ts";
import { apply1, checkTensor, widestFloat } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { pow } from "./arithmetic.ts";
import { eq, gt, le, lt, where } from "./comparison.ts";
import { noAttrs, ofOne, type Unary, unary } from "./map.ts";
import { floats, type OfOperands, ofFloats, operandsOf, type Pair, pair } from "./pair.ts";
import { clamp } from "./pointwise.ts";

export const exp2Op: Unary = unary(
  "exp2",
  (x) => 2 ** x,
  (g, _x, y) => g.mul(y).mul(Math.LN2),
);
export const log10Op: Unary = unary("log10", Math.log10, (g, x) => g.div(x.mul(Math.LN10)));
// Both are infinite with one sign: their difference is NaN, the sum of their powers is not.
export const logaddexpOp: Pair = pair(
  "logaddexp",
  (a, b) => (a === b ? a + Math.LN2 : Math.max(a, b) + Math.log1p(Math.exp(-Math.abs(a - b)))),
  (g, a, b) => [() => g.mul(a.sub(b).sigmoid()), () => g.mul(b.sub(a).sigmoid())],
);
export const logaddexp2Op: Pair = pair(
  "logaddexp2",
  (a, b) => (a === b ? a + 1 : Math.max(a, b) + Math.log1p(2 ** -Math.abs(a - b)) * Math.LOG2E),
  (g, a, b) => [() => g.mul(a.sub(b).mul(Math.LN2).sigmoid()), () => g.mul(b.sub(a).mul(Math.LN2).sigmoid())],
);
export const xlogyOp: Pair = pair(
  "xlogy",
  (a, b) => (a === 0 && !Number.isNaN(b) ? 0 : a * Math.log(b)),
  (g, a, b) => [() => where(eq(a, 0).logicalAnd(le(b, 0)), 0, g.mul(b.log())), () => g.mul(a).div(b)],
);
export const logitOp: Unary = unary(
  "logit",
  (x) => Math.log(x / (1 - x)),
  (g, x) => where(lt(x, 0).logicalOr(gt(x, 1)), Number.NaN, g.div(x.mul(x.rsub(1)))),
);

/**
 * 2ˣ, elementwise.
 *
 * @example exp2(tensor([0, 3])) // tensor([1, 8])
 */
export const exp2: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(exp2Op);

/**
 * The base-10 logarithm, elementwise: NaN below 0.
 *
 * @example log10(tensor([1, 1000])) // tensor([0, 3])
 */
export const log10: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(log10Op);

/**
 * ln(eᵃ + eᵇ) elementwise, without overflow. The shapes broadcast.
 *
 * @example logaddexp(tensor([0, 1000]), tensor([0, 1000])) // tensor([6.9315e-01, 1.0007e+03])
 */
export const logaddexp: OfOperands = /* @__PURE__ */ ofFloats(logaddexpOp);

/**
 * log₂(2ᵃ + 2ᵇ) elementwise, without overflow. The shapes broadcast.
 *
 * @example logaddexp2(tensor([0, 2]), tensor([0, 2])) // tensor([1, 3])
 */
export const logaddexp2: OfOperands = /* @__PURE__ */ ofFloats(logaddexp2Op);

/**
 * a ln b elementwise, and 0 where a is 0, unless b is NaN: the terms of an entropy. The shapes broadcast.
 *
 * @example xlogy(tensor([0, 2]), tensor([0, 1])) // tensor([0, 0])
 */
export const xlogy: OfOperands = /* @__PURE__ */ ofFloats(xlogyOp);

const logitOptions = options(
  "logit",
  {
    /** x is first limited to [eps, 1 − eps]. Default: null, it is not. */
    eps: nullable(number(undefined, { min: 0, max: 1 }), null),
  },
  { example: "logit(x, { eps: 1e-6 })" },
);

/** Options of {@link logit}. */
export interface LogitOptions extends OptionsOf<typeof logitOptions> {}

/**
 * ln(x / (1 − x)), the inverse of the sigmoid, elementwise: NaN outside [0, 1].
 *
 * @throws ArgumentError for an eps outside [0, 1], or an unknown option.
 * @example logit(tensor([0.5, 0.75])) // tensor([0.0000, 1.0986])
 */
export function logit(x: Tensor, given?: LogitOptions): Tensor {
  checkTensor(logitOptions.what, "x", x);
  const { eps } = logitOptions(given);
  const y = floats(x);
  return apply1(logitOp, [eps === null ? y : clamp(y, { min: eps, max: 1 - eps })], noAttrs);
}

/**
 * a to the power of b in double precision, elementwise: float64 for operands of every dtype, or float32 on a backend
 * without float64. The shapes broadcast.
 *
 * @example floatPower(tensor([1, 2, 3], { dtype: "int32" }), -1) // tensor([1.0000, 0.5000, 0.3333], dtype=float64)
 */
export function floatPower(a: Operandish, b: Operandish): Tensor {
  const [x, y] = operandsOf("floatPower", a, b);
  const dtype = widestFloat(x.backend);
  return pow(x.to(dtype), y.to(dtype));
}

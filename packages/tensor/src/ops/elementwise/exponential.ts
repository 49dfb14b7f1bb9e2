import { nullable, number, type OptionsOf, options } from "@saccade/contract";
import { type Operandish, onesLike } from "../../create.ts";
import { apply1, checkTensor, widestFloat } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { div, pow } from "./arithmetic.ts";
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

const logitOptions = options("logit(x, { eps: 1e-6 })", {
  /** x is first limited to [eps, 1 − eps]. Default: null, it is not. */
  eps: nullable(number(undefined, { min: 0, max: 1 }), null),
});

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

export const asinOp: Unary = unary("asin", Math.asin, (g, x) => g.mul(x.square().rsub(1).rsqrt()));
export const acosOp: Unary = unary("acos", Math.acos, (g, x) => g.mul(x.square().rsub(1).rsqrt()).neg());
export const atanOp: Unary = unary("atan", Math.atan, (g, x) => g.div(x.square().add(1)));
export const sinhOp: Unary = unary("sinh", Math.sinh, (g, x) => g.mul(cosh(x)));
export const coshOp: Unary = unary("cosh", Math.cosh, (g, x) => g.mul(sinh(x)));
export const asinhOp: Unary = unary("asinh", Math.asinh, (g, x) => g.mul(x.square().add(1).rsqrt()));
export const acoshOp: Unary = unary("acosh", Math.acosh, (g, x) => g.mul(x.square().sub(1).rsqrt()));
export const atanhOp: Unary = unary("atanh", Math.atanh, (g, x) => g.div(x.square().rsub(1)));
// At the origin, where there is no angle, the gradient is 0, as in PyTorch.
export const atan2Op: Pair = pair("atan2", Math.atan2, (g, a, b) => {
  const scaled = (): Tensor => {
    const squares = a.square().add(b.square());
    return where(eq(squares, 0), 0, g.div(squares));
  };
  return [() => scaled().mul(b), () => scaled().mul(a).neg()];
});
export const hypotOp: Pair = pair("hypot", Math.hypot, (g, a, b, y) => [
  () => g.mul(div(a, y)),
  () => g.mul(div(b, y)),
]);

/**
 * The inverse sine in radians, elementwise: NaN outside [−1, 1].
 *
 * @example asin(tensor([0, 1])) // tensor([0.0000, 1.5708])
 */
export const asin: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(asinOp);

/**
 * The inverse cosine in radians, elementwise: NaN outside [−1, 1].
 *
 * @example acos(tensor([0, 1])) // tensor([1.5708, 0.0000])
 */
export const acos: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(acosOp);

/**
 * The inverse tangent in radians, elementwise.
 *
 * @example atan(tensor([0, 1])) // tensor([0.0000, 0.7854])
 */
export const atan: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(atanOp);

/**
 * The hyperbolic sine (eˣ − e⁻ˣ) / 2, elementwise.
 *
 * @example sinh(tensor([0, 1])) // tensor([0.0000, 1.1752])
 */
export const sinh: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(sinhOp);

/**
 * The hyperbolic cosine (eˣ + e⁻ˣ) / 2, elementwise.
 *
 * @example cosh(tensor([0, 1])) // tensor([1.0000, 1.5431])
 */
export const cosh: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(coshOp);

/**
 * The inverse hyperbolic sine, elementwise.
 *
 * @example asinh(tensor([0, 1])) // tensor([0.0000, 0.8814])
 */
export const asinh: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(asinhOp);

/**
 * The inverse hyperbolic cosine, elementwise: NaN below 1.
 *
 * @example acosh(tensor([1, 2])) // tensor([0.0000, 1.3170])
 */
export const acosh: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(acoshOp);

/**
 * The inverse hyperbolic tangent, elementwise: NaN outside [−1, 1].
 *
 * @example atanh(tensor([0, 0.5])) // tensor([0.0000, 0.5493])
 */
export const atanh: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(atanhOp);

/**
 * The angle of the point (b, a) in radians, from −π to π, elementwise: the inverse tangent of a / b in the right quadrant.
 * The shapes broadcast.
 *
 * @example atan2(tensor([1, 1]), tensor([1, -1])) // tensor([0.7854, 2.3562])
 */
export const atan2: OfOperands = /* @__PURE__ */ ofFloats(atan2Op);

/**
 * √(a² + b²) elementwise, without overflow of the squares. The shapes broadcast.
 *
 * @example hypot(tensor([3, 5]), tensor([4, 12])) // tensor([5, 13])
 */
export const hypot: OfOperands = /* @__PURE__ */ ofFloats(hypotOp);

/**
 * sin(πx) / (πx), elementwise, and 1 at 0: PyTorch's normalized sinc.
 *
 * @example sinc(tensor([0, 0.5])) // tensor([1.0000, 0.6366])
 */
export function sinc(x: Tensor): Tensor {
  checkTensor("sinc", "x", x);
  const angle = floats(x).mul(Math.PI);
  // Near 0, where the quotient's gradients are 0 / 0, Taylor's series.
  const near = lt(angle.abs(), 0.25);
  const square = where(near, angle, 0).square();
  const series = [110, 72, 42, 20, 6].reduce<Tensor>(
    (rest, n) => rest.mul(square).div(-n).add(1),
    onesLike(square),
  );
  const far = where(near, 1, angle);
  return where(near, series, far.sin().div(far));
}

/**
 * Degrees as radians, elementwise: x π / 180.
 *
 * @example deg2rad(tensor([180, 90])) // tensor([3.1416, 1.5708])
 */
export function deg2rad(x: Tensor): Tensor {
  checkTensor("deg2rad", "x", x);
  return floats(x).mul(Math.PI / 180);
}

/**
 * Radians as degrees, elementwise: x · 180 / π.
 *
 * @example rad2deg(tensor([0, Math.PI])) // tensor([0, 180])
 */
export function rad2deg(x: Tensor): Tensor {
  checkTensor("rad2deg", "x", x);
  return floats(x).mul(180 / Math.PI);
}

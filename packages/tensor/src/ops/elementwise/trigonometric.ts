import { onesLike } from "../../create.ts";
import { checkTensor } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { div } from "./arithmetic.ts";
import { eq, lt, where } from "./comparison.ts";
import { ofOne, type Unary, unary } from "./map.ts";
import { floats, type OfOperands, ofFloats, type Pair, pair } from "./pair.ts";

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

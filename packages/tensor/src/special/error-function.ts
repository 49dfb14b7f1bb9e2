// The error function's family and terms of entropies, as functions of tensors.
import type { OfOperands, Pair, Tensor, Unary } from "../core.ts";
import { eq, le, ofFloats, ofOne, pair, unary, where } from "../core.ts";
import * as numeric from "./numeric/error-function.ts";

const slopeAtZero = 2 / Math.sqrt(Math.PI);

export const erfcOp: Unary = /* @__PURE__ */ unary("erfc", numeric.erfc, (g, x) =>
  g.mul(x.square().neg().exp()).mul(-slopeAtZero),
);
export const erfcxOp: Unary = /* @__PURE__ */ unary("erfcx", numeric.erfcx, (g, x, y) =>
  g.mul(x.mul(y).mul(2).sub(slopeAtZero)),
);
export const erfinvOp: Unary = /* @__PURE__ */ unary("erfinv", numeric.erfinv, (g, _x, y) =>
  g.mul(y.square().exp()).mul(1 / slopeAtZero),
);
export const ndtrOp: Unary = /* @__PURE__ */ unary("ndtr", numeric.ndtr, (g, x) =>
  g.mul(x.square().mul(-0.5).exp()).mul(1 / Math.sqrt(2 * Math.PI)),
);
export const logNdtrOp: Unary = /* @__PURE__ */ unary("logNdtr", numeric.logNdtr, (g, x) =>
  g.div(erfcx(x.mul(-Math.SQRT1_2))).mul(Math.sqrt(2 / Math.PI)),
);
export const ndtriOp: Unary = /* @__PURE__ */ unary("ndtri", numeric.ndtri, (g, _x, y) =>
  g.mul(y.square().mul(0.5).exp()).mul(Math.sqrt(2 * Math.PI)),
);
export const entrOp: Unary = /* @__PURE__ */ unary(
  "entr",
  (x) => (x > 0 ? -x * Math.log(x) : x === 0 ? 0 : x < 0 ? Number.NEGATIVE_INFINITY : x),
  (g, x) => g.mul(x.log().add(1).neg()),
);
export const xlog1pyOp: Pair = /* @__PURE__ */ pair(
  "xlog1py",
  (a, b) => (a === 0 && !Number.isNaN(b) ? 0 : a * Math.log1p(b)),
  (g, a, b) => [
    () => where(eq(a, 0).logicalAnd(le(b, -1)), 0, g.mul(b.log1p())),
    () => g.mul(a).div(b.add(1)),
  ],
);

/**
 * 1 − erf(x) elementwise, without cancellation for large x.
 *
 * @example erfc(tensor([0, 1])) // tensor([1.0000, 0.1573])
 */
export const erfc: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(erfcOp);

/**
 * exp(x²) erfc(x), elementwise: does not underflow for large x.
 *
 * @example special.erfcx(tensor([0, 100])) // tensor([1.0000, 0.0056])
 */
export const erfcx: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(erfcxOp);

/**
 * The inverse of the error function, elementwise: ±∞ at ±1, NaN beyond.
 *
 * @example erfinv(tensor([0, 0.5])) // tensor([0.0000, 0.4769])
 */
export const erfinv: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(erfinvOp);

/**
 * The standard normal distribution function Φ(x), elementwise: the area below the bell curve up to x.
 *
 * @example special.ndtr(tensor([0, 1])) // tensor([0.5000, 0.8413])
 */
export const ndtr: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(ndtrOp);

/**
 * ln Φ(x), elementwise, also where Φ(x) underflows.
 *
 * @example special.logNdtr(tensor([0, -50])) // tensor([-6.9315e-01, -1.2548e+03])
 */
export const logNdtr: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(logNdtrOp);

/**
 * The inverse of {@link ndtr}, elementwise: the standard normal quantile. ∓∞ at 0 and 1, NaN beyond.
 *
 * @example special.ndtri(tensor([0.5, 0.975])) // tensor([0.0000, 1.9600])
 */
export const ndtri: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(ndtriOp);

/**
 * −x ln x, elementwise: a term of an entropy. 0 at 0, −∞ below.
 *
 * @example special.entr(tensor([0, 0.5, 1])) // tensor([0.0000, 0.3466, 0.0000])
 */
export const entr: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(entrOp);

/**
 * a ln(1 + b) elementwise, and 0 where a is 0, unless b is NaN. The shapes broadcast.
 *
 * @example special.xlog1py(tensor([0, 2]), tensor([-1, 0])) // tensor([0, 0])
 */
export const xlog1py: OfOperands = /* @__PURE__ */ ofFloats(xlog1pyOp);

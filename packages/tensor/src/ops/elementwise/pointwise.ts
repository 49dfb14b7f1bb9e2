import { ArgumentError, badArgument, number, type OptionsOf, options, withFix } from "@saccade/contract";
import { filledLike } from "../../create.ts";
import { apply1, checkTensor, type DType, isFloat, mapElements } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { cast } from "./cast.ts";
import { ge, le, where } from "./comparison.ts";
import { noAttrs, numeric, ofOne, sameDType, type Unary, unary } from "./map.ts";
import { power } from "./special.ts";

export const negOp: Unary = unary(
  "neg",
  (x) => -x,
  (g) => g.neg(),
  numeric("neg"),
);
export const absOp: Unary = unary("abs", Math.abs, (g, x) => g.mul(x.sign()), numeric("abs"));
export const signOp: Unary = unary("sign", (x) => Number(x > 0) - Number(x < 0), null, sameDType);
export const squareOp: Unary = {
  ...unary(
    "square",
    (x) => x * x,
    (g, x) => g.mul(x.mul(2)),
    sameDType,
  ),
  forward: ([x], [out]) => mapElements(out.dtype === "int32" ? (v) => Math.imul(v, v) : (v) => v * v, x, out),
};
export const expOp: Unary = unary("exp", Math.exp, (g, _x, y) => g.mul(y));
export const expm1Op: Unary = unary("expm1", Math.expm1, (g, _x, y) => g.mul(y.add(1)));
export const logOp: Unary = unary("log", Math.log, (g, x) => g.div(x));
export const log1pOp: Unary = {
  ...unary("log1p", Math.log1p, (g, x) => g.div(x.add(1))),
  // PyTorch's float32 log1p is infinite above 1e38, the bound of SLEEF's kernel.
  forward: ([x], [out]) =>
    mapElements(
      out.dtype === "float32" ? (v) => (v > 1e38 ? Number.POSITIVE_INFINITY : Math.log1p(v)) : Math.log1p,
      x,
      out,
    ),
};
export const log2Op: Unary = unary("log2", Math.log2, (g, x) => g.div(x.mul(Math.LN2)));
export const sqrtOp: Unary = unary("sqrt", Math.sqrt, (g, _x, y) => g.div(y.mul(2)));
export const rsqrtOp: Unary = unary(
  "rsqrt",
  (x) => 1 / Math.sqrt(x),
  (g, _x, y) => g.mul(y.mul(y).mul(y)).mul(-0.5),
);
export const reciprocalOp: Unary = unary(
  "reciprocal",
  (x) => 1 / x,
  (g, _x, y) => g.mul(y).mul(y).neg(),
);
export const sinOp: Unary = unary("sin", Math.sin, (g, x) => g.mul(x.cos()));
export const cosOp: Unary = unary("cos", Math.cos, (g, x) => g.mul(x.sin()).neg());
export const tanOp: Unary = unary("tan", Math.tan, (g, _x, y) => g.mul(y.square().add(1)));
export const tanhOp: Unary = unary("tanh", Math.tanh, (g, _x, y) => g.mul(y.square().rsub(1)));
export const floorOp: Unary = unary("floor", Math.floor, null, numeric("floor"));
export const ceilOp: Unary = unary("ceil", Math.ceil, null, numeric("ceil"));
export const truncOp: Unary = unary("trunc", Math.trunc, null, numeric("trunc"));
export const roundOp: Unary = unary("round", roundHalfToEven, null, numeric("round"));

function roundHalfToEven(x: number): number {
  const low = Math.floor(x);
  if (x - low !== 0.5) return Math.round(x);
  const even = low % 2 === 0 ? low : low + 1;
  return even === 0 && x < 0 ? -0 : even;
}

interface PowScalarAttrs {
  readonly exponent: number;
}

export const powScalarOp: Unary<PowScalarAttrs> = unary<PowScalarAttrs>(
  "powScalar",
  // PyTorch computes these two as roots, so that (−∞) ** 0.5 is NaN.
  (x, { exponent }) =>
    exponent === 0.5 ? Math.sqrt(x) : exponent === -0.5 ? 1 / Math.sqrt(x) : power(x, exponent),
  (g, x, _y, { exponent }) =>
    exponent === 0 ? filledLike(x, 0) : g.mul(powScalar(x, exponent - 1).mul(exponent)),
);

// Fractional bounds convert integers to float32; whole bounds convert bools to int32.
function clampedDType(dtype: DType, ...bounds: (number | undefined)[]): DType {
  if (isFloat(dtype)) return dtype;
  return bounds.every((bound) => bound === undefined || Number.isInteger(bound)) ? "int32" : "float32";
}

interface ClampAttrs {
  readonly min: number;
  readonly max: number;
}

export const clampOp: Unary<ClampAttrs> = unary<ClampAttrs>(
  "clamp",
  // min first, then max, so that max wins if min > max, as in PyTorch.
  (x, { min, max }) => Math.min(Math.max(x, min), max),
  (g, x, _y, { min, max }) => where(ge(x, min).logicalAnd(le(x, max)), g, 0),
  sameDType,
);

/**
 * −x, elementwise.
 *
 * @example tensor([1, -2]).neg() // tensor([-1, 2])
 */
export const neg: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(negOp);

/**
 * The absolute value, elementwise. The gradient at 0 is 0.
 *
 * @example tensor([1, -2]).abs() // tensor([1, 2])
 */
export const abs: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(absOp);

/**
 * The sign of x, elementwise: −1, 0 or 1.
 *
 * @example tensor([3, 0, -2]).sign() // tensor([1, 0, -1])
 */
export const sign: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(signOp);

/**
 * x², elementwise. int32 wraps; bool gives int32.
 *
 * @example tensor([3, -2]).square() // tensor([9, 4])
 */
export function square(x: Tensor): Tensor {
  checkTensor("square", "x", x);
  return apply1(squareOp, [x.dtype === "bool" ? cast(x, "int32") : x], noAttrs);
}

/**
 * eˣ, elementwise.
 *
 * @example tensor([0, 1]).exp() // tensor([1.0000, 2.7183])
 */
export const exp: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(expOp);

/**
 * eˣ − 1, elementwise, accurate near 0.
 *
 * @example tensor([0, 1]).expm1() // tensor([0.0000, 1.7183])
 */
export const expm1: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(expm1Op);

/**
 * The natural logarithm, elementwise: NaN below 0.
 *
 * @example tensor([1, 10]).log() // tensor([0.0000, 2.3026])
 */
export const log: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(logOp);

/**
 * ln(1 + x), elementwise, accurate near 0.
 *
 * @example tensor([0, 1]).log1p() // tensor([0.0000, 0.6931])
 */
export const log1p: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(log1pOp);

/**
 * The base-2 logarithm, elementwise: NaN below 0.
 *
 * @example tensor([1, 8]).log2() // tensor([0, 3])
 */
export const log2: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(log2Op);

/**
 * √x, elementwise: NaN below 0.
 *
 * @example tensor([4, 9]).sqrt() // tensor([2, 3])
 */
export const sqrt: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(sqrtOp);

/**
 * 1 / √x, elementwise: NaN below 0.
 *
 * @example tensor([4, 16]).rsqrt() // tensor([0.5000, 0.2500])
 */
export const rsqrt: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(rsqrtOp);

/**
 * 1 / x, elementwise.
 *
 * @example tensor([2, 4]).reciprocal() // tensor([0.5000, 0.2500])
 */
export const reciprocal: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(reciprocalOp);

/**
 * The sine of x in radians, elementwise.
 *
 * @example tensor([0, Math.PI / 2]).sin() // tensor([0, 1])
 */
export const sin: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(sinOp);

/**
 * The cosine of x in radians, elementwise.
 *
 * @example tensor([0, Math.PI]).cos() // tensor([1, -1])
 */
export const cos: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(cosOp);

/**
 * The tangent of x in radians, elementwise.
 *
 * @example tensor([0, 1]).tan() // tensor([0.0000, 1.5574])
 */
export const tan: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(tanOp);

/**
 * The hyperbolic tangent, elementwise.
 *
 * @example tensor([0, 1]).tanh() // tensor([0.0000, 0.7616])
 */
export const tanh: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(tanhOp);

/**
 * The largest whole number ≤ x, elementwise.
 *
 * @example tensor([1.5, -1.5]).floor() // tensor([1, -2])
 */
export const floor: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(floorOp);

/**
 * The smallest whole number ≥ x, elementwise.
 *
 * @example tensor([1.5, -1.5]).ceil() // tensor([2, -1])
 */
export const ceil: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(ceilOp);

/**
 * x rounded towards 0, elementwise.
 *
 * @example tensor([1.5, -1.5]).trunc() // tensor([1, -1])
 */
export const trunc: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(truncOp);

/**
 * The nearest whole number, elementwise. Ties round to even.
 *
 * @example tensor([0.5, 1.5, 2.6]).round() // tensor([0, 2, 3])
 */
export const round: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(roundOp);

/**
 * x to a constant power, elementwise: `pow` for a number as the exponent.
 *
 * @throws ArgumentError if the exponent is not a number.
 * @example tensor([1, 2, 3]).powScalar(3) // tensor([1, 8, 27])
 */
export function powScalar(x: Tensor, exponent: number): Tensor {
  checkTensor("powScalar", "x", x);
  if (typeof exponent !== "number") throw badArgument("powScalar", "exponent", "a number", exponent);
  return apply1(powScalarOp, [x], { exponent });
}

const bound = number(undefined, { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY });

const clampOptions = options("x.clamp({ min: 0, max: 1 })", {
  /** Smaller elements become this. Default: no lower bound. */
  min: withFix(bound, "maximum(x, min) takes tensors"),
  /** Larger elements become this. Default: no upper bound. */
  max: withFix(bound, "minimum(x, max) takes tensors"),
});

/** Options of {@link clamp}. */
export interface ClampOptions extends OptionsOf<typeof clampOptions> {}

/**
 * x limited to [min, max], elementwise; max if min > max. The gradient flows where min ≤ x ≤ max.
 *
 * @throws ArgumentError if neither is given.
 * @example tensor([-1, 0.5, 2]).clamp({ min: 0, max: 1 }) // tensor([0.0000, 0.5000, 1.0000])
 */
export function clamp(x: Tensor, given: ClampOptions): Tensor {
  checkTensor(clampOptions.what, "x", x);
  const { min, max } = clampOptions(given);
  if (min === undefined && max === undefined)
    throw new ArgumentError(`clamp: give min, max or both; write ${clampOptions.example}.`);
  const attrs = { min: min ?? Number.NEGATIVE_INFINITY, max: max ?? Number.POSITIVE_INFINITY };
  return apply1(clampOp, [cast(x, clampedDType(x.dtype, min, max))], attrs);
}

// The parts of a number: sign, fraction, exponent, and its neighbors; functions of complex numbers, of real ones.

import { wrongKind } from "@saccade/contract";
import { type Operandish, onesLike, zerosLike } from "../../create.ts";
import { apply1, checkTensor, checkTogether, forEachRowPair, isFloat } from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { eq, gt, isnan, lt, where } from "./comparison.ts";
import { exp2 } from "./exponential.ts";
import { noAttrs, refuseBool, type Unary, unary } from "./map.ts";
import { floats, operandsOf, type Pair, pair } from "./pair.ts";

const double = new Float64Array(1);
const doubleBits = new BigInt64Array(double.buffer);
const single = new Float32Array(1);
const singleBits = new Int32Array(single.buffer);

/** The e of x = m · 2ᵉ with ½ ≤ |m| < 1; 0 for 0, ±∞ and NaN. */
export const frexpExponentOp: Unary = unary("frexpExponent", exponentOf, null, () => "int32");

function exponentOf(x: number): number {
  if (x === 0 || !Number.isFinite(x)) return 0;
  const tiny = Math.abs(x) < 2 ** -1022;
  double[0] = tiny ? x * 2 ** 54 : x;
  return Number((doubleBits[0]! >> 52n) & 0x7ffn) - 1022 - (tiny ? 54 : 0);
}

/** The next number after a towards b in the dtype of the result. */
export const nextafterOp: Pair = {
  // The slope is that of a, and 0 where a is b already.
  ...pair("nextafter", nextDouble, (g, a, b) => [() => where(eq(a, b), 0, g), null]),
  forward([a, b], [out]) {
    const next = out.dtype === "float64" ? nextDouble : nextSingle;
    const to = out.data;
    forEachRowPair(a, b, (aAt, aStep, bAt, bStep, at, n) => {
      for (let j = 0; j < n; j++) to[at + j] = next(a.data[aAt + j * aStep]!, b.data[bAt + j * bStep]!);
    });
  },
};

// Floats of one sign are ordered as their bits are, read as whole numbers.
function nextDouble(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN;
  if (a === b) return b;
  if (a === 0) return b > 0 ? Number.MIN_VALUE : -Number.MIN_VALUE;
  double[0] = a;
  doubleBits[0]! += a < b === a > 0 ? 1n : -1n;
  return double[0];
}

function nextSingle(a: number, b: number): number {
  if (Number.isNaN(a) || Number.isNaN(b)) return Number.NaN;
  if (a === b) return b;
  if (a === 0) return b > 0 ? 2 ** -149 : -(2 ** -149);
  single[0] = a;
  singleBits[0]! += a < b === a > 0 ? 1 : -1;
  return single[0];
}

/**
 * The next float after a towards b in the operands' dtype, elementwise. The shapes broadcast.
 *
 * @throws DTypeError unless the promoted dtype is of floats.
 * @example nextafter(tensor([1]), tensor([2])).sub(1) // tensor([1.1921e-07])
 */
export function nextafter(a: Operandish, b: Operandish): Tensor {
  const [x, y] = operandsOf("nextafter", a, b);
  if (!isFloat(x.dtype)) throw wrongKind("nextafter", "a", "float", x);
  return apply1(nextafterOp, [x, y], noAttrs);
}

/** The results of {@link frexp}. */
export interface Frexp {
  /** Its magnitude is in [½, 1), or x itself for 0, ±∞ and NaN. */
  readonly mantissa: Tensor;
  /** The power of two, int32. */
  readonly exponent: Tensor;
}

/**
 * The mantissa and the exponent of x = mantissa · 2^exponent, elementwise.
 *
 * @throws DTypeError unless x holds floats.
 * @example frexp(tensor([10])).mantissa // tensor([0.6250])
 */
export function frexp(x: Tensor): Frexp {
  checkTensor("frexp", "x", x);
  if (!isFloat(x.dtype)) throw wrongKind("frexp", "x", "float", x);
  const exponent = apply1(frexpExponentOp, [x], noAttrs);
  // In two steps: 2^-exponent alone overflows for the smallest numbers.
  const half = exponent.floorDivide(2);
  const by = (power: Tensor): Tensor => exp2(power.neg().to(x.dtype));
  return { mantissa: x.mul(by(half)).mul(by(exponent.sub(half))), exponent };
}

/**
 * a · 2ᵇ elementwise. The shapes broadcast.
 *
 * @example ldexp(tensor([1, 3]), tensor([2, -1])) // tensor([4.0000, 1.5000])
 */
export function ldexp(a: Operandish, b: Operandish): Tensor {
  const [x, y] = operandsOf("ldexp", a, b);
  return x.mul(exp2(y));
}

/**
 * x − trunc(x), the fractional part with the sign of x, elementwise.
 *
 * @throws DTypeError unless x holds floats.
 * @example frac(tensor([1.25, -2.5])) // tensor([0.2500, -0.5000])
 */
export function frac(x: Tensor): Tensor {
  checkTensor("frac", "x", x);
  if (!isFloat(x.dtype)) throw wrongKind("frac", "x", "float", x);
  return x.sub(x.trunc());
}

/**
 * Whether the sign of x is negative, elementwise: true for −0 too.
 *
 * @example signbit(tensor([-1, 0, 2])) // tensor([True, False, False], dtype=bool)
 */
export function signbit(x: Tensor): Tensor {
  checkTensor("signbit", "x", x);
  if (!isFloat(x.dtype)) return lt(x, 0);
  return lt(where(eq(x, 0), x.detach().reciprocal(), x), 0);
}

/**
 * |a| with the sign of b, elementwise. The shapes broadcast. The gradient is 0 where a is 0.
 *
 * @example copysign(tensor([1, -2]), tensor([-1, 1])) // tensor([-1, 2])
 */
export function copysign(a: Operandish, b: Operandish): Tensor {
  const [x, y] = operandsOf("copysign", a, b);
  const size = floats(x).abs();
  return where(signbit(y), size.neg(), size);
}

/**
 * 0 where x < 0, `values` where x is 0, else 1, elementwise. The shapes broadcast.
 *
 * @throws DTypeError unless both have one dtype; ShapeError unless they broadcast.
 * @example heaviside(tensor([-1, 0, 2]), tensor([0.5])) // tensor([0.0000, 0.5000, 1.0000])
 */
export function heaviside(x: Tensor, values: Tensor): Tensor {
  checkTensor("heaviside", "x", x);
  checkTensor("heaviside", "values", values);
  if (x.dtype !== values.dtype) throw wrongKind("heaviside", "values", "same", values, x);
  checkTogether("heaviside", [x, values]);
  return where(eq(x, 0), values, gt(x, 0).to(x.dtype));
}

/**
 * +x: the tensor itself.
 *
 * @throws DTypeError for bools, as in PyTorch.
 * @example positive(tensor([1, -2])) // tensor([1, -2])
 */
export function positive(x: Tensor): Tensor {
  checkTensor("positive", "x", x);
  refuseBool("positive", x.dtype);
  return x;
}

/**
 * The angle of x in the complex plane, elementwise: π below 0, else 0; NaN for NaN.
 *
 * @example angle(tensor([-1, 2])) // tensor([3.1416, 0.0000])
 */
export function angle(x: Tensor): Tensor {
  checkTensor("angle", "x", x);
  const y = floats(x.detach());
  return where(isnan(y), y, where(lt(y, 0), Math.PI, zerosLike(y)));
}

/**
 * Whether x is a real number, elementwise: true for all that a tensor holds, NaN and ±∞ too.
 *
 * @example isreal(tensor([1, NaN])) // tensor([True, True], dtype=bool)
 */
export function isreal(x: Tensor): Tensor {
  checkTensor("isreal", "x", x);
  return onesLike(x).to("bool");
}

/**
 * x / |x|, and 0 at 0, elementwise: the sign of real numbers.
 *
 * @example sgn(tensor([3, 0, -2])) // tensor([1, 0, -1])
 */
export function sgn(x: Tensor): Tensor {
  checkTensor("sgn", "x", x);
  return x.sign();
}

/**
 * The real part: the tensor itself.
 *
 * @example real(tensor([1, -2])) // tensor([1, -2])
 */
export function real(x: Tensor): Tensor {
  checkTensor("real", "x", x);
  return x;
}

/**
 * The complex conjugate: the tensor itself.
 *
 * @example conj(tensor([1, -2])) // tensor([1, -2])
 */
export function conj(x: Tensor): Tensor {
  checkTensor("conj", "x", x);
  return x;
}

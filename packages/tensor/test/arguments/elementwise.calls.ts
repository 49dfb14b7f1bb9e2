import { tensor } from "../../src/index.ts";
import type * as elementwise from "../../src/ops/elementwise/functions.gen.ts";
import type * as special from "../../src/special/functions.ts";
import { arg, type Call, type Callable, count, positive, size } from "../walk.ts";

const x = tensor([[1, 2, 3], [4, 5, 6]]); // biome-ignore format: one line
const ints = tensor([[4, 6]], { dtype: "int32" });
const number = arg([0.5, -1, 0, Number.POSITIVE_INFINITY]);
const operand = arg([x, 1, Number.NaN]);
const wholes = arg([ints, 1]);
const unary: Call = { takes: [x] };
const floats: Call = { takes: { x: arg([x], [ints]) } };
const binary: Call = { takes: [operand, operand] };
const whole: Call = { takes: [wholes, wholes] };
const bits: Call = { takes: [arg([ints, 1, true]), arg([ints, 1, true])] };
const tolerances = { rtol: positive(0.1), atol: positive(0.1), equalNan: true };

type Name = Callable<typeof elementwise & typeof special>;

/** A right call of each function. */
export const elementwiseCalls: Record<Name, Call> = {
  ...every(
    [
      ...(["acos", "acosh", "angle", "asin", "asinh", "atan", "atanh", "conj", "cosh"] as const),
      ...(["deg2rad", "exp2", "isneginf", "isposinf", "isreal", "log10", "positive"] as const),
      ...(["rad2deg", "real", "sgn", "signbit", "sinc", "sinh"] as const),
      ...(["digamma", "erfc", "erfinv", "i0", "lgamma"] as const),
    ],
    unary,
  ),
  ...every(["frac", "frexp"], floats),
  ...every(
    [
      ...(["atan2", "clampMax", "clampMin", "copysign", "fmax", "fmin", "hypot", "ldexp"] as const),
      ...(["floatPower", "igamma", "igammac", "logaddexp", "logaddexp2", "nextafter", "xlogy"] as const),
    ],
    binary,
  ),
  ...every(["bitwiseAnd", "bitwiseOr", "bitwiseXor"], bits),
  ...every(["bitwiseLeftShift", "bitwiseRightShift", "gcd", "lcm"], whole),
  bitwiseNot: { takes: { x: arg([ints], [x]) } },
  heaviside: { takes: { x, values: arg([x], [ints]) } },
  lerp: {
    takes: { start: arg([x], [ints]), end: arg([x], [ints]), weight: arg([0.5, x, 1, Number.NaN], [ints]) },
  },
  addcmul: { takes: { x, a: x, b: x }, options: { value: number } },
  addcdiv: { takes: { x, a: x, b: x }, options: { value: number } },
  isclose: { takes: { a: x, b: arg([x], [ints]) }, options: tolerances },
  allclose: { takes: { a: x, b: arg([x], [ints]) }, options: tolerances },
  equal: { takes: { a: x, b: arg([x], [ints]) } },
  dist: { takes: { a: arg([x], [ints]), b: arg([x], [ints]) }, options: { p: number } },
  isin: { takes: { x, among: x }, options: { invert: true, assumeUnique: true } },
  nanToNum: { takes: { x }, options: { nan: number, posinf: number, neginf: number } },
  polygamma: { takes: { n: count(1), x } },
  mvlgamma: { takes: { x, p: size(2) } },
  logit: { takes: { x }, options: { eps: arg([0.1, 0, 1, null], [-0.1, 1.1]) } },
};

function every<const Names extends readonly Name[]>(names: Names, call: Call) {
  return Object.fromEntries(names.map((name) => [name, call])) as Record<Names[number], Call>;
}

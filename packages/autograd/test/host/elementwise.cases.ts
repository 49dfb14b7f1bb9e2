import * as T from "@saccade/tensor";
import { Generator, type Operandish, type Tensor, tensor, uniform } from "@saccade/tensor";
import type * as hostOps from "../../../tensor/src/ops/elementwise/host-ops.ts";
import type * as specialOps from "../../../tensor/src/special/host-ops.gen.ts";
import { type Case, type NoGradient, without } from "../op-cases.ts";

const generator = new Generator(12);

/** An op of one tensor, at numbers between low and high. */
function of(f: (x: Tensor) => Tensor, low: number, high: number): readonly Case[] {
  return [{ f: (x) => f(x!), inputs: () => [uniform(low, high, [2, 3], { generator, dtype: "float64" })] }];
}

/** An op of two tensors, which broadcast, and of a tensor and a number. */
function ofTwo(
  f: (a: Operandish, b: Operandish) => Tensor,
  [lowA, highA]: readonly [number, number] = [-2, 2],
  [lowB, highB]: readonly [number, number] = [-2, 2],
): readonly Case[] {
  const a = (...shape: number[]): Tensor => uniform(lowA, highA, shape, { generator, dtype: "float64" });
  const b = (...shape: number[]): Tensor => uniform(lowB, highB, shape, { generator, dtype: "float64" });
  return [
    { f: (x) => f(x!, (lowB + 2 * highB) / 3), inputs: () => [a(2, 3)] },
    { f: (x, y) => f(x!, y!), inputs: () => [a(2, 1), b(3)] },
  ];
}

/** An op whose second operand alone has a gradient. */
function inSecond(f: (a: Operandish, b: Operandish) => Tensor): readonly Case[] {
  return of((x) => f(tensor([1.5, 2, 3.5], { dtype: "float64" }), x), 0.5, 3);
}

const polynomials = [
  T.special.chebyshevPolynomialT,
  T.special.chebyshevPolynomialU,
  T.special.chebyshevPolynomialV,
  T.special.chebyshevPolynomialW,
  T.special.shiftedChebyshevPolynomialT,
  T.special.hermitePolynomialH,
  T.special.hermitePolynomialHe,
  T.special.laguerrePolynomialL,
  T.special.legendrePolynomialP,
];

/** Gradient checks of each op, or why it has no gradient. */
export const elementwiseCases: Record<
  keyof typeof hostOps | keyof typeof specialOps,
  readonly Case[] | NoGradient
> = {
  asin: of(T.asin, -0.8, 0.8),
  acos: of(T.acos, -0.8, 0.8),
  atan: of(T.atan, -2, 2),
  sinh: of(T.sinh, -2, 2),
  cosh: of(T.cosh, -2, 2),
  asinh: of(T.asinh, -2, 2),
  acosh: of(T.acosh, 1.3, 3),
  atanh: of(T.atanh, -0.8, 0.8),
  atan2: ofTwo(T.atan2, [-2, 2], [0.3, 2]),
  hypot: ofTwo(T.hypot, [0.3, 2], [0.3, 2]),
  exp2: of(T.exp2, -2, 2),
  log10: of(T.log10, 0.3, 2),
  logaddexp: ofTwo(T.logaddexp),
  logaddexp2: ofTwo(T.logaddexp2),
  xlogy: ofTwo(T.xlogy, [-2, 2], [0.3, 2]),
  xlog1py: ofTwo(T.special.xlog1py, [-2, 2], [-0.5, 2]),
  logit: of(T.logit, 0.2, 0.8),
  lgamma: of(T.lgamma, 0.3, 3),
  digamma: of(T.digamma, 0.3, 3),
  polygamma: of((x) => T.polygamma(2, x), 0.5, 3),
  igamma: inSecond(T.igamma),
  igammac: inSecond(T.igammac),
  zeta: inSecond(T.special.zeta),
  erfc: of(T.erfc, -2, 2),
  erfinv: of(T.erfinv, -0.8, 0.8),
  erfcx: of(T.special.erfcx, -1, 2),
  ndtr: of(T.special.ndtr, -2, 2),
  ndtri: of(T.special.ndtri, 0.2, 0.8),
  logNdtr: of(T.special.logNdtr, -3, 2),
  entr: of(T.special.entr, 0.3, 2),
  i0: of(T.i0, -2, 2),
  i0e: of(T.special.i0e, 0.3, 2),
  i1: of(T.special.i1, 0.3, 2),
  i1e: of(T.special.i1e, 0.3, 2),
  besselJ0: of(T.special.besselJ0, -9, 9),
  besselJ1: of(T.special.besselJ1, 1, 9),
  besselY0: of(T.special.besselY0, 1, 9),
  besselY1: of(T.special.besselY1, 1, 9),
  modifiedBesselK0: of(T.special.modifiedBesselK0, 0.5, 3),
  modifiedBesselK1: of(T.special.modifiedBesselK1, 0.5, 3),
  scaledModifiedBesselK0: of(T.special.scaledModifiedBesselK0, 0.5, 3),
  scaledModifiedBesselK1: of(T.special.scaledModifiedBesselK1, 0.5, 3),
  sphericalBesselJ0: of(T.special.sphericalBesselJ0, 0.5, 9),
  airyAi: "an error",
  orthogonalPolynomial: polynomials.flatMap((f) => of((x) => f(x, tensor([0, 1, 4])), -1, 1)),
  frexpExponent: "piecewise constant",
  nextafter: ofTwo(T.nextafter),
  ...without("truth values", "isclose", "isin"),
  ...without("whole numbers", "bitwiseAnd", "bitwiseOr", "bitwiseXor", "bitwiseNot", "gcd", "lcm"),
  ...without("whole numbers", "bitwiseLeftShift", "bitwiseRightShift"),
};

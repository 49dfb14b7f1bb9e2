import {
  acos,
  acosh,
  asin,
  asinh,
  atan,
  atan2,
  atanh,
  cosh,
  digamma,
  erfc,
  erfinv,
  exp2,
  Generator,
  hypot,
  i0,
  igamma,
  igammac,
  lgamma,
  log10,
  logaddexp,
  logaddexp2,
  logit,
  nextafter,
  type Operandish,
  polygamma,
  sinh,
  special,
  type Tensor,
  tensor,
  uniform,
  xlogy,
} from "@saccade/tensor";
import type * as hostOps from "../../../tensor/src/ops/elementwise/host-ops.ts";
import type * as specialOps from "../../../tensor/src/special/host-ops.ts";
import type { Case, NoGradient } from "../op-cases.ts";

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
  special.chebyshevPolynomialT,
  special.chebyshevPolynomialU,
  special.chebyshevPolynomialV,
  special.chebyshevPolynomialW,
  special.shiftedChebyshevPolynomialT,
  special.hermitePolynomialH,
  special.hermitePolynomialHe,
  special.laguerrePolynomialL,
  special.legendrePolynomialP,
];

/** Gradient checks of each op, or why it has no gradient. */
export const elementwiseCases: Record<
  keyof typeof hostOps | keyof typeof specialOps,
  readonly Case[] | NoGradient
> = {
  asin: of(asin, -0.8, 0.8),
  acos: of(acos, -0.8, 0.8),
  atan: of(atan, -2, 2),
  sinh: of(sinh, -2, 2),
  cosh: of(cosh, -2, 2),
  asinh: of(asinh, -2, 2),
  acosh: of(acosh, 1.3, 3),
  atanh: of(atanh, -0.8, 0.8),
  atan2: ofTwo(atan2, [-2, 2], [0.3, 2]),
  hypot: ofTwo(hypot, [0.3, 2], [0.3, 2]),
  exp2: of(exp2, -2, 2),
  log10: of(log10, 0.3, 2),
  logaddexp: ofTwo(logaddexp),
  logaddexp2: ofTwo(logaddexp2),
  xlogy: ofTwo(xlogy, [-2, 2], [0.3, 2]),
  xlog1py: ofTwo(special.xlog1py, [-2, 2], [-0.5, 2]),
  logit: of(logit, 0.2, 0.8),
  lgamma: of(lgamma, 0.3, 3),
  digamma: of(digamma, 0.3, 3),
  polygamma: of((x) => polygamma(2, x), 0.5, 3),
  igamma: inSecond(igamma),
  igammac: inSecond(igammac),
  zeta: inSecond(special.zeta),
  erfc: of(erfc, -2, 2),
  erfinv: of(erfinv, -0.8, 0.8),
  erfcx: of(special.erfcx, -1, 2),
  ndtr: of(special.ndtr, -2, 2),
  ndtri: of(special.ndtri, 0.2, 0.8),
  logNdtr: of(special.logNdtr, -3, 2),
  entr: of(special.entr, 0.3, 2),
  i0: of(i0, -2, 2),
  i0e: of(special.i0e, 0.3, 2),
  i1: of(special.i1, 0.3, 2),
  i1e: of(special.i1e, 0.3, 2),
  besselJ0: of(special.besselJ0, -9, 9),
  besselJ1: of(special.besselJ1, 1, 9),
  besselY0: of(special.besselY0, 1, 9),
  besselY1: of(special.besselY1, 1, 9),
  modifiedBesselK0: of(special.modifiedBesselK0, 0.5, 3),
  modifiedBesselK1: of(special.modifiedBesselK1, 0.5, 3),
  scaledModifiedBesselK0: of(special.scaledModifiedBesselK0, 0.5, 3),
  scaledModifiedBesselK1: of(special.scaledModifiedBesselK1, 0.5, 3),
  sphericalBesselJ0: of(special.sphericalBesselJ0, 0.5, 9),
  airyAi: "an error",
  orthogonalPolynomial: polynomials.flatMap((f) => of((x) => f(x, tensor([0, 1, 4])), -1, 1)),
  frexpExponent: "piecewise constant",
  nextafter: ofTwo(nextafter),
  isclose: "truth values",
  isin: "truth values",
  bitwiseAnd: "whole numbers",
  bitwiseOr: "whole numbers",
  bitwiseXor: "whole numbers",
  bitwiseNot: "whole numbers",
  bitwiseLeftShift: "whole numbers",
  bitwiseRightShift: "whole numbers",
  gcd: "whole numbers",
  lcm: "whole numbers",
};

// Special functions under the names of torch.special: special.ndtr(x).
import "../methods.ts";

export { erf, sigmoid as expit } from "../ops/elementwise/activation.ts";
export { exp2, logit, xlogy } from "../ops/elementwise/exponential.ts";
export { expm1, log1p } from "../ops/elementwise/pointwise.ts";
export { sinc } from "../ops/elementwise/trigonometric.ts";
export { type RoundOptions, round } from "../ops/elementwise/with-options.ts";
export { logSoftmax, logsumexp, softmax } from "../ops/reduce/softmax.ts";
export {
  airyAi,
  besselJ0,
  besselJ1,
  besselY0,
  besselY1,
  i0,
  i0e,
  i1,
  i1e,
  modifiedBesselI0,
  modifiedBesselI1,
  modifiedBesselK0,
  modifiedBesselK1,
  scaledModifiedBesselK0,
  scaledModifiedBesselK1,
  sphericalBesselJ0,
} from "./bessel.ts";
export { entr, erfc, erfcx, erfinv, logNdtr, ndtr, ndtri, xlog1py } from "./error-function.ts";
export {
  digamma,
  digamma as psi,
  igamma as gammainc,
  igammac as gammaincc,
  lgamma as gammaln,
  mvlgamma as multigammaln,
  polygamma,
  zeta,
} from "./gamma.ts";
export {
  chebyshevPolynomialT,
  chebyshevPolynomialU,
  chebyshevPolynomialV,
  chebyshevPolynomialW,
  hermitePolynomialH,
  hermitePolynomialHe,
  laguerrePolynomialL,
  legendrePolynomialP,
  shiftedChebyshevPolynomialT,
  shiftedChebyshevPolynomialU,
  shiftedChebyshevPolynomialV,
  shiftedChebyshevPolynomialW,
} from "./polynomials.ts";

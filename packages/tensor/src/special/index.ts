// Special functions under the names of torch.special: special.ndtr(x).
import "../methods.ts";

export { logSoftmax, softmax } from "../core.ts";
export {
  erf,
  exp2,
  expm1,
  log1p,
  logit,
  logsumexp,
  type RoundOptions,
  round,
  sigmoid as expit,
  sinc,
  xlogy,
} from "../ops/index.ts";
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

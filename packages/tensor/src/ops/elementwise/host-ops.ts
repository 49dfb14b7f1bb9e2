// Ops that run on the host on every backend.
export {
  airyAiOp as airyAi,
  besselJ0Op as besselJ0,
  besselJ1Op as besselJ1,
  besselY0Op as besselY0,
  besselY1Op as besselY1,
  i0eOp as i0e,
  i0Op as i0,
  i1eOp as i1e,
  i1Op as i1,
  modifiedBesselK0Op as modifiedBesselK0,
  modifiedBesselK1Op as modifiedBesselK1,
  scaledModifiedBesselK0Op as scaledModifiedBesselK0,
  scaledModifiedBesselK1Op as scaledModifiedBesselK1,
  sphericalBesselJ0Op as sphericalBesselJ0,
} from "../../special/bessel.ts";
export {
  entrOp as entr,
  erfcOp as erfc,
  erfcxOp as erfcx,
  erfinvOp as erfinv,
  logNdtrOp as logNdtr,
  ndtriOp as ndtri,
  ndtrOp as ndtr,
} from "../../special/error-function.ts";
export {
  digammaOp as digamma,
  igammacOp as igammac,
  igammaOp as igamma,
  lgammaOp as lgamma,
  polygammaOp as polygamma,
  zetaOp as zeta,
} from "../../special/gamma.ts";
export { orthogonalPolynomialOp as orthogonalPolynomial } from "../../special/polynomials.ts";
export { iscloseOp as isclose, isinOp as isin } from "./closeness.ts";
export {
  exp2Op as exp2,
  log10Op as log10,
  logaddexp2Op as logaddexp2,
  logaddexpOp as logaddexp,
  logitOp as logit,
  xlog1pyOp as xlog1py,
  xlogyOp as xlogy,
} from "./exponential.ts";
export { frexpExponentOp as frexpExponent, nextafterOp as nextafter } from "./parts.ts";
export {
  acoshOp as acosh,
  acosOp as acos,
  asinhOp as asinh,
  asinOp as asin,
  atan2Op as atan2,
  atanhOp as atanh,
  atanOp as atan,
  coshOp as cosh,
  hypotOp as hypot,
  sinhOp as sinh,
} from "./trigonometric.ts";
export {
  bitwiseAndOp as bitwiseAnd,
  bitwiseLeftShiftOp as bitwiseLeftShift,
  bitwiseNotOp as bitwiseNot,
  bitwiseOrOp as bitwiseOr,
  bitwiseRightShiftOp as bitwiseRightShift,
  bitwiseXorOp as bitwiseXor,
  gcdOp as gcd,
  lcmOp as lcm,
} from "./whole.ts";

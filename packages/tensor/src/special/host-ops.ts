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
} from "./bessel.ts";
export {
  entrOp as entr,
  erfcOp as erfc,
  erfcxOp as erfcx,
  erfinvOp as erfinv,
  logNdtrOp as logNdtr,
  ndtriOp as ndtri,
  ndtrOp as ndtr,
  xlog1pyOp as xlog1py,
} from "./error-function.ts";
export {
  digammaOp as digamma,
  igammacOp as igammac,
  igammaOp as igamma,
  lgammaOp as lgamma,
  polygammaOp as polygamma,
  zetaOp as zeta,
} from "./gamma.ts";
export { orthogonalPolynomialOp as orthogonalPolynomial } from "./polynomials.ts";

// Generated from the ops by scripts/methods.ts; do not edit. After a change of an op: pnpm methods
// Ops that run on the host on every backend.
export { airyAiOp as airyAi, besselJ0Op as besselJ0, besselJ1Op as besselJ1, besselY0Op as besselY0, besselY1Op as besselY1, i0Op as i0, i0eOp as i0e, i1Op as i1, i1eOp as i1e, modifiedBesselK0Op as modifiedBesselK0, modifiedBesselK1Op as modifiedBesselK1, scaledModifiedBesselK0Op as scaledModifiedBesselK0, scaledModifiedBesselK1Op as scaledModifiedBesselK1, sphericalBesselJ0Op as sphericalBesselJ0 } from "./bessel.ts";
export { entrOp as entr, erfcOp as erfc, erfcxOp as erfcx, erfinvOp as erfinv, logNdtrOp as logNdtr, ndtrOp as ndtr, ndtriOp as ndtri, xlog1pyOp as xlog1py } from "./error-function.ts";
export { digammaOp as digamma, igammaOp as igamma, igammacOp as igammac, lgammaOp as lgamma, polygammaOp as polygamma, zetaOp as zeta } from "./gamma.ts";
export { orthogonalPolynomialOp as orthogonalPolynomial } from "./polynomials.ts";

// Generated from the ops by scripts/methods.ts; do not edit. After a change of an op: pnpm methods
// Functions that are no methods.
export { type AddcmulOptions, type AddcdivOptions, lerp, addcmul, addcdiv, clampMin, clampMax, fmax, fmin } from "./blend.ts";
export { type DistOptions, type IscloseOptions, type AllcloseOptions, type IsinOptions, type NanToNumOptions, isclose, allclose, equal, dist, isin, isneginf, isposinf, nanToNum } from "./closeness.ts";
export { type LogitOptions, exp2, log10, logaddexp, logaddexp2, xlogy, logit, floatPower, asin, acos, atan, sinh, cosh, asinh, acosh, atanh, atan2, hypot, sinc, deg2rad, rad2deg } from "./exponential.ts";
export { type Frexp, nextafter, frexp, ldexp, frac, signbit, copysign, heaviside, positive, angle, isreal, sgn, real, conj } from "./parts.ts";
export { bitwiseAnd, bitwiseOr, bitwiseXor, bitwiseLeftShift, bitwiseRightShift, bitwiseNot, gcd, lcm } from "./whole.ts";

// Standalone functions rather than methods, so that bundlers can drop unused ones.
export { type AddcdivOptions, type AddcmulOptions, addcdiv, addcmul, lerp } from "./blend.ts";
export { clampMax, clampMin, fmax, fmin } from "./bounds.ts";
export {
  type AllcloseOptions,
  allclose,
  type DistOptions,
  dist,
  equal,
  type IscloseOptions,
  type IsinOptions,
  isclose,
  isin,
  isneginf,
  isposinf,
  type NanToNumOptions,
  nanToNum,
} from "./closeness.ts";
export {
  exp2,
  floatPower,
  type LogitOptions,
  log10,
  logaddexp,
  logaddexp2,
  logit,
  xlogy,
} from "./exponential.ts";
export {
  angle,
  conj,
  copysign,
  type Frexp,
  frac,
  frexp,
  heaviside,
  isreal,
  ldexp,
  nextafter,
  positive,
  real,
  sgn,
  signbit,
} from "./parts.ts";
export {
  acos,
  acosh,
  asin,
  asinh,
  atan,
  atan2,
  atanh,
  cosh,
  deg2rad,
  hypot,
  rad2deg,
  sinc,
  sinh,
} from "./trigonometric.ts";
export {
  bitwiseAnd,
  bitwiseLeftShift,
  bitwiseNot,
  bitwiseOr,
  bitwiseRightShift,
  bitwiseXor,
  gcd,
  lcm,
} from "./whole.ts";

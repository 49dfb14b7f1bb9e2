// Ops that run on the host on every backend.
export { iscloseOp as isclose, isinOp as isin } from "./closeness.ts";
export {
  acoshOp as acosh,
  acosOp as acos,
  asinhOp as asinh,
  asinOp as asin,
  atan2Op as atan2,
  atanhOp as atanh,
  atanOp as atan,
  coshOp as cosh,
  exp2Op as exp2,
  hypotOp as hypot,
  log10Op as log10,
  logaddexp2Op as logaddexp2,
  logaddexpOp as logaddexp,
  logitOp as logit,
  sinhOp as sinh,
  xlogyOp as xlogy,
} from "./exponential.ts";
export { frexpExponentOp as frexpExponent, nextafterOp as nextafter } from "./parts.ts";
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

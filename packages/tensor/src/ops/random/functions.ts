// Standalone functions rather than methods, so that bundlers can drop unused ones.
export {
  cauchy,
  exponential,
  geometric,
  logNormal,
  randintLike,
  randLike,
  randnLike,
} from "./distributions.ts";

// Standalone functions rather than methods, so that bundlers can drop unused ones.
export { cauchy, exponential, geometric, logNormal } from "./distributions.ts";
export { randintLike, randLike, randnLike } from "./like.ts";

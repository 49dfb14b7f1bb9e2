// Generated from the ops by scripts/methods.ts; do not edit. After a change of an op: pnpm methods
// Functions that are no methods.
export { exponential, geometric, cauchy, logNormal, randLike, randnLike, randintLike } from "./distributions.ts";
export { type RandomOptions, type GeneratorOptions, rand, randn, uniform, normal, bernoulli, randint, randperm } from "./random.ts";

// Functions of tensors that are no methods, so that a program holds those alone that it imports.
export { cauchy, exponential, geometric, logNormal } from "./distributions.ts";
export { randintLike, randLike, randnLike } from "./like.ts";

export { einsum } from "./einsum.ts";
export * from "./fused/index.ts";
export { cat, stack } from "./join.ts";
export * from "./methods.ts";
export { bernoulli, normal, type RandomOptions, rand, randint, randn, randperm, uniform } from "./random.ts";

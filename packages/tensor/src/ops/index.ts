export * from "./fused/index.ts";
export * from "./methods.ts";
export { bernoulli, normal, type RandomOptions, rand, randint, randn, randperm, uniform } from "./random.ts";

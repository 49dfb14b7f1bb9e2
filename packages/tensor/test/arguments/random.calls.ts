import { Generator, ones } from "../../src/index.ts";
import type * as functions from "../../src/ops/random/functions.gen.ts";
import { arg, type Call, type Callable, ofKind } from "../walk.ts";

const x = ones([2, 3]);
const shape = arg([[2], []]);
const options = { dtype: "float32", backend: ofKind(x.backend), generator: new Generator(1) };
const positive = arg([1, 0.5], [0, -1]);

/** A right call of each function. */
export const randomCalls: Record<Callable<typeof functions>, Call> = {
  rand: { takes: [shape], options },
  randn: { takes: [shape], options },
  uniform: { takes: [0, 1, shape], options },
  normal: { takes: [0, 1, shape], options },
  bernoulli: { takes: [0.5, shape], options: { ...options, dtype: "bool" } },
  randint: { takes: [0, 1, shape], options: { ...options, dtype: "int32" } },
  randperm: { takes: [3], options: { ...options, dtype: "int32" } },
  randLike: { takes: [x], options },
  randnLike: { takes: [x], options },
  randintLike: { takes: [x, 0, 3], options },
  exponential: { takes: [positive, shape], options },
  geometric: { takes: [arg([0.5], [0, 1]), shape], options },
  cauchy: { takes: [0, positive, shape], options },
  logNormal: { takes: [0, positive, shape], options },
};

import { ones, tensor } from "../../src/index.ts";
import type * as functions from "../../src/ops/indexing/functions.gen.ts";
import { arg, type Call, type Callable, count } from "../walk.ts";

const x = tensor([[1, 2, 3], [4, 5, 6]]); // biome-ignore format: one line
const index = tensor([1], { dtype: "int32" });
const source = ones([1, 3]);
const dim = arg([0, undefined]);
const at = tensor([[0, 1, 0]], { dtype: "int32" }); // biome-ignore format: one line

/** A right call of each function. */
export const indexingCalls: Record<Callable<typeof functions>, Call> = {
  cat: { takes: [[x, x], dim] },
  stack: { takes: [[x, x], dim] },
  take: { takes: { x, index } },
  put: { takes: { x, index, source: ones([1]) }, options: { accumulate: true } },
  argwhere: { takes: { x } },
  nonzeroStatic: { takes: { x }, options: { "size!": count(2), fillValue: arg([-1, 0], [0.5]) } },
  unravelIndex: { takes: { index, shape: [2, 3] } },
  indexCopy: { takes: { x, dim: 0, index, source } },
  indexFill: { takes: { x, dim: 0, index, value: arg([ones([]), 1, Number.NaN, true]) } },
  indexReduce: { takes: { x, dim: 0, index, source, reduce: "mean" }, options: { includeSelf: true } },
  scatterReduce: { takes: { x, dim: 0, index: at, src: x, reduce: "amax" }, options: { includeSelf: true } },
};

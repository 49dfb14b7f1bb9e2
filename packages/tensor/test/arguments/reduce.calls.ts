import { ones, tensor } from "../../src/index.ts";
import type * as functions from "../../src/ops/reduce/functions.gen.ts";
import { arg, type Call, type Callable, count, size } from "../walk.ts";

const x = tensor([[1, 2, 3], [4, 5, 6]]); // biome-ignore format: one line
const ints = (values: number[]) => tensor(values, { dtype: "int32" });
const sorted = tensor([1, 3, 5]);
const inf = Number.POSITIVE_INFINITY;
const keepdim = true;
const dims = arg([1, undefined, []]);
const dim = arg([1, undefined]);
const reduction: Call = { takes: [x, dims], options: { keepdim } };
const oneDim: Call = { takes: [x, 1], options: { keepdim } };
const summed: Call = { takes: [x, dims], options: { keepdim, dtype: "float64" } };
const variance: Call = { takes: [x, dims], options: { correction: 0, keepdim } };
const scan: Call = { takes: [x, 1] };
const interpolation = "lower";

/** A right call of each function. */
export const reduceCalls: Record<Callable<typeof functions>, Call> = {
  cosineSimilarity: { takes: [x, x], options: { dim: 1, eps: 1e-8 } },
  aminmax: reduction,
  countNonzero: { takes: [x, dims] },
  nansum: summed,
  nanmean: summed,
  stdMean: variance,
  varMean: variance,
  median: oneDim,
  nanmedian: oneDim,
  mode: { takes: [x, dim], options: { keepdim } },
  kthvalue: { takes: [x, 2, dim], options: { keepdim } },
  msort: { takes: [x] },
  quantile: { takes: [x, arg([0.5, tensor([0, 1])], [-0.1, 1.1]), dim], options: { keepdim, interpolation } },
  nanquantile: {
    takes: [x, arg([0.5, tensor([0, 1])], [-0.1, 1.1]), dim],
    options: { keepdim, interpolation },
  },
  cummax: scan,
  cummin: scan,
  logcumsumexp: scan,
  searchsorted: {
    takes: [sorted, arg([sorted, 2, Number.NaN])],
    options: { right: true, side: "right", sorter: ints([0, 1, 2]) },
  },
  bucketize: { takes: [arg([x, 2, Number.NaN]), sorted], options: { right: true } },
  renorm: { takes: [x, arg([2, inf], [0, -1]), 1, arg([3, 0, inf], [-1])] },
  bincount: { takes: [ints([0, 2, 2])], options: { weights: ones([3]), minlength: count(2) } },
  histc: { takes: [x], options: { bins: size(4), min: 0, max: 3 } },
  histogram: {
    takes: [x, arg([4], [0, 1.5])],
    options: { range: arg([[0, 3], undefined]), weight: x, density: true },
  },
  histogramdd: {
    takes: [x, arg([[2, 2, 2], 2], [0, [1, 2]])],
    options: { range: arg([[0, 3, 0, 3, 0, 3], undefined]), weight: ones([2]), density: true },
  },
  cov: { takes: [x], options: { correction: 1, fweights: ints([1, 2, 3]), aweights: ones([3]) } },
  corrcoef: { takes: [x] },
  diff: { takes: [x], options: { n: count(1), dim: 1, prepend: x, append: x } },
  gradient: { takes: [x], options: { spacing: arg([2, [2]]), dim: 1, edgeOrder: arg([1, 2], [0, 3]) } },
  trapezoid: { takes: [x, arg([x, undefined])], options: { dx: arg([undefined]), dim: 1 } },
  trapz: { takes: [x, arg([x, undefined])], options: { dx: arg([undefined]), dim: 1 }, says: "trapezoid" },
  cumulativeTrapezoid: { takes: [x, arg([x, undefined])], options: { dx: arg([undefined]), dim: 1 } },
  unique: { takes: [x], options: { sorted: true, returnInverse: true, returnCounts: true, dim } },
  uniqueConsecutive: { takes: [x], options: { returnInverse: true, returnCounts: true, dim } },
};

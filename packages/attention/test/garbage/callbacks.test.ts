import { randn, type Tensor } from "@saccade/tensor";
import * as attention from "../../src/index.ts";
import { testCallbacks } from "./callbacks.ts";

const x = randn([2, 3, 4]);
const self = (options: object): unknown =>
  new attention.MultiheadAttention(4, 2, { batchFirst: true, ...options }).forward(x, x, x);
const turning = { maxLen: 9, numHeads: null, headDim: null, rotate: (y: Tensor) => y, bias: () => undefined };

const calls: Readonly<Record<string, (given: never) => unknown>> = {
  featureMap: (y) => attention.linearAttention(x, x, x, { featureMap: () => y }),
  "featureMap, causal": (y) => attention.linearAttention(x, x, x, { causal: true, featureMap: () => y }),
  kernel: (y) => attention.nadarayaWatson(randn([3]), randn([4]), randn([4]), { kernel: () => y }),
  poolingKernels: (y) => Object.values(attention.poolingKernels).map((kernel) => kernel(y)),
  makeLinear: (y) => self({ makeLinear: () => y }),
  "positions.rotate": (y) => self({ positions: { ...turning, rotate: () => y } }),
  "positions.bias": (y) => self({ positions: { ...turning, bias: () => y } }),
  "positions.maxLen": (y) => self({ positions: { ...turning, maxLen: y } }),
  "random of bigBirdLayout": (y) => attention.bigBirdLayout(9, { randoms: 2, random: () => y }),
};

testCallbacks(calls, {
  "positions.bias": [undefined],
  "positions.maxLen": [3],
});

import { randn, type Tensor } from "@saccade/tensor";
import { walkMemory, walkParts } from "../../../nn/test/walk-parts.ts";
import { type Calls, givenTo, walk, walkResults } from "../../../tensor/test/walk.ts";
import * as attention from "../../src/index.ts";
import { calls } from "./attention.calls.ts";

// Which weights multiHeadAttentionForward needs depends on the others: see multi-head-forward.test.ts.
const all: Calls<typeof attention, "Scoring" | "multiHeadAttentionForward"> = calls;
const kernel = { takes: { u: givenTo(calls.averagePooling)[0] } };
const kernels = Object.fromEntries(Object.keys(attention.poolingKernels).map((name) => [name, kernel]));

walk(attention, all);
walk(attention.poolingKernels, kernels, "poolingKernels.");
walkMemory(attention, all);
walkParts(attention, all);

const x = randn([2, 3, 4]);
const self = (options: object): unknown =>
  new attention.MultiheadAttention(4, 2, { batchFirst: true, ...options }).forward(x, x, x);
const turning = { maxLen: 9, numHeads: null, headDim: null, rotate: (y: Tensor) => y, bias: () => undefined };

walkResults(
  {
    featureMap: (y) => attention.linearAttention(x, x, x, { featureMap: () => y }),
    "featureMap, causal": (y) => attention.linearAttention(x, x, x, { causal: true, featureMap: () => y }),
    kernel: (y) => attention.nadarayaWatson(randn([3]), randn([4]), randn([4]), { kernel: () => y }),
    poolingKernels: (y) => Object.values(attention.poolingKernels).map((one) => one(y)),
    makeLinear: (y) => self({ makeLinear: () => y }),
    "positions.rotate": (y) => self({ positions: { ...turning, rotate: () => y } }),
    "positions.bias": (y) => self({ positions: { ...turning, bias: () => y } }),
    "positions.maxLen": (y) => self({ positions: { ...turning, maxLen: y } }),
    "random of bigBirdLayout": (y) => attention.bigBirdLayout(9, { randoms: 2, random: () => y }),
  },
  { "positions.bias": [undefined], "positions.maxLen": [3] },
);

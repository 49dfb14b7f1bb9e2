import { ones, randn, zeros } from "@saccade/tensor";
import { arg, type Call, positive, share, size } from "../../../tensor/test/walk.ts";

const inf = Number.POSITIVE_INFINITY;
const images = randn([2, 4, 3, 3]);
const each = ones([4]);
const scale = arg([each, null]);
const finite = (value: number): unknown => arg([value, -1], [inf]);

const idx = zeros([2, 3], { dtype: "int32" });
const table = randn([5, 2]);
const rows = {
  paddingIdx: arg([0, -1, null], [0.5]),
  maxNorm: arg([1, null], [-1]),
  normType: arg([1, inf]),
  scaleGradByFreq: true,
};

/** The functions of `functional` that are not among the layers, losses or tensors. */
export const functions = {
  batchNorm: {
    takes: { x: images, runningMean: each, runningVar: each, "weight?": scale, "bias?": scale },
    options: { training: true, momentum: share(0.2), eps: positive(1e-6) },
  },
  bilinear: {
    takes: { x1: ones([2, 3]), x2: ones([2, 4]), weight: ones([5, 3, 4]), "bias?": arg([ones([5]), null]) },
  },
  normalize: {
    takes: { x: images },
    options: { p: arg([1, inf]), dim: arg([0, [1, 2]]), eps: positive(1e-6) },
  },
  embedding: { takes: { indices: idx, weight: table }, options: rows },
  embeddingBag: {
    takes: { indices: idx, weight: table, "offsets?": null },
    options: {
      ...rows,
      mode: arg(["sum", "mean", "max"]),
      includeLastOffset: true,
      perSampleWeights: null,
    },
  },
  nativeBatchNorm: {
    takes: { x: images, "weight?": scale, "bias?": scale, runningMean: each, runningVar: each },
    options: { training: true, momentum: share(0.2), eps: positive(1e-6) },
  },
  nativeGroupNorm: {
    takes: { x: images, numGroups: size(2), "weight?": scale, "bias?": scale },
    options: { eps: positive(1e-6) },
  },
  nativeLayerNorm: {
    takes: {
      x: ones([2, 4]),
      normalizedShape: arg([[4]], [[-1], ["4"]]),
      "weight?": scale,
      "bias?": scale,
    },
    options: { eps: positive(1e-6) },
  },
  instanceNorm: {
    takes: { x: images, runningMean: each, runningVar: each, "weight?": scale, "bias?": scale },
    options: { useInputStats: true, momentum: share(0.2), eps: positive(1e-6) },
  },
  groupNorm: {
    takes: { x: images, numGroups: size(2), "weight?": scale, "bias?": scale },
    options: { eps: positive(1e-6) },
  },
  localResponseNorm: {
    takes: { x: images, size: size(2) },
    options: { alpha: finite(1e-3), beta: finite(0.5), k: finite(2) },
  },
} satisfies Record<string, Call>;

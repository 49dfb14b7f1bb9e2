import { Generator, ones, randn, zeros } from "@saccade/tensor";
import { arg, type Call, count, layer, ofKind, positive, share, size } from "../../../tensor/test/walk.ts";
import * as nn from "../../src/index.ts";

const ids = zeros([2], { dtype: "int32" });
const inf = Number.POSITIVE_INFINITY;
const number = (value: number): unknown => arg([value, -1, 0, inf]);
const x = ones([2, 3]);
const map = { x };
const window = arg([2, [2, 1]], [0, -1, [2], [2, 2, 2], [0, 1], 1.5]);
const padding = arg([0, 1, [1, 1]], [-1, [1], [1, -1]]);
const steps = arg([1, [2, 1]], [0, [1], [1, 0]]);
const oneWindow = arg([2], [0, -1, 1.5]);
const image = { x: randn([1, 2, 6, 6]) };
const sequence = { x: randn([1, 2, 6]) };
const scale = arg([ones([3]), null]);
const normed = arg([3, [3], [2, 3]], [0, -1, [], [2, 0], [0], 1.5]);
const shape = arg([[3]], [[], [0], [2, 0], ["3"]]);
const bias = { bias: true };
const half = { format: "bfloat16" };

/** The layers, and the functions that they apply. */
export const layers = {
  Parameter: { takes: { t: arg([x], [ids]) } },
  skipInit: { takes: { make: () => 3 } },
  Identity: layer({}, undefined, map),
  ReLU: layer({}, undefined, map),
  SiLU: layer({}, undefined, map),
  Tanh: layer({}, undefined, map),
  Sigmoid: layer({}, undefined, map),
  Softplus: layer({}, undefined, map),
  LeakyReLU: layer({}, { negativeSlope: number(0.2) }, map),
  ELU: layer({}, { alpha: number(2) }, map),
  GELU: layer({}, { approximate: arg(["tanh", "none"]) }, map),
  Softmax: layer({ "dim?": arg([1, -1], [1.5]) }, undefined, map),
  LogSoftmax: layer({ "dim?": arg([1, -1], [1.5]) }, undefined, map),
  Flatten: layer({ "startDim?": arg([1], [1.5]), "endDim?": arg([-1, 1], [0.5]) }, undefined, map),
  Linear: layer({ inFeatures: count(3), outFeatures: count(2) }, bias, map),
  linear: { takes: { x, weight: ones([4, 3]), "bias?": arg([ones([4]), null]) } },
  HalfLinear: layer({ inFeatures: count(4), outFeatures: count(2) }, { ...bias, ...half }, { x: ones([4]) }),
  Embedding: layer(
    { numEmbeddings: size(3), embeddingDim: size(2) },
    { paddingIdx: arg([0, -3, 2, null], [3, -4, 0.5]) },
    { indices: ids },
    { scores: { takes: { x: ones([4, 2]), "bias?": arg([ones([3]), null]) } } },
  ),
  HalfEmbedding: layer(
    { numEmbeddings: count(3), embeddingDim: count(2), "format?": "float16" },
    undefined,
    { indices: ids },
    { scores: { takes: { x: ones([4, 2]), "bias?": arg([ones([3]), null]) } } },
  ),
  halfBits: { takes: { values: ofKind([1, 2]), format: "bfloat16" } },
  Dropout: layer({ "p?": share(0.5) }, undefined, map),
  dropout: { takes: { x, "p?": share(0.5) }, options: { training: true, generator: new Generator(0) } },
  Sequential: {
    takes: { "argument 0": new nn.ReLU() },
    variadic: true,
    methods: { forward: { takes: { x } } },
  },
  LayerNorm: layer({ normalizedShape: normed }, { eps: positive(1e-6), elementwiseAffine: true }, map),
  RMSNorm: layer(
    { normalizedShape: normed },
    { eps: arg([1e-6, 0, null], [-1, inf]), elementwiseAffine: true },
    map,
  ),
  layerNorm: {
    takes: { x, normalizedShape: shape, "weight?": scale, "bias?": scale, "eps?": positive(1e-5) },
  },
  rmsNorm: { takes: { x, normalizedShape: shape, "weight?": scale, "eps?": arg([0.1, null, 0], [-1]) } },
  Conv1d: layer(
    { inChannels: size(2), outChannels: size(4), kernelSize: oneWindow },
    { stride: oneWindow, padding: count(1), dilation: oneWindow, groups: size(1), bias: true },
    sequence,
  ),
  Conv2d: layer(
    { inChannels: size(2), outChannels: size(4), kernelSize: window },
    { stride: steps, padding, dilation: steps, groups: size(1), bias: true },
    image,
  ),
  MaxPool1d: layer(
    { kernelSize: oneWindow },
    { stride: oneWindow, padding: count(1), dilation: oneWindow },
    sequence,
  ),
  MaxPool2d: layer({ kernelSize: window }, { stride: steps, padding, dilation: steps }, image),
  AvgPool1d: layer(
    { kernelSize: oneWindow },
    { stride: oneWindow, padding: count(1), countIncludePad: true },
    sequence,
  ),
  AvgPool2d: layer({ kernelSize: window }, { stride: steps, padding, countIncludePad: true }, image),
} satisfies Record<string, Call>;

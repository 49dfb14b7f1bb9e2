import { Generator, ones, randn, zeros } from "@saccade/tensor";
import { arg, type Call, count, layer, ofKind, positive, share, size } from "../../../tensor/test/walk.ts";
import * as nn from "../../src/index.ts";
import { alike } from "./activations.calls.ts";

const ids = zeros([2], { dtype: "int32" });
const inf = Number.POSITIVE_INFINITY;
const number = (value: number): unknown => arg([value, -1, 0, inf]);
const x = ones([2, 3]);
const map = { x };
const image = { x: randn([1, 2, 6, 6]) };
const volume = { x: randn([2, 2, 2, 2, 2]) };
const sequence = { x: randn([1, 2, 6]) };
const scale = arg([ones([3]), null]);
const normed = arg([3, [3], [2, 3], 0, [2, 0]], [-1, [], [-1], 1.5]);
const shape = arg([[3]], [[], [-1], ["3"]]);
const bias = { bias: true };
const p = share(0.5);
const half = { format: "bfloat16" };

const momentum = arg([0.3, null, 0, 1], [-1, 1.5, inf]);
const channels = { eps: positive(1e-6), momentum, affine: true, trackRunningStats: true, ...bias };

const lookUp = { maxNorm: arg([1, null], [-1]), normType: arg([1, inf]), scaleGradByFreq: true };

/** The layers, and the functions that they apply. */
export const layers = {
  Parameter: { takes: { t: arg([x], [ids]) } },
  skipInit: { takes: { make: () => 3 } },
  forwardHook: { takes: [ofKind(new nn.Linear(2, 2)), () => undefined] },
  nameSites: {
    takes: [ofKind(new nn.Linear(2, 2))],
    options: { sites: arg([["hook_a"]]), parts: arg([{}]) },
  },
  siteNames: { takes: [ofKind(new nn.Linear(2, 2))] },
  functionalCall: { takes: [ofKind(new nn.Linear(2, 2)), ofKind({}), ofKind([ones([2])])] },
  ...alike(
    layer({}, undefined, map),
    "Identity",
    "ReLU",
    "SiLU",
    "Tanh",
    "Sigmoid",
    "Hardsigmoid",
    "Hardswish",
  ),
  ...alike(layer({}, undefined, map), "LogSigmoid", "Mish", "ReLU6", "SELU", "Softsign", "Tanhshrink"),
  ...alike(layer({ "dim?": arg([0, -1], [1.5]) }, undefined, map), "Softmin", "Softmax", "LogSoftmax"),
  ...alike(layer({ "p?": p }, undefined, map), "Dropout", "Dropout1d", "AlphaDropout", "FeatureAlphaDropout"),
  Softplus: layer({}, { beta: arg([2, -1], [0, inf]), threshold: number(3) }, map),
  Hardtanh: layer({}, { minVal: arg([-2, 1, -inf], [2]), maxVal: arg([1, 2, inf], [-3]) }, map),
  Hardshrink: layer({}, { lambd: number(0.2) }, map),
  Softshrink: layer({}, { lambd: positive(0.2) }, map),
  Threshold: layer({ threshold: number(0.1), value: number(3) }, undefined, map),
  PReLU: layer({ "numParameters?": size(3) }, { init: number(0.1) }, map),
  RReLU: layer({}, { lower: arg([0.1, -1], [0.4, inf]), upper: arg([0.3, 1], [0, inf]) }, map),
  CELU: layer({}, { alpha: arg([2, -1], [0, inf]) }, map),
  GLU: layer({ "dim?": arg([0, -2], [1.5]) }, undefined, { x: ones([2, 4]) }),
  Softmax2d: layer({}, undefined, { x: randn([2, 2, 2]) }),
  Dropout2d: layer({ "p?": p }, undefined, { x: randn([2, 2, 2]) }),
  Dropout3d: layer({ "p?": p }, undefined, { x: randn([2, 2, 2, 2]) }),
  LeakyReLU: layer({}, { negativeSlope: number(0.2) }, map),
  ELU: layer({}, { alpha: number(2) }, map),
  GELU: layer({}, { approximate: arg(["tanh", "none"]) }, map),
  Flatten: layer({ "startDim?": arg([1], [1.5]), "endDim?": arg([-1, 1], [0.5]) }, undefined, map),
  Linear: layer({ inFeatures: count(3), outFeatures: count(2) }, bias, map),
  linear: { takes: { x, weight: ones([4, 3]), "bias?": arg([ones([4]), null]) } },
  HalfLinear: layer({ inFeatures: count(4), outFeatures: count(2) }, { ...bias, ...half }, { x: ones([4]) }),
  Embedding: layer(
    { numEmbeddings: size(3), embeddingDim: size(2) },
    { ...lookUp, paddingIdx: arg([0, -3, 2, null], [3, -4, 0.5]) },
    { indices: ids },
    { scores: { takes: { x: ones([4, 2]), "bias?": arg([ones([3]), null]) } } },
  ),
  EmbeddingBag: layer(
    { numEmbeddings: size(3), embeddingDim: size(2) },
    {
      ...lookUp,
      paddingIdx: arg([0, -3, 2, null], [3, -4, 0.5]),
      mode: arg(["max", "sum", "mean"]),
      includeLastOffset: true,
    },
    { indices: zeros([2, 2], { dtype: "int32" }), "offsets?": null, "perSampleWeights?": null },
  ),
  Bilinear: layer({ in1Features: size(3), in2Features: size(2), outFeatures: size(4) }, bias, {
    x1: x,
    x2: ones([2, 2]),
  }),
  HalfEmbedding: layer(
    { numEmbeddings: count(3), embeddingDim: count(2), "format?": "float16" },
    undefined,
    { indices: ids },
    { scores: { takes: { x: ones([4, 2]), "bias?": arg([ones([3]), null]) } } },
  ),
  halfBits: { takes: { values: ofKind([1, 2]), format: "bfloat16" } },
  dropout: { takes: { x, "p?": p }, options: { training: true, generator: new Generator(0) } },
  ModuleList: {
    takes: { "items?": arg([[new nn.ReLU()]], [[3]]) },
    methods: { at: { takes: { index: arg([0, -1], [1, 0.5]) } } },
  },
  ModuleDict: { takes: { "items?": arg([{ a: new nn.ReLU() }], [{ a: 3 }]) } },
  ParameterList: { takes: { "items?": arg([[new nn.Parameter(x)]], [[x]]) } },
  ParameterDict: { takes: { "items?": arg([{ a: new nn.Parameter(x) }], [{ a: x }]) } },
  Sequential: {
    takes: { "argument 0": new nn.ReLU() },
    methods: { forward: { takes: { x } } },
  },
  LayerNorm: layer(
    { normalizedShape: normed },
    { eps: positive(1e-6), elementwiseAffine: true, ...bias },
    map,
  ),
  BatchNorm1d: layer({ numFeatures: size(3) }, channels, map),
  BatchNorm2d: layer({ numFeatures: size(2) }, channels, image),
  BatchNorm3d: layer({ numFeatures: size(2) }, channels, volume),
  InstanceNorm1d: layer({ numFeatures: size(2) }, channels, sequence),
  InstanceNorm2d: layer({ numFeatures: size(2) }, channels, image),
  InstanceNorm3d: layer({ numFeatures: size(2) }, channels, volume),
  GroupNorm: layer(
    { numGroups: size(1), numChannels: size(3) },
    { eps: positive(1e-6), affine: true, ...bias },
    map,
  ),
  LocalResponseNorm: layer(
    { size: size(2) },
    { alpha: arg([1e-3], [inf]), beta: arg([0.5], [inf]), k: arg([2], [inf]) },
    sequence,
  ),
  RMSNorm: layer(
    { normalizedShape: normed },
    { eps: arg([1e-6, 0, null], [-1, inf]), elementwiseAffine: true },
    map,
  ),
  layerNorm: {
    takes: { x, normalizedShape: shape, "weight?": scale, "bias?": scale, "eps?": positive(1e-5) },
  },
  rmsNorm: { takes: { x, normalizedShape: shape, "weight?": scale, "eps?": arg([0.1, null, 0], [-1]) } },
} satisfies Record<string, Call>;

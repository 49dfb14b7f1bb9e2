import { Linear } from "@saccade/nn";
import { getBackend, ones, type Tensor, tensor, zeros } from "@saccade/tensor";
import { arg, type Call, count, layer, ofKind, share, size } from "../../../tensor/test/walk.ts";
import { AlibiPositions, type MaskOptions } from "../../src/index.ts";
import { ints, noise } from "../helpers.ts";

type Named = Readonly<Record<string, unknown>>;

/** Floats of a fixed rank. */
const ranked = (x: Tensor): unknown => arg([x], [x.gt(0), x.to("int32"), tensor(1)]);
const of = (x: Tensor, ...others: readonly Tensor[]): unknown =>
  arg([x], [...others, x.unsqueeze(0).unsqueeze(0).unsqueeze(0)]);
const x = noise([2, 3, 4]);
const floats = ranked(x);
const [pairs, rows] = [ones([3, 3], { dtype: "bool" }), ones([2, 3], { dtype: "bool" })];
const lens = ints([1, 3]);

const lengths = of(lens, lens.to("float32"), lens.gt(0), lens.add(1), lens.neg());
const masks: { readonly [Name in keyof Required<MaskOptions>]: unknown } = {
  mask: of(pairs, pairs.to("float32"), pairs.to("int32"), rows),
  keyMask: of(rows, rows.to("float32"), pairs),
  validLens: lengths,
  causal: true,
};
const bias = of(zeros([3, 3]), pairs, zeros([2, 2]));
const whole = (value: number): unknown => arg([value, 1], [0, -1, 1.5]);
const maskFill = arg([-1e9, null, Number.NEGATIVE_INFINITY], [Number.POSITIVE_INFINITY]);
const scale = arg([2, -1], [0, 1e-300, Number.POSITIVE_INFINITY]);
const above0 = arg([2, 1e-9], [0, -1, 1e-300, Number.POSITIVE_INFINITY]);
const summaries = arg([["topK"], ["entropy", "topK"]], [["entropi"], "entropy", [1]]);
const topK = arg([undefined, 2], [0, 1.5]);
const dropped = { dropout: share(0.5), training: true };
const keyMasks = { keyMask: masks.keyMask, validLens: arg([lens], [zeros([2, 3], { dtype: "int32" })]) };
const backend = ofKind(getBackend());
const attended = { q: floats, k: floats, v: floats };
const given = { queries: floats, keys: floats, values: floats };
const layout = arg([[[true]]], [[[1]], [true], [[true], [true]]]);
const points = { queries: noise([3]), keys: noise([4]), values: noise([4]) };
const sequence = [{ x: floats }, { offset: count(1) }] as const;
const span = { queries: count(3), keys: count(3), "offset?": count(1) };
const forward = (takes: Named, options: Named): { readonly forward: Call } => ({
  forward: { takes, options },
});
const scored = { ...forward(given, masks), scores: { takes: { queries: floats, keys: floats } } };
const scoring = (takes: Named) => layer(takes, undefined, undefined, scored);
const keys = noise([2, 2, 3, 2]);
const { validLens: _, ...others } = masks;
const withLengths = { ...given, "validLens?": lengths };
const projected = { queries: floats, projected: floats, values: floats, "validLens?": lengths };
const indices = arg([[0]], [[], [-1], [1.5], ["0"]]);
const cached = { fork: {}, dispose: {}, select: { takes: { indices } } };

/** A call of each public function and class, and of its methods, that fits. */
export const calls = {
  attend: {
    takes: { scores: ranked(noise([2, 3, 3])), values: floats },
    options: { ...masks, ...dropped, maskFill, bias },
  },
  scaledDotProductAttention: {
    takes: attended,
    options: {
      ...masks,
      ...dropped,
      maskFill,
      bias,
      scale,
      needWeights: false,
      summaries,
      topK,
      temperature: arg([undefined]),
    },
  },
  linearAttention: {
    takes: attended,
    options: { ...keyMasks, causal: true, featureMap: (y: Tensor) => y.relu() },
  },
  slidingWindowAttention: {
    takes: attended,
    options: {
      ...{ ...keyMasks, ...dropped, scale, causal: true },
      ...{ "window!": whole(2), dilation: size(2), blockSize: whole(2) },
    },
  },
  blockSparseAttention: {
    takes: attended,
    options: {
      ...keyMasks,
      ...dropped,
      scale,
      causal: true,
      "blockSize!": arg([3], [0, 1.5]),
      "layout!": layout,
    },
  },
  bigBirdLayout: {
    takes: { blocks: size(4) },
    options: {
      ...{ window: arg([3, 1], [0, 2, 2.5]), globals: count(1) },
      ...{ randoms: arg([0], [-1, 1.5]), random: arg([undefined]) },
    },
  },
  blockMask: {
    takes: { lq: arg([3], [-1, 2.5]), lk: arg([3], [-1, 2.5]) },
    options: { "blockSize!": arg([3], [0, 1.5]), "layout!": layout, causal: true, backend },
  },
  windowMask: {
    takes: { n: count(3) },
    options: { "window!": whole(2), dilation: size(2), causal: true, backend },
  },
  causalMask: { takes: { lq: count(3), "lk?": count(3) }, options: { offset: count(1), backend } },
  lengthsMask: { takes: { validLens: lengths, lk: arg([3], [-1, 1.5]) } },
  sequenceMask: { takes: { x, validLens: lengths, "value?": arg([0, -1, Number.POSITIVE_INFINITY]) } },
  maskedSoftmax: {
    takes: { scores: ranked(noise([2, 3, 3])), "validLens?": lengths },
    options: { maskFill },
  },
  averagePooling: { takes: { queries: noise([3]), values: noise([4]) } },
  leaveOneOut: { takes: { x: noise([3]), y: noise([3]) } },
  nadarayaWatson: {
    takes: points,
    options: { kernel: arg(["boxcar", (u: Tensor) => u.exp()]), bandwidth: above0 },
  },
  alibiSlopes: { takes: { numHeads: size(4) } },
  relativePositionBucket: {
    takes: { distance: arg([-3, 2 ** 40], [1.5, 2 ** 53]) },
    options: { numBuckets: arg([8, 4], [2, 7]), maxDistance: arg([64], [0, 1.5]), bidirectional: true },
  },
  positionalEncoding: { takes: { maxLen: count(3), numHiddens: size(4) }, options: { backend } },
  AdditiveAttention: layer(
    { keySize: arg([4], [0]), querySize: arg([4], [0]), numHiddens: arg([4], [0]), "dropout?": share(0.5) },
    { maskFill },
    undefined,
    {
      ...forward(withLengths, others),
      forwardProjected: { takes: projected, options: others },
      projectKeys: { takes: { keys: floats, "validLens?": lengths }, options: { keyMask: masks.keyMask } },
    },
  ),
  DotProductAttention: layer({ "dropout?": share(0.5) }, { maskFill }, undefined, {
    ...forward(withLengths, { ...others, needWeights: false }),
  }),
  MultiheadAttention: layer(
    { embedDim: arg([4], [0, 3, 1.5]), numHeads: arg([2], [0, 1.5]) },
    {
      ...{
        dropout: share(0.5),
        bias: true,
        addBiasKv: false,
        addZeroAttn: false,
        kdim: arg([4], [0]),
        vdim: arg([4], [0]),
        batchFirst: true,
        maskFill,
      },
      positions: arg([new AlibiPositions(2), null]),
      makeLinear: (into: number, out: number, bias: boolean) => new Linear(into, out, { bias }),
    },
    undefined,
    forward(attended, {
      ...{
        ...masks,
        bias,
        needWeights: false,
        averageAttnWeights: true,
        cache: arg([undefined]),
        summaries,
        topK,
      },
    }),
  ),
  LuongAttention: layer(
    { size: arg([4], [0, 1.5]) },
    {
      score: arg(["dot", "concat"]),
      local: arg(["monotonic", "predictive"]),
      halfWidth: arg([undefined, 2], [0, 1.5]),
    },
    undefined,
    {
      projectKeys: { takes: { keys: floats } },
      ...forward(
        { queries: floats, projected: floats, values: floats },
        { validLens: lengths, start: count(1) },
      ),
    },
  ),
  AttentionPooling: layer(
    { inputSize: arg([4], [0]), hiddenSize: size(4) },
    undefined,
    undefined,
    forward({ x: floats }, keyMasks),
  ),
  NadarayaWatson: layer({}, undefined, points),
  AlibiPositions: layer({ numHeads: size(2) }, undefined, { ...span, "backend?": backend }),
  RelativePositions: layer(
    { numHeads: size(2) },
    { numBuckets: arg([8, 4], [2, 7]), maxDistance: arg([64], [0, 1.5]), bidirectional: true },
    span,
  ),
  LearnedPositions: layer(
    { maxLen: arg([9], [0, 1.5]), numHiddens: arg([4], [0]) },
    undefined,
    undefined,
    forward(...sequence),
  ),
  PositionalEncoding: layer(
    { numHiddens: arg([4], [0, 1.5]) },
    { dropout: share(0.5), maxLen: arg([8], [0, 1.5]) },
    undefined,
    forward(...sequence),
  ),
  RotaryPositions: layer(
    { headDim: arg([4], [0, 3]) },
    {
      ...{ maxLen: arg([8], [0, 1.5]), base: arg([100, 1, 1e15], [0.9, 1e16]), interleaved: true },
      scaling: arg(
        ["none", { kind: "linear", factor: 2 }],
        ["linear", { kind: "linear", factor: 0 }, { kind: ["linear"] }],
      ),
    },
    undefined,
    forward(...sequence),
  ),
  DotScoring: scoring({ size: arg([4], [0, 1.5]) }),
  ScaledDotScoring: scoring({ size: arg([4], [0, 1.5]) }),
  BilinearScoring: scoring({ querySize: arg([4], [0]), keySize: arg([4], [0]) }),
  AdditiveScoring: scoring({ querySize: arg([4], [0]), keySize: arg([4], [0]), numHiddens: size(4) }),
  ConcatScoring: scoring({ querySize: arg([4], [0]), keySize: arg([4], [0]), numHiddens: size(4) }),
  PerceptronScoring: scoring({ querySize: arg([4], [0]), keySize: arg([4], [0]), numHiddens: size(4) }),
  LocationScoring: scoring({ querySize: arg([4], [0]), maxLen: arg([4], [0]) }),
  CosineScoring: layer({ size: arg([4], [0, 1.5]) }, { scale }, undefined, scored),
  GaussianScoring: layer({ size: arg([4], [0, 1.5]) }, { bandwidth: above0 }, undefined, scored),
  AttentionCache: {
    options: { capacity: size(4), fixed: true },
    methods: { append: { takes: { keys: ranked(keys), values: ranked(keys) }, keeps: true }, ...cached },
  },
  KeyValueCache: { takes: { numLayers: count(1) }, options: { capacity: size(4) }, methods: cached },
} as const;

import { ones, type Tensor, tensor, zeros } from "@saccade/tensor";
import { arg, type Call, count, finite, ofKind, positive, share, size } from "../../../tensor/test/walk.ts";

type Named = Readonly<Record<string, unknown>>;
const x = ones([2, 3]);
const classes = tensor([0, 1], { dtype: "int32" });
const alike = { input: x, target: x };
const ofClasses = { input: x, target: classes };
const reduction = arg(["sum", "mean", "none"]);
const index = arg([0, -100], [1.5]);
/** Weights ≥ 0, one of them above. */
const weights = (fits: readonly number[]): unknown =>
  arg(
    [tensor([...fits]), null],
    [-1, 0, Number.NaN, Number.POSITIVE_INFINITY].map((bad) =>
      tensor(fits.map((_, i) => (i === 0 ? bad : 0))),
    ),
  );
const nll = { weight: weights([0, 1, 1e-30]), ignoreIndex: index, reduction };
const label = tensor([[0, 1]], { dtype: "int32" });
const validLen = arg([[2], [0], tensor([2], { dtype: "int32" })], [[0.5], [3], [-1], tensor([1])]);
const padded = { pred: ones([1, 2, 3]), label, validLen };

/** A loss, and its module. */
const pair = <Loss extends string, Made extends string, Own extends Named>(
  loss: Loss,
  made: Made,
  takes: Named,
  options: Own,
) => {
  const own: readonly (readonly [string, Call & { readonly options: Own }])[] = [
    [loss, { takes, options }],
    [made, { options, says: loss, methods: { forward: { takes } } }],
  ];
  return Object.fromEntries(own) as Record<Loss | Made, { options: Own }>;
};

const bool = arg([true]);
const above0 = (value: number): unknown => arg([value, Number.MIN_VALUE], [0, -1, Number.POSITIVE_INFINITY]);
const order = arg([2, Number.POSITIVE_INFINITY, 0.5]);
const weight = arg([ones([3]), null]);
/** Targets of 1 and −1. */
const signs = (...shape: number[]): unknown => arg([ones(shape), ones(shape).neg()], [zeros(shape)]);
const halves = { input: x.mul(0.5), target: x };
const signed = { input: x, target: signs(2, 3) };
const pairs = { input1: x, input2: x, target: signs(2) };
const triplet = { anchor: x, positive: x, negative: x };
const margins = { margin: above0(1), swap: bool, reduction };
const spelled = {
  logProbs: ones([4, 1, 3]),
  targets: arg([tensor([[1, 1]], { dtype: "int32" })], [label]),
  inputLengths: arg([[4], tensor([4], { dtype: "int32" })], [[5], [-1], [0.5], tensor([1])]),
  targetLengths: arg([[2], tensor([2], { dtype: "int32" })], [[3], [-1], [0.5], tensor([1])]),
};
const linear = { weight: weights([0, 1, 1]), ignoreIndex: index, reduction, labelSmoothing: share(0.1) };

/** The losses, and their modules. */
export const losses = {
  ...pair("mseLoss", "MSELoss", alike, { reduction }),
  ...pair("l1Loss", "L1Loss", alike, { reduction }),
  ...pair("smoothL1Loss", "SmoothL1Loss", alike, { beta: positive(0.5), reduction }),
  ...pair("huberLoss", "HuberLoss", alike, { delta: above0(0.5), weight, reduction }),
  ...pair("binaryCrossEntropy", "BCELoss", halves, { weight, reduction }),
  ...pair("klDiv", "KLDivLoss", alike, {
    logTarget: bool,
    reduction: arg(["batchmean", "mean", "sum", "none"]),
  }),
  ...pair(
    "gaussianNllLoss",
    "GaussianNLLLoss",
    { ...alike, var: x },
    { full: bool, eps: above0(1e-6), reduction },
  ),
  ...pair("poissonNllLoss", "PoissonNLLLoss", alike, {
    logInput: bool,
    full: bool,
    eps: positive(1),
    reduction,
  }),
  ...pair("hingeEmbeddingLoss", "HingeEmbeddingLoss", signed, { margin: finite(2), reduction }),
  ...pair("softMarginLoss", "SoftMarginLoss", signed, { reduction }),
  ...pair(
    "marginRankingLoss",
    "MarginRankingLoss",
    { ...pairs, target: signs(2, 3) },
    { margin: finite(1), reduction },
  ),
  ...pair("multiMarginLoss", "MultiMarginLoss", ofClasses, {
    p: arg([1, 2], [0, 3]),
    margin: finite(1),
    weight,
    reduction,
  }),
  ...pair(
    "multilabelMarginLoss",
    "MultiLabelMarginLoss",
    { input: ones([1, 2]), target: label },
    { reduction },
  ),
  ...pair("multilabelSoftMarginLoss", "MultiLabelSoftMarginLoss", alike, { weight, reduction }),
  ...pair("cosineEmbeddingLoss", "CosineEmbeddingLoss", pairs, { margin: finite(0.5), reduction }),
  ...pair("tripletMarginLoss", "TripletMarginLoss", triplet, { p: order, eps: positive(1e-6), ...margins }),
  ...pair("tripletMarginWithDistanceLoss", "TripletMarginWithDistanceLoss", triplet, {
    distanceFunction: ofKind((a: Tensor, b: Tensor) => a.sub(b).abs().sum(-1)),
    ...margins,
  }),
  ...pair("ctcLoss", "CTCLoss", spelled, { blank: arg([0, 2], [-1, 0.5]), zeroInfinity: bool, reduction }),
  linearCrossEntropy: {
    takes: { input: ones([2, 4]), linearWeight: ones([3, 4]), target: classes },
    options: { linearBias: arg([ones([3]), null]), ...linear },
  },
  LinearCrossEntropyLoss: {
    takes: { inFeatures: count(4), numClasses: size(3) },
    options: { outFeatures: [], bias: bool, ...linear },
    says: "linearCrossEntropy",
    methods: { forward: { takes: { input: ones([2, 4]), target: classes } } },
  },
  PairwiseDistance: {
    takes: {},
    says: "pairwiseDistance",
    options: { p: order, eps: finite(1e-6), keepdim: bool },
    methods: { forward: { takes: { a: x, b: x } } },
  },
  CosineSimilarity: {
    takes: {},
    options: { dim: arg([1, -1], [0.5]), eps: positive(1e-8) },
    methods: { forward: { takes: { a: x, b: x }, says: "cosineSimilarity" } },
  },
  ...pair("bceWithLogits", "BCEWithLogitsLoss", alike, {
    weight: arg([ones([3]), null]),
    posWeight: weights([1, 0, 2]),
    reduction,
  }),
  ...pair("nllLoss", "NLLLoss", ofClasses, nll),
  ...pair("crossEntropy", "CrossEntropyLoss", ofClasses, { ...nll, labelSmoothing: share(0.1) }),
  maskedSoftmaxCELoss: { takes: padded },
  MaskedSoftmaxCELoss: { takes: {}, says: "maskedSoftmaxCELoss", methods: { forward: { takes: padded } } },
};

/** Functions of the namespace that are no exports of the entry. */
export const distances = {
  pairwiseDistance: {
    takes: { a: x, b: x },
    options: { p: order, eps: finite(1e-6), keepdim: bool },
    says: "pairwiseDistance",
  },
  pdist: { takes: { x }, options: { p: arg([2, 0, Number.POSITIVE_INFINITY], [-1]) }, says: "pdist" },
};

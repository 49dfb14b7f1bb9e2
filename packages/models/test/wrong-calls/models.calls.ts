import { AlibiPositions, BilinearScoring, DotScoring } from "@saccade/attention";
import { Adam, LayerNorm, Linear } from "@saccade/nn";
import { Generator, ones, type Tensor, tensor, zeros } from "@saccade/tensor";
import { ints, noise } from "../../../attention/test/helpers.ts";
import {
  anything,
  arg,
  type Call,
  count,
  layer,
  ofKind,
  positive,
  share,
  size,
} from "../../../tensor/test/walk.ts";
import { runOptions } from "../../../train/test/trainer.calls.ts";
import * as models from "../../src/index.ts";

type Named = Readonly<Record<string, unknown>>;

/** A tensor of a fixed rank, and others that are refused in its place. */
const of = (x: Tensor, ...others: readonly Tensor[]): unknown =>
  arg([x], [...others, x.unsqueeze(0).unsqueeze(0), tensor(1)]);
const floatsOf = (x: Tensor): unknown => of(x, x.gt(0), x.to("int32"));
const intsOf = (x: Tensor): unknown => of(x, x.gt(0), x.to("float32"));
const boolsOf = (x: Tensor): unknown => of(x, x.to("int32"), x.to("float32"));

const ids = ones([2, 3], { dtype: "int32" });
const lens = ints([1, 3]);
const x = noise([2, 3, 4]);
const [floats, tokens, lengths] = [floatsOf(x), intsOf(ids), of(lens, lens.to("float32"), lens.add(1))];
const anyRank = arg([x], [x.gt(0), x.to("int32"), tensor(1)]);
const keyMask = boolsOf(ones([2, 3], { dtype: "bool" }));
const pairs = ones([3, 3], { dtype: "bool" });
const mask = arg([pairs], [pairs.to("int32"), pairs.to("float32"), tensor(true)]);
const masks = { mask, keyMask, validLens: lengths, causal: true };
const bias = arg([zeros([3, 3])], [pairs, tensor(1)]);
const maskFill = arg([-1e9, null, Number.NEGATIVE_INFINITY], [Number.POSITIVE_INFINITY]);
const eps = arg([1e-5, 0, 1], [-1, 2]);
/** Caches hold what calls before left in them. */
const none = arg([undefined]);
const words = (value: readonly string[]): unknown => arg([value], [[3], [null]]);
const forward = (takes: Named, options?: Named): { readonly forward: Call } => ({
  forward: options ? { takes, options } : { takes },
});
const withLengths = forward({ x: tokens, "validLens?": lengths });

const encoderLayer = (): models.TransformerEncoderLayer =>
  new models.TransformerEncoderLayer(4, 2, { dimFeedforward: 4, batchFirst: true });
const decoderLayer = (): models.TransformerDecoderLayer =>
  new models.TransformerDecoderLayer(4, 2, { dimFeedforward: 4, batchFirst: true });
/** Beside it, options of the inner attention are refused. */
const attention = arg([undefined], [3, () => 3, () => new Linear(2, 2), Linear]);
const scoring = arg([undefined], [3, new DotScoring(3), new BilinearScoring(4, 3)]);
const layerOptions = {
  dimFeedforward: size(4),
  dropout: share(0.5),
  activation: arg(["gelu", (y: Tensor) => y.relu()], ["gelus"]),
  layerNormEps: eps,
  normFirst: true,
};
const transformerLayer = {
  ...layerOptions,
  batchFirst: arg([true], []),
  bias: true,
  positions: arg([null, new AlibiPositions(2)]),
  makeLinear: (into: number, out: number, withBias: boolean) => new Linear(into, out, { bias: withBias }),
  attention,
  maskFill,
};
const widths = { dModel: arg([4], [0, 1.5, 3]), nHead: arg([2, 1], [0, 1.5]) };
const seen = { ...masks, bias, needWeights: false };
const crossing = {
  ...seen,
  crossMask: mask,
  crossKeyMask: keyMask,
  crossValidLens: lengths,
  crossBias: bias,
};

const sizes = { vocabSize: size(9), embedSize: size(4), numHiddens: size(4), numLayers: size(1) };
const even = { ...sizes, numHiddens: arg([4, 2], [0, 5, 1.5]) };
const dropout = share(0.5);
const encoder = new models.Seq2SeqEncoder(9, 4, 4, 1);
const encoded = encoder.forward(ids);
const decoder = new models.Seq2SeqAttentionDecoder(9, 4, 4, 1);
const recurrent = (made: { initState(of: models.Encoded): object }): Readonly<Record<string, Call>> => ({
  initState: { takes: { encoded: { ...encoded }, "encValidLens?": lengths } },
  ...forward({ x: tokens, state: ofKind(made.initState(encoded)) }),
});
const net = new models.EncoderDecoder(encoder, decoder);
const batch = { X: ids, XValidLen: lens, Y: ids, YValidLen: lens };
const vocab = {
  size: 9,
  has: (word: string) => word.length > 0,
  index: (word: string) => (word.startsWith("<") ? word.length - 3 : 4),
  toTokens: (all: Iterable<number>) => Array.from(all, (id) => `w${id}`),
};

const languageModel = {
  "vocabSize!": size(7),
  "maxLen!": size(9),
  "dModel!": arg([4, 8], [0, 1.5, 3]),
  "numLayers!": size(1),
  "numHeads!": arg([2, 1], [0, 1.5]),
  dimFeedforward: arg([4, 2], [0, 1.5]),
  weights: "float16",
  dropout,
};
const gptOptions = {
  ...languageModel,
  window: arg([2], [0, 1.5]),
  numKvHeads: arg([1], [0, 1.5]),
  headDim: arg([2, 4], [0, 1.5]),
  positions: "learned",
  ropeBase: arg([undefined]),
  ropeScaling: arg([undefined]),
  norm: "rms",
  normEps: eps,
  activation: "relu",
  bias: true,
  attentionBias: true,
  tied: true,
};
const { size: _, ...translated } = vocab;
const { toTokens: __, ...special } = translated;
const ends = { "bos!": count(1), "eos!": count(2), "maxSteps!": size(2) };
const step = () => ({ logProbs: noise([5]), state: 0, weights: noise([3]) });
const beam = { beamSize: size(1), lengthPenalty: arg([0], [-0.1, 10.1]) };
const listed = arg([["w1"], []], [[3], ["a", null]]);
const small = { vocabSize: 7, maxLen: 9, dModel: 4, numLayers: 1, numHeads: 2 };
const causal = { cache: none, keyMask, needWeights: true };
const transformerOptions = {
  "srcVocabSize!": size(9),
  "tgtVocabSize!": size(9),
  "dModel!": arg([4, 8], [0, 1.5, 3]),
  "numHeads!": arg([2, 1], [0, 1.5]),
  "numLayers!": size(1),
  maxLen: arg([9, 3], [0, 1.5]),
  dimFeedforward: size(4),
  dropout,
  positions: "alibi",
  normFirst: true,
  tied: true,
};
const transformer = new models.Transformer({
  srcVocabSize: 9,
  tgtVocabSize: 9,
  dModel: 4,
  numHeads: 2,
  numLayers: 1,
});
const state = transformer.decoder.initState(transformer.encoder.forward(ids));
const pair = { encX: tokens, decX: tokens, "encValidLens?": lengths };
const points = floatsOf(noise([2, 3, 2]));
const pointer = new models.PointerNetwork(2, 4, { numHeads: 2 });
const copying = new models.PointerGenerator(9, 9, 4, 4).initState(ids, { copyIds: ids });
const links = arg(
  [[{ links: [[0, 0]], sure: [[0, 0]] }]],
  [[3], [{ links: [3], sure: [] }], [{ links: [] }]],
);
const weighed = [{ weights: [[1]], sure: [[0, 0]], content: [true] }];

/** A call of each public function and class, and of its methods, that fits. */
const generation = {
  takes: { model: arg([new models.GPT(small)]), prompt: arg([[1, 2]], [[], [7], [-1], ["1"]]) },
  options: {
    "maxNewTokens!": size(2),
    eos: arg([3, 0], [7, -1, 1.5]),
    temperature: arg([0.5, 0, 1e-6, 1e6], [-1, 1e-300]),
    beamSize: arg([1], [0, 1.5]),
    lengthPenalty: arg([0], [-0.1, 10.1]),
    slide: arg([1, 0, 9], [-1, 10, 1.5]),
    cache: true,
    topK: arg([undefined, 2, 1], [0, 1.5]),
    topP: arg([undefined, 0.5, 1], [0, 1.1]),
    generator: arg([undefined, new Generator(0)]),
  },
};

export const calls = {
  alignmentErrorRate: { takes: { corpus: links } },
  alignmentLinks: {
    takes: { weights: arg([[[1]]], [[1], [["1"]]]), source: words(["c"]), target: words(["b"]) },
  },
  beamSearch: { takes: { step, "initial?": anything(0) }, options: { ...ends, ...beam } },
  bleu: { takes: { prediction: ofKind("a b"), label: ofKind("a b"), k: size(2) } },
  contentWeight: { takes: { corpus: arg([weighed], [[{ ...weighed[0], content: [0] }]]) } },
  corpusBleu: { takes: { predictions: words(["a b"]), references: words(["a b"]), "k?": size(2) } },
  copiedTokens: {
    takes: { ids: arg([[1, 9], new Map()], [[1.5], [10]]), source: words(["a"]), vocab },
  },
  copyIds: { takes: { source: words(["a"]), vocab, "words?": words(["a"]) } },
  supervisedAttentionLoss: {
    takes: { weights: floatsOf(tensor([[0.5, 0.5]])), gold: floatsOf(tensor([[1, 0]])) },
  },
  topKFilter: { takes: { logits: anyRank, k: size(2) } },
  topPFilter: { takes: { logits: anyRank, p: arg([0.5, 1], [0, 1.1]) } },
  generate: generation,
  generateAsync: generation,
  greedyDecode: {
    takes: { step, "initial?": anything(0) },
    options: { ...ends, prefix: arg([[1], []], [[9], [-1]]), candidates: count(1) },
  },
  predictSeq2Seq: {
    takes: { net: arg([net]), sentence: ofKind("a b", [""]), srcVocab: translated, tgtVocab: translated },
    options: { "numSteps!": size(3), ...beam, prefix: listed, suppressTokens: listed, candidates: count(1) },
  },
  seq2seqTrainer: {
    takes: {
      net: arg([net]),
      options: {
        tgtVocab: special,
        ...runOptions,
        "optimizer!": new Adam(net),
        "data!": ofKind([batch], [], new Map()),
      },
    },
    says: "Trainer",
  },
  trainSeq2Seq: {
    takes: { net: arg([net]), data: ofKind([batch]) },
    options: {
      lr: positive(0.1),
      clip: arg([1, 0, Number.POSITIVE_INFINITY], [-1]),
      numEpochs: size(2),
      "tgtVocab!": special,
      initialize: false,
      seed: count(1),
      onStep: () => false,
      onEpoch: () => 3,
    },
    says: ["Trainer", "Adam"],
    keeps: true,
  },
  initSeq2Seq: { takes: { net: arg([net]) } },
  seq2seqLoss: { takes: { net: arg([net]), batch, bos: count(1) } },
  seq2seqOptimizer: {
    takes: { net: arg([net]) },
    options: { lr: positive(0.1), clip: arg([1, 0, Number.POSITIVE_INFINITY], [-1]) },
    says: "Adam",
  },
  seq2seqStep: {
    takes: { net: arg([net]), optimizer: arg([new Adam(net)]), batch, bos: count(1) },
    keeps: true,
  },
  pointByBeam: {
    takes: { net: arg([pointer]), inputs: of(noise([3, 2]), ids) },
    options: { beamSize: size(2), lengthPenalty: arg([0, 10], [-0.1, 10.1]), maxSteps: size(2) },
  },
  pointGreedily: {
    takes: { net: arg([pointer]), inputs: points },
    options: { validLens: lengths, steps: size(2) },
  },
  HierarchicalAttention: layer(
    { inputSize: arg([4], [0, 1.5]), hiddenSize: size(4) },
    { attentionSize: size(4) },
    undefined,
    forward(
      { words: floatsOf(noise([2, 3, 2, 4])) },
      { wordLens: intsOf(zeros([2, 3], { dtype: "int32" })), sentenceLens: lengths },
    ),
  ),
  MemoryNetwork: layer(
    { size: arg([4], [0, 1.5]) },
    {
      hops: size(2),
      tying: "layerwise",
      update: "feedForward",
      scale: arg([2, -1], [0, Number.POSITIVE_INFINITY]),
      maxMemories: arg([3, 0], [-1, 1.5]),
    },
    undefined,
    forward({ question: floatsOf(noise([2, 4])), memory: floats }, { keyMask, validLens: lengths }),
  ),
  TransformerXL: layer(
    { ...widths, numLayers: size(1) },
    { ...layerOptions, "memoryLength!": count(2) },
    undefined,
    forward({ x: floats, "memory?": arg([[x]], [[3], [x, x]]) }),
  ),
  TransformerXLLayer: layer(widths, layerOptions, undefined, {
    forward: { takes: { x: floats, "memory?": arg([x, null], [x.gt(0)]) }, options: { needWeights: true } },
  }),
  TransformerEncoderLayer: layer(widths, transformerLayer, undefined, forward({ src: floats }, seen)),
  TransformerDecoderLayer: layer(
    widths,
    transformerLayer,
    undefined,
    forward({ tgt: floats, memory: floats }, { ...crossing, cache: none }),
  ),
  TransformerStacks: layer(
    widths,
    {
      ...layerOptions,
      numEncoderLayers: size(1),
      numDecoderLayers: size(1),
      batchFirst: true,
      bias: true,
      maskFill,
    },
    undefined,
    forward({ src: floats, tgt: floats }, { encoder: arg([{}, undefined]), decoder: arg([{}, undefined]) }),
  ),
  TransformerEncoder: layer(
    { makeLayer: encoderLayer, numLayers: size(1) },
    { norm: arg([new LayerNorm(4), null]) },
    undefined,
    forward({ src: floats }, seen),
  ),
  TransformerDecoder: layer(
    { makeLayer: decoderLayer, numLayers: size(1) },
    { norm: arg([new LayerNorm(4), null]) },
    undefined,
    forward({ tgt: floats, memory: floats }, { ...crossing, cache: none }),
  ),
  Seq2SeqEncoder: layer(sizes, { dropout }, undefined, withLengths),
  BidirectionalEncoder: layer(even, { dropout }, undefined, withLengths),
  Seq2SeqAttentionDecoder: layer(sizes, { dropout, maskFill, scoring }, undefined, recurrent(decoder)),
  BahdanauDecoder: layer(
    even,
    { dropout, scoring },
    undefined,
    recurrent(new models.BahdanauDecoder(9, 4, 4, 1)),
  ),
  LuongDecoder: {
    ...layer(
      sizes,
      {
        ...{ dropout, score: "concat", inputFeeding: true, stateDropout: dropout },
        ...{ local: arg(["monotonic", "predictive"]), halfWidth: arg([undefined, 2], [0, 1.5]) },
      },
      undefined,
      recurrent(new models.LuongDecoder(9, 4, 4, 1)),
    ),
    says: "Luong",
  },
  EncoderDecoder: { takes: { encoder: arg([encoder]), decoder: arg([decoder]) } },
  Transformer: {
    options: transformerOptions,
    methods: { ...forward(pair), logits: { takes: pair } },
  },
  TransformerSourceEncoder: { options: transformerOptions, methods: withLengths, says: "Transformer" },
  TransformerTargetDecoder: {
    options: transformerOptions,
    methods: {
      chooseHeads: {
        takes: { layer: arg([0], [-1, 1, 1.5]), "heads?": arg([null, [0, 1]], [[], [2], [-1]]) },
      },
      initState: { takes: { memory: floats, "encValidLens?": lengths } },
      forward: { takes: { x: tokens, state: ofKind({ ...state }) }, keeps: true }, // caches
      logits: { takes: { x: tokens, state: ofKind({ ...state }) } },
    },
    says: "Transformer",
  },
  GPT: {
    options: { ...gptOptions, attention },
    methods: {
      ...forward(
        { ids: tokens },
        {
          cache: none,
          keyMask,
          needWeights: true,
          needHiddenStates: true,
          logitsToKeep: arg([1, 3], [0, 4, 1.5]),
        },
      ),
    },
  },
  GPTBlock: { options: { ...gptOptions, attention }, methods: forward({ x: floats }, causal), says: "GPT" },
  GPTFeedForward: { options: gptOptions, methods: forward({ x: anyRank }), says: "GPT" },
  CausalSelfAttention: { options: gptOptions, methods: forward({ x: floats }, causal), says: "GPT" },
  Bert: {
    options: {
      ...languageModel,
      numTypes: size(2),
      activation: "relu",
      normEps: eps,
      pooler: true,
      maskedHead: true,
      attention,
    },
    methods: {
      ...forward(
        { ids: tokens },
        { tokenTypes: intsOf(ids), keyMask, needWeights: true, needHiddenStates: true },
      ),
      logits: { takes: { hidden: anyRank } },
    },
  },
  PointerNetwork: layer(
    { inputSize: arg([2], [0, 1.5]), numHiddens: arg([4], [0, 1.5, 3]) },
    { encoder: "attention", numLayers: size(1), numHeads: arg([2, 1], [0, 1.5]), once: true, end: true },
    undefined,
    {
      ...forward({ inputs: points, targets: tokens, "validLens?": lengths }),
      initState: { takes: { inputs: points, "validLens?": lengths } },
    },
  ),
  PointerGenerator: layer(
    {
      srcVocabSize: size(9),
      tgtVocabSize: arg([9], [0, 1.5]),
      embedSize: size(4),
      numHiddens: even.numHiddens,
    },
    { numLayers: size(1), unk: arg([1, 0, 8], [-1, 9, 1.5]), copy: true, dropout },
    undefined,
    {
      initState: { takes: { source: tokens }, options: { "copyIds!": intsOf(ids), validLens: lengths } },
      ...forward({ x: tokens, state: ofKind({ ...copying }) }),
      logLikelihood: { takes: { x: tokens, targets: intsOf(ids), state: ofKind({ ...copying }) } },
    },
  ),
};

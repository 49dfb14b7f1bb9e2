import { Adam } from "@saccade/nn";
import { Generator, ones, type Tensor, tensor } from "@saccade/tensor";
import * as attention from "../../src/index.ts";
import { noise } from "../helpers.ts";
import * as is from "./kinds.ts";
import { backend, bias, ids, lengths, lens, maskFill, masks, q, scale, the, tokens, x } from "./shared.ts";
import { type Cases, func, walk } from "./walk.ts";

type Entry = typeof attention;
type Functions = { [Name in keyof Entry as Name extends Uncapitalize<Name> ? Name : never]: Entry[Name] };

const keyMasks = { keyMask: masks.keyMask, validLens: masks.validLens };
const dropped = { dropout: is.share(), training: is.flag() };

const vocab = {
  size: 9,
  has: (word: string) => word.length > 0,
  index: (word: string) => (word.startsWith("<") ? word.length - 3 : 4),
  toTokens: (all: Iterable<number>) => Array.from(all, (id) => `w${id}`),
};
const net = new attention.EncoderDecoder(
  new attention.Seq2SeqEncoder(9, 4, 4, 1),
  new attention.Seq2SeqAttentionDecoder(9, 4, 4, 1),
);
const batch = is.fields({
  X: tokens,
  XValidLen: lengths,
  Y: tokens,
  YValidLen: lengths,
});
const batches = [{ X: ids, XValidLen: lens, Y: ids, YValidLen: lens }];

const step = (): attention.TokenResult<number> => ({
  logProbs: tensor([-9, -9, -2, -1]),
  state: 0,
  weights: ones([1]),
});
const decoding = { bos: is.size(1, 0), eos: is.size(2, 0), maxSteps: is.whole(3) };
const gpt = new attention.GPT({ vocabSize: 7, maxLen: 9, dModel: 4, numLayers: 1, numHeads: 2 });
const pointer = new attention.PointerNetwork(2, 4, { numHeads: 2 });
const points = is.ranked(is.floats(noise([2, 3, 2])));
const points3 = is.anyType(is.ranked(is.floats(noise([3]))));
const points4 = is.anyType(is.ranked(is.floats(noise([4]))));
const random = new Generator(1);

const cases: Cases<Functions> = {
  alignmentErrorRate: func(attention.alignmentErrorRate, is.list([{ links: [[0, 0]], sure: [[0, 0]] }])),
  alignmentLinks: func(
    attention.alignmentLinks,
    is.list([
      [1, 2],
      [2, 1],
    ]),
    is.list(["a", "b"]),
    is.list(["c", "d"]),
  ),
  contentWeight: func(
    attention.contentWeight,
    is.list([{ weights: [[1]], sure: [[0, 0]], content: [true] }]),
  ),
  attend: func(
    attention.attend,
    is.floats(noise([2, 3, 3])),
    q,
    is.optionals<attention.AttendOptions>({ ...masks, ...dropped, maskFill, bias }),
  ),
  bleu: func(attention.bleu, is.text(), is.text(), is.whole(2)),
  corpusBleu: func(attention.corpusBleu, is.list(["a b"]), is.list(["a b"]), is.optional(is.whole(2))),
  copiedTokens: func(attention.copiedTokens, is.list([1, 9]), is.list(["a"]), the(vocab)),
  copyIds: func(attention.copyIds, is.list(["a"]), the(vocab), is.optional(is.list(["a"]))),
  supervisedAttentionLoss: func(
    attention.supervisedAttentionLoss,
    is.floats(tensor([[0.5, 0.5]])),
    is.floats(tensor([[1, 0]])),
  ),
  beamSearch: func(
    attention.beamSearch,
    is.call(step),
    is.optional({ good: () => 0, bad: [] }),
    is.options<attention.BeamSearchOptions>({
      ...decoding,
      beamSize: is.optional(is.whole(2)),
      lengthPenalty: is.optional(is.number(0.5, 0, 10)),
    }),
  ),
  greedyDecode: func(
    attention.greedyDecode,
    is.call(step),
    is.optional({ good: () => 0, bad: [] }),
    is.options<attention.GreedyOptions>({
      ...decoding,
      prefix: is.optional(is.list([1, 3])),
      candidates: is.optional(is.whole(2, 0)),
    }),
  ),
  topKFilter: func(attention.topKFilter, is.alone(is.floats(x)), is.whole(2)),
  topPFilter: func(attention.topPFilter, is.alone(is.floats(x)), is.refusing(is.share(), 0)),
  generate: [
    ...func(
      attention.generate,
      the(gpt),
      is.refusing(is.list([1, 2]), [], [7], [-1]),
      is.options<attention.GenerateOptions>(
        {
          maxNewTokens: is.size(2),
          eos: is.optional(is.whole(3, 0, 7)),
          temperature: is.optional(is.number(0.5, 0, 1e6, 1e-300)),
          topK: is.optional(is.whole(2)),
          topP: is.optional(is.refusing(is.share(), 0)),
          generator: is.optional(the(random)),
          beamSize: is.optional(is.whole(1)),
          lengthPenalty: is.optional(is.number(0, 0, 10, 0.5)),
          slide: is.optional(is.whole(1, 0, 10)),
          cache: is.optional(is.flag()),
        },
        { temperature: 0.5 },
      ),
    ),
    ...func(
      (options: attention.GenerateOptions) => attention.generate(gpt, [1], options),
      is.options<Pick<attention.GenerateOptions, "maxNewTokens" | "beamSize" | "lengthPenalty">>(
        {
          maxNewTokens: is.size(2),
          beamSize: is.optional(is.whole(2)),
          lengthPenalty: is.optional(is.number(0.5, 0, 10)),
        },
        { beamSize: 2 },
      ),
    ),
  ],
  bigBirdLayout: func(
    attention.bigBirdLayout,
    is.size(4),
    is.optionals<attention.BigBirdOptions>(
      {
        window: is.whole(3, 1, 2),
        globals: is.whole(1, 0),
        randoms: is.whole(1, 0),
        random: is.call(() => 0.5),
      },
      { random: () => 0.5, randoms: 1 },
    ),
  ),
  blockSparseAttention: func(
    attention.blockSparseAttention,
    q,
    q,
    q,
    is.options<attention.BlockSparseOptions>({
      blockSize: is.whole(3),
      layout: is.list([[true]]),
      causal: is.optional(is.flag()),
      keyMask: is.optional(keyMasks.keyMask),
      validLens: is.optional(keyMasks.validLens),
      scale: is.optional(scale),
      dropout: is.optional(is.share()),
      training: is.optional(is.flag()),
    }),
  ),
  linearAttention: func(
    attention.linearAttention,
    q,
    q,
    q,
    is.optionals<attention.LinearAttentionOptions>({
      ...keyMasks,
      causal: is.flag(),
      featureMap: is.call((one: Tensor) => one.relu()),
    }),
  ),
  slidingWindowAttention: func(
    attention.slidingWindowAttention,
    q,
    q,
    q,
    is.options<attention.SlidingWindowOptions>({
      window: is.whole(2),
      dilation: is.optional(is.size(2)),
      blockSize: is.optional(is.whole(2)),
      causal: is.optional(is.flag()),
      keyMask: is.optional(keyMasks.keyMask),
      validLens: is.optional(keyMasks.validLens),
      scale: is.optional(scale),
      dropout: is.optional(is.share()),
      training: is.optional(is.flag()),
    }),
  ),
  blockMask: func(
    attention.blockMask,
    is.size(3, 0),
    is.size(3, 0),
    is.options<attention.BlockMaskOptions>({
      blockSize: is.whole(3),
      layout: is.list([[true]]),
      causal: is.optional(is.flag()),
      backend: is.optional(backend),
    }),
  ),
  windowMask: func(
    attention.windowMask,
    is.size(3, 0),
    is.options<attention.WindowMaskOptions>({
      window: is.whole(2),
      dilation: is.optional(is.size(2)),
      causal: is.optional(is.flag()),
      backend: is.optional(backend),
    }),
  ),
  maskedSoftmax: func(
    attention.maskedSoftmax,
    q,
    is.optional(is.ints(lens)),
    is.optionals<attention.MaskFillOptions>({ maskFill }),
  ),
  causalMask: func(
    attention.causalMask,
    is.size(3, 0),
    is.optional(is.size(3, 0)),
    is.optionals<attention.CausalMaskOptions>({ offset: is.size(1, 0), backend }),
  ),
  lengthsMask: func(attention.lengthsMask, is.alone(lengths), is.size(3, 0)),
  sequenceMask: func(
    attention.sequenceMask,
    is.anyType(is.floats(x)),
    lengths,
    is.optional(is.taking(is.number(0, -1e300, 1e300), Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY)),
  ),
  averagePooling: func(attention.averagePooling, is.alone(points3), is.alone(points4)),
  leaveOneOut: func(attention.leaveOneOut, is.alone(points3), is.alone(points3)),
  nadarayaWatson: func(
    attention.nadarayaWatson,
    points3,
    points4,
    points4,
    is.optionals<attention.NadarayaWatsonOptions>({ kernel: is.choice("boxcar"), bandwidth: is.positive() }),
  ),
  alibiSlopes: func(attention.alibiSlopes, is.size(4)),
  relativePositionBucket: func(
    attention.relativePositionBucket,
    is.taking(is.whole(-3, -3), -4, 2 ** 40, -(2 ** 40)),
    is.optionals<attention.BucketOptions>({
      numBuckets: is.size(8, 4),
      maxDistance: is.size(64, 1),
      bidirectional: is.flag(),
    }),
  ),
  scaledDotProductAttention: func(
    attention.scaledDotProductAttention,
    q,
    q,
    q,
    is.optionals<attention.ScaledDotProductOptions>({
      ...masks,
      ...dropped,
      maskFill,
      bias,
      scale,
      temperature: is.positive(),
      needWeights: is.flag(false),
    }),
  ),
  predictSeq2Seq: func(
    attention.predictSeq2Seq,
    the(net),
    is.refusing(is.text("a b"), "", "  "),
    the(vocab),
    the(vocab),
    is.options<attention.PredictOptions>({
      numSteps: is.size(4),
      beamSize: is.optional(is.whole(2)),
      lengthPenalty: is.optional(is.number(0, 0, 10, 0.5)),
      prefix: is.optional(is.list(["a"])),
      suppressTokens: is.optional(is.list(["a"])),
      candidates: is.optional(is.whole(2, 0)),
    }),
  ),
  initSeq2Seq: func(attention.initSeq2Seq, the(net)),
  seq2seqLoss: func(attention.seq2seqLoss, the(net), batch, is.whole(1, 0)),
  seq2seqOptimizer: func(
    attention.seq2seqOptimizer,
    the(net),
    is.optionals<attention.Seq2SeqOptimizerOptions>({
      lr: is.taking(is.positive(0.1), 0, 1e300, 1e-300),
      clip: is.taking(is.positive(), 0, Number.POSITIVE_INFINITY),
    }),
  ),
  seq2seqStep: func(
    attention.seq2seqStep,
    the(net),
    is.thing(() => new Adam(net)),
    batch,
    is.whole(1, 0),
  ),
  seq2seqTrainer: func(
    (options: attention.Seq2SeqTrainerOptions) => attention.seq2seqTrainer(net, options),
    is.options<Pick<attention.Seq2SeqTrainerOptions, "data" | "tgtVocab" | "optimizer" | "maxEpochs">>({
      maxEpochs: is.taking(is.whole(1), 0, Number.POSITIVE_INFINITY),
      data: { good: () => batches, bad: [null, 3, {}, true, () => 1] },
      tgtVocab: the(vocab),
      optimizer: is.thing(() => new Adam(net)),
    }),
  ),
  trainSeq2Seq: func(
    attention.trainSeq2Seq,
    the(net),
    the(batches),
    is.options<attention.TrainSeq2SeqOptions>(
      {
        tgtVocab: the(vocab),
        lr: is.optional(is.taking(is.positive(0.001), 0, 1e300, 1e-300)),
        numEpochs: is.optional(is.whole(1)),
        clip: is.optional(is.taking(is.positive(), 0, Number.POSITIVE_INFINITY)),
        initialize: is.optional(is.flag()),
        seed: is.optional(is.whole(1, 0)),
        onStep: is.optional(is.call(() => true)),
        onEpoch: is.optional(is.call(() => undefined)),
      },
      { numEpochs: 1 },
    ),
  ),
  pointByBeam: func(
    attention.pointByBeam,
    the(pointer),
    is.ranked(is.floats(noise([3, 2]))),
    is.optionals<attention.PointByBeamOptions>({
      beamSize: is.whole(2),
      lengthPenalty: is.number(0.5, 0, 10),
      maxSteps: is.whole(2),
    }),
  ),
  pointGreedily: func(
    attention.pointGreedily,
    the(pointer),
    points,
    is.optionals<attention.PointGreedilyOptions>({ validLens: lengths, steps: is.whole(2) }),
  ),
  positionalEncoding: func(
    attention.positionalEncoding,
    is.size(3, 0),
    is.size(4, 1),
    is.optionals<attention.EncodingPlace>({ backend }),
  ),
};

walk(cases);

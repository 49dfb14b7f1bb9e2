import { Adam } from "@saccade/nn";
import { Generator, ones, tensor } from "@saccade/tensor";
import * as is from "../../../attention/test/garbage/kinds.ts";
import { ids, lengths, lens, the, tokens, x } from "../../../attention/test/garbage/shared.ts";
import { type Cases, func, walk } from "../../../attention/test/garbage/walk.ts";
import { noise } from "../../../attention/test/helpers.ts";
import * as models from "../../src/index.ts";

type Entry = typeof models;
type Functions = { [Name in keyof Entry as Name extends Uncapitalize<Name> ? Name : never]: Entry[Name] };

const vocab = {
  size: 9,
  has: (word: string) => word.length > 0,
  index: (word: string) => (word.startsWith("<") ? word.length - 3 : 4),
  toTokens: (all: Iterable<number>) => Array.from(all, (id) => `w${id}`),
};
const net = new models.EncoderDecoder(
  new models.Seq2SeqEncoder(9, 4, 4, 1),
  new models.Seq2SeqAttentionDecoder(9, 4, 4, 1),
);
const batch = is.fields({
  X: tokens,
  XValidLen: lengths,
  Y: tokens,
  YValidLen: lengths,
});
const batches = [{ X: ids, XValidLen: lens, Y: ids, YValidLen: lens }];

const step = (): models.TokenResult<number> => ({
  logProbs: tensor([-9, -9, -2, -1]),
  state: 0,
  weights: ones([1]),
});
const decoding = { bos: is.size(1, 0), eos: is.size(2, 0), maxSteps: is.whole(3) };
const gpt = new models.GPT({ vocabSize: 7, maxLen: 9, dModel: 4, numLayers: 1, numHeads: 2 });
const pointer = new models.PointerNetwork(2, 4, { numHeads: 2 });
const points = is.ranked(is.floats(noise([2, 3, 2])));
const random = new Generator(1);

const cases: Cases<Functions> = {
  alignmentErrorRate: func(models.alignmentErrorRate, is.list([{ links: [[0, 0]], sure: [[0, 0]] }])),
  alignmentLinks: func(
    models.alignmentLinks,
    is.list([
      [1, 2],
      [2, 1],
    ]),
    is.list(["a", "b"]),
    is.list(["c", "d"]),
  ),
  contentWeight: func(models.contentWeight, is.list([{ weights: [[1]], sure: [[0, 0]], content: [true] }])),
  bleu: func(models.bleu, is.text(), is.text(), is.whole(2)),
  corpusBleu: func(models.corpusBleu, is.list(["a b"]), is.list(["a b"]), is.optional(is.whole(2))),
  copiedTokens: func(models.copiedTokens, is.list([1, 9]), is.list(["a"]), the(vocab)),
  copyIds: func(models.copyIds, is.list(["a"]), the(vocab), is.optional(is.list(["a"]))),
  supervisedAttentionLoss: func(
    models.supervisedAttentionLoss,
    is.floats(tensor([[0.5, 0.5]])),
    is.floats(tensor([[1, 0]])),
  ),
  beamSearch: func(
    models.beamSearch,
    is.call(step),
    is.optional({ good: () => 0, bad: [] }),
    is.options<models.BeamSearchOptions>({
      ...decoding,
      beamSize: is.optional(is.whole(2)),
      lengthPenalty: is.optional(is.number(0.5, 0, 10)),
    }),
  ),
  greedyDecode: func(
    models.greedyDecode,
    is.call(step),
    is.optional({ good: () => 0, bad: [] }),
    is.options<models.GreedyOptions>({
      ...decoding,
      prefix: is.optional(is.list([1, 3])),
      candidates: is.optional(is.whole(2, 0)),
    }),
  ),
  topKFilter: func(models.topKFilter, is.alone(is.floats(x)), is.whole(2)),
  topPFilter: func(models.topPFilter, is.alone(is.floats(x)), is.refusing(is.share(), 0)),
  generate: [
    ...func(
      models.generate,
      the(gpt),
      is.refusing(is.list([1, 2]), [], [7], [-1]),
      is.options<models.GenerateOptions>(
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
      (options: models.GenerateOptions) => models.generate(gpt, [1], options),
      is.options<Pick<models.GenerateOptions, "maxNewTokens" | "beamSize" | "lengthPenalty">>(
        {
          maxNewTokens: is.size(2),
          beamSize: is.optional(is.whole(2)),
          lengthPenalty: is.optional(is.number(0.5, 0, 10)),
        },
        { beamSize: 2 },
      ),
    ),
  ],
  predictSeq2Seq: func(
    models.predictSeq2Seq,
    the(net),
    is.refusing(is.text("a b"), "", "  "),
    the(vocab),
    the(vocab),
    is.options<models.PredictOptions>({
      numSteps: is.size(4),
      beamSize: is.optional(is.whole(2)),
      lengthPenalty: is.optional(is.number(0, 0, 10, 0.5)),
      prefix: is.optional(is.list(["a"])),
      suppressTokens: is.optional(is.list(["a"])),
      candidates: is.optional(is.whole(2, 0)),
    }),
  ),
  initSeq2Seq: func(models.initSeq2Seq, the(net)),
  seq2seqLoss: func(models.seq2seqLoss, the(net), batch, is.whole(1, 0)),
  seq2seqOptimizer: func(
    models.seq2seqOptimizer,
    the(net),
    is.optionals<models.Seq2SeqOptimizerOptions>({
      lr: is.taking(is.positive(0.1), 0, 1e300, 1e-300),
      clip: is.taking(is.positive(), 0, Number.POSITIVE_INFINITY),
    }),
  ),
  seq2seqStep: func(
    models.seq2seqStep,
    the(net),
    is.thing(() => new Adam(net)),
    batch,
    is.whole(1, 0),
  ),
  seq2seqTrainer: func(
    (options: models.Seq2SeqTrainerOptions) => models.seq2seqTrainer(net, options),
    is.options<Pick<models.Seq2SeqTrainerOptions, "data" | "tgtVocab" | "optimizer" | "maxEpochs">>({
      maxEpochs: is.taking(is.whole(1), 0, Number.POSITIVE_INFINITY),
      data: { good: () => batches, bad: [null, 3, {}, true, () => 1] },
      tgtVocab: the(vocab),
      optimizer: is.thing(() => new Adam(net)),
    }),
  ),
  trainSeq2Seq: func(
    models.trainSeq2Seq,
    the(net),
    the(batches),
    is.options<models.TrainSeq2SeqOptions>(
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
    models.pointByBeam,
    the(pointer),
    is.ranked(is.floats(noise([3, 2]))),
    is.optionals<models.PointByBeamOptions>({
      beamSize: is.whole(2),
      lengthPenalty: is.number(0.5, 0, 10),
      maxSteps: is.whole(2),
    }),
  ),
  pointGreedily: func(
    models.pointGreedily,
    the(pointer),
    points,
    is.optionals<models.PointGreedilyOptions>({ validLens: lengths, steps: is.whole(2) }),
  ),
};

walk(cases);

import { ones, randn } from "@saccade/tensor";
import { ints } from "../../../attention/test/helpers.ts";
import { walkResults } from "../../../tensor/test/walk.ts";
import * as models from "../../src/index.ts";

const x = randn([2, 3, 4]);
const ids = ones([2, 3], { dtype: "int32" });
const lens = ints([1, 3]);
const batch = { X: ids, XValidLen: lens, Y: ids, YValidLen: lens };
const vocab = {
  size: 9,
  has: () => true,
  index: () => 4,
  toTokens: (all: Iterable<number>) => Array.from(all, () => "a"),
};
const net = new models.EncoderDecoder(
  new models.Seq2SeqEncoder(9, 4, 4, 1),
  new models.Seq2SeqAttentionDecoder(9, 4, 4, 1),
);
const decoding = { bos: 1, eos: 2, maxSteps: 2 };
const state = net.decoder.initState(net.encoder.forward(ids));
const layer = (options: object): unknown =>
  new models.TransformerEncoderLayer(4, 2, { batchFirst: true, ...options }).forward(x);

walkResults(
  {
    activation: (y) => layer({ activation: () => y }),
    "activation of TransformerXL": (y) =>
      new models.TransformerXLLayer(4, 2, { activation: () => y }).forward(x),
    "makeLayer of an encoder": (y) => new models.TransformerEncoder(() => y, 1),
    "makeLayer of a decoder": (y) => new models.TransformerDecoder(() => y, 1),
    "makeLinear of a layer": (y) => layer({ makeLinear: () => y }),
    "step of greedyDecode": (y) => models.greedyDecode(() => y, 0, decoding),
    "logProbs of a step": (logProbs) =>
      models.beamSearch(() => ({ logProbs, state: 0, weights: randn([2]) }), 0, decoding),
    "weights of a step": (weights) =>
      models.greedyDecode(() => ({ logProbs: randn([5]), state: 0, weights }), 0, decoding),
    "a batch": (y) => models.trainSeq2Seq(net, [y], { tgtVocab: vocab, numEpochs: 1 }),
    "X of a batch": (X) => models.trainSeq2Seq(net, [{ ...batch, X }], { tgtVocab: vocab, numEpochs: 1 }),
    "index of a vocabulary": (y) =>
      models.predictSeq2Seq(net, "a b", { ...vocab, index: () => y }, vocab, { numSteps: 3 }),
    "toTokens of a vocabulary": (y) =>
      models.predictSeq2Seq(net, "a b", vocab, { ...vocab, toTokens: () => y }, { numSteps: 3 }),
    "size of a vocabulary": (size) => models.copyIds(["a", "b"], { ...vocab, size }),
    "index, to copy": (y) => models.copyIds(["a"], { ...vocab, index: () => y }),
    "toTokens, to copy": (y) => models.copiedTokens([1], ["a"], { ...vocab, toTokens: () => y }),
    "forward of a network": (y) => models.seq2seqLoss({ forward: () => y }, batch, 1),
    "output of a network": (output) => models.seq2seqLoss({ forward: () => ({ output }) }, batch, 1),
    "hidden of a state": (hidden) => net.decoder.forward(ids, { ...state, hidden }),
    "keys of a state": (projectedKeys) => net.decoder.forward(ids, { ...state, projectedKeys }),
    "lengths of a state": (encValidLens) => net.decoder.forward(ids, { ...state, encValidLens }),
  },
  {
    "lengths of a state": [undefined],
    "index of a vocabulary": [3],
    "size of a vocabulary": [3],
    "index, to copy": [3],
  },
);

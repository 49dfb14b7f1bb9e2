import { ones, randn, type Tensor, tensor, zeros } from "@saccade/tensor";
import { expect, test } from "vitest";
import * as attention from "../../src/index.ts";
import { fault } from "./walk.ts";

// What a function that the caller hands in returns: nonsense ends in a named error, if it does not work.

const x = randn([2, 3, 4]);
const ids = ones([2, 3], { dtype: "int32" });
const lens = tensor([1, 3], { dtype: "int32" });
const batch = { X: ids, XValidLen: lens, Y: ids, YValidLen: lens };
const vocab = {
  size: 9,
  has: () => true,
  index: () => 4,
  toTokens: (all: Iterable<number>) => Array.from(all, () => "a"),
};
const net = new attention.EncoderDecoder(
  new attention.Seq2SeqEncoder(9, 4, 4, 1),
  new attention.Seq2SeqAttentionDecoder(9, 4, 4, 1),
);
const decoding = { bos: 1, eos: 2, maxSteps: 2 };
const self = (options: object): unknown =>
  new attention.MultiheadAttention(4, 2, { batchFirst: true, ...options }).forward(x, x, x);
const turning = { maxLen: 9, numHeads: null, headDim: null, rotate: (y: Tensor) => y, bias: () => undefined };
const state = net.decoder.initState(net.encoder.forward(ids));
const layer = (options: object): unknown =>
  new attention.TransformerEncoderLayer(4, 2, { batchFirst: true, ...options }).forward(x);

const calls: Readonly<Record<string, (given: never) => unknown>> = {
  featureMap: (y) => attention.linearAttention(x, x, x, { featureMap: () => y }),
  "featureMap, causal": (y) => attention.linearAttention(x, x, x, { causal: true, featureMap: () => y }),
  kernel: (y) => attention.nadarayaWatson(randn([3]), randn([4]), randn([4]), { kernel: () => y }),
  poolingKernels: (y) => Object.values(attention.poolingKernels).map((kernel) => kernel(y)),
  activation: (y) => layer({ activation: () => y }),
  "activation of TransformerXL": (y) =>
    new attention.TransformerXLLayer(4, 2, { activation: () => y }).forward(x),
  "makeLayer of an encoder": (y) => new attention.TransformerEncoder(() => y, 1),
  "makeLayer of a decoder": (y) => new attention.TransformerDecoder(() => y, 1),
  makeLinear: (y) => self({ makeLinear: () => y }),
  "makeLinear of a layer": (y) => layer({ makeLinear: () => y }),
  "positions.rotate": (y) => self({ positions: { ...turning, rotate: () => y } }),
  "positions.bias": (y) => self({ positions: { ...turning, bias: () => y } }),
  "positions.maxLen": (y) => self({ positions: { ...turning, maxLen: y } }),
  "step of greedyDecode": (y) => attention.greedyDecode(() => y, 0, decoding),
  "logProbs of a step": (logProbs) =>
    attention.beamSearch(() => ({ logProbs, state: 0, weights: randn([2]) }), 0, decoding),
  "weights of a step": (weights) =>
    attention.greedyDecode(() => ({ logProbs: randn([5]), state: 0, weights }), 0, decoding),
  "random of bigBirdLayout": (y) => attention.bigBirdLayout(9, { randoms: 2, random: () => y }),
  "a batch": (y) => attention.trainSeq2Seq(net, [y], { tgtVocab: vocab, numEpochs: 1 }),
  "X of a batch": (X) => attention.trainSeq2Seq(net, [{ ...batch, X }], { tgtVocab: vocab, numEpochs: 1 }),
  "index of a vocabulary": (y) =>
    attention.predictSeq2Seq(net, "a b", { ...vocab, index: () => y }, vocab, { numSteps: 3 }),
  "toTokens of a vocabulary": (y) =>
    attention.predictSeq2Seq(net, "a b", vocab, { ...vocab, toTokens: () => y }, { numSteps: 3 }),
  "size of a vocabulary": (size) => attention.copyIds(["a", "b"], { ...vocab, size }),
  "index, to copy": (y) => attention.copyIds(["a"], { ...vocab, index: () => y }),
  "toTokens, to copy": (y) => attention.copiedTokens([1], ["a"], { ...vocab, toTokens: () => y }),
  "forward of a network": (y) => attention.seq2seqLoss({ forward: () => y }, batch, 1),
  "output of a network": (output) => attention.seq2seqLoss({ forward: () => ({ output }) }, batch, 1),
  "hidden of a state": (hidden) => net.decoder.forward(ids, { ...state, hidden }),
  "keys of a state": (projectedKeys) => net.decoder.forward(ids, { ...state, projectedKeys }),
  "lengths of a state": (encValidLens) => net.decoder.forward(ids, { ...state, encValidLens }),
};

const nonsense: readonly unknown[] = [
  undefined,
  null,
  3,
  Number.NaN,
  "x",
  [1],
  {},
  Promise.resolve(1),
  zeros([1], { dtype: "bool" }),
  zeros([7]),
];

// What works among it: no bias, no lengths, a number where there may be one.
const works: Readonly<Record<string, readonly unknown[]>> = {
  "positions.bias": [undefined],
  "positions.maxLen": [3],
  "lengths of a state": [undefined],
  "index of a vocabulary": [3],
  "size of a vocabulary": [3],
  "index, to copy": [3],
};

test.each(Object.entries(calls))("%s", (name, call) => {
  for (const value of nonsense) {
    if (works[name]?.includes(value)) continue;
    let error: unknown = null;
    try {
      call(value as never);
    } catch (thrown) {
      error = thrown;
    }
    if (error !== null) expect(fault(error, null), String(value)).toBe(null);
    // A tensor, or a list, may be what is asked for.
    else expect(typeof value, `${String(value)} was accepted`).toBe("object");
  }
});

import { memory } from "@saccade/tensor";
import { expect, test } from "vitest";
import { predictSeq2Seq, trainSeq2Seq } from "../../src/index.ts";
import { batchOf, makeNet, numSteps, shapeOf, sources, targets, vocab } from "./toy.ts";

const net = makeNet({ hidden: 32 });
trainSeq2Seq(net, [batchOf()], { lr: 0.02, numEpochs: 120, tgtVocab: vocab, seed: 2 });

test("it translates what it was taught, greedily and with a beam", () => {
  for (const beamSize of [1, 3]) {
    const found = sources.map((text) => predictSeq2Seq(net, text, vocab, vocab, { numSteps, beamSize }));
    expect(found.map(({ translation }) => translation)).toEqual(targets);
  }
});

test("tokens, weights and source belong together", () => {
  const { tokens, sourceTokens, weights, unknown, logProb } = predictSeq2Seq(net, "b c d", vocab, vocab, {
    numSteps,
  });
  expect(tokens).toEqual(["d", "c", "b", "<eos>"]);
  expect(sourceTokens).toEqual(["b", "c", "d", "<eos>"]);
  expect(shapeOf(weights)).toEqual([4, 4]);
  for (const row of weights) expect(row.reduce((a, b) => a + b, 0)).toBeCloseTo(1, 5);
  expect(unknown).toEqual([]);
  expect(logProb).toBeLessThan(0);
});

test("unknown words are named, and long sentences cut", () => {
  const found = predictSeq2Seq(net, "A zebra b c d a b", vocab, vocab, { numSteps });
  expect(found.unknown).toEqual(["zebra"]);
  expect(found.sourceTokens).toEqual(["a", "<unk>", "b", "c", "d"]);
});

test("dropout is off meanwhile, and each module has its own mode back", () => {
  const dropping = makeNet({ layers: 2, dropout: 0.9 });
  dropping.decoder.eval();
  const predict = () => predictSeq2Seq(dropping, "a b", vocab, vocab, { numSteps });
  expect(predict()).toEqual(predict());
  expect([dropping.training, dropping.encoder.training, dropping.decoder.training]).toEqual([
    true,
    true,
    false,
  ]);
});

test("nothing stays in memory", () => {
  const before = memory().tensors;
  predictSeq2Seq(net, "a b", vocab, vocab, { numSteps, beamSize: 2 });
  expect(memory().tensors).toBe(before);
});

test("what cannot be translated is refused", () => {
  const bare = { ...vocab, has: (token: string) => token === "a" };
  expect(() => predictSeq2Seq(net, "  ", vocab, vocab, { numSteps })).toThrow(/the sentence is empty/);
  expect(() => predictSeq2Seq(net, "a", vocab, vocab, { numSteps: 0 })).toThrow(/numSteps is 0/);
  expect(() => predictSeq2Seq(net, "a", bare, vocab, { numSteps })).toThrow(/no <pad>; .*reservedTokens/);
});

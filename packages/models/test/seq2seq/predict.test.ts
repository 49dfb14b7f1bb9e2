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

test("candidates at each place: the most probable first, the chosen one at the head", () => {
  const { tokens, candidates } = predictSeq2Seq(net, "b c d", vocab, vocab, { numSteps, candidates: 3 });
  expect(candidates.map((row) => row.length)).toEqual(tokens.map(() => 3));
  expect(candidates.map((row) => row[0]!.token)).toEqual(tokens);
  for (const row of candidates) {
    const probabilities = row.map(({ probability }) => probability);
    expect(probabilities).toEqual(probabilities.toSorted((a, b) => b - a));
    expect(probabilities.reduce((a, b) => a + b)).toBeLessThanOrEqual(1 + 1e-6);
  }
});

test("a prefix is said first, and what follows follows from it", () => {
  const free = predictSeq2Seq(net, "b c d", vocab, vocab, { numSteps });
  const same = predictSeq2Seq(net, "b c d", vocab, vocab, { numSteps, prefix: ["d", "c"] });
  expect(same.tokens).toEqual(free.tokens);
  expect(same.logProb).toBeCloseTo(free.logProb, 6);
  const other = predictSeq2Seq(net, "b c d", vocab, vocab, { numSteps, prefix: ["a"] });
  expect(other.tokens[0]).toBe("a");
  expect(other.logProb).toBeLessThan(free.logProb);
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

test("what cannot be translated is refused", () => {
  const bare = { ...vocab, has: (token: string) => token === "a" };
  expect(() => predictSeq2Seq(net, "  ", vocab, vocab, { numSteps })).toThrow(/the sentence is empty/);
  expect(() => predictSeq2Seq(net, "a", vocab, vocab, { numSteps: 0 })).toThrow(
    /numSteps must be a whole number from 1 to 16777216/,
  );
  expect(() => predictSeq2Seq(net, "a", vocab, vocab, { numSteps, prefix: ["zebra"] })).toThrow(/"zebra"/);
  const beam = { numSteps, beamSize: 2, candidates: 3 };
  expect(() => predictSeq2Seq(net, "a", vocab, vocab, beam)).toThrow(/for greedy decoding/);
  const half = { numSteps, candidates: 0.5 };
  expect(() => predictSeq2Seq(net, "a", vocab, vocab, half)).toThrow(
    /candidates must be a whole number ≥ 0, got 0.5/,
  );
  expect(() => predictSeq2Seq(net, "a", bare, vocab, { numSteps })).toThrow(/no <pad>; .*reservedTokens/);
});

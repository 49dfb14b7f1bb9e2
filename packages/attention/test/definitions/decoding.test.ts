import { tensor, zeros } from "@saccade/tensor";
import fc from "fast-check";
import { expect, test } from "vitest";
import * as defined from "../../src/definitions/index.ts";
import { beamSearch, bleu, corpusBleu } from "../../src/index.ts";
import { noise } from "../helpers.ts";

const words = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 8 });

test("BLEU of a sentence, and of a corpus, are their definitions", () => {
  const corpus = fc.array(fc.tuple(words, words), { minLength: 1, maxLength: 4 });
  const property = fc.property(corpus, fc.integer({ min: 1, max: 4 }), (pairs, k) => {
    const [predictions, references] = [pairs.map(([p]) => p), pairs.map(([, r]) => r)];
    for (const [p, r] of pairs) {
      expect(bleu(p.join(" "), r.join(" "), k)).toBeCloseTo(defined.bleu(p, r, k), 12);
    }
    const texts = [predictions, references].map((side) => side.map((list) => list.join(" ")));
    const wanted = defined.corpusBleu(predictions, references, k);
    // Without an n-gram of some n, 0 / 0: the library says 0.
    expect(corpusBleu(texts[0]!, texts[1]!, k)).toBeCloseTo(Number.isNaN(wanted) ? 0 : wanted, 12);
  });
  fc.assert(property, { numRuns: 300 });
});

test("beam search is its definition, for any network, beam and length penalty", () => {
  const call = fc.record({
    vocabulary: fc.integer({ min: 1, max: 6 }),
    maxSteps: fc.integer({ min: 1, max: 5 }),
    beamSize: fc.integer({ min: 1, max: 5 }),
    lengthPenalty: fc.constantFrom(0, 0.6, 2),
    sharpness: fc.constantFrom(0, 1, 4),
    seed: fc.nat(10_000),
  });
  const property = fc.property(call, ({ vocabulary, maxSteps, beamSize, lengthPenalty, sharpness, seed }) => {
    const bos = 1000;
    const eos = seed % vocabulary;
    // The whole prefix decides.
    const logProbs = (tokens: readonly number[]) =>
      noise(
        [vocabulary],
        tokens.reduce((hash, token) => (hash * 31 + token + 1) % 100_003, seed),
      )
        .mul(sharpness)
        .logSoftmax(-1);
    const wanted = defined.beamSearch(
      (tokens) => [...logProbs(tokens).dataSync()],
      eos,
      maxSteps,
      beamSize,
      lengthPenalty,
    );
    const step = (token: number, before: readonly number[]) => {
      const state = token === bos ? before : [...before, token];
      return { logProbs: logProbs(state), state, weights: zeros([1]) };
    };
    const options = { bos, eos, maxSteps, beamSize, lengthPenalty };
    const found = beamSearch<readonly number[]>(step, [], options);
    expect(found.map(({ tokens, logProb, score }) => ({ tokens, logProb, score }))).toEqual(wanted);
  });
  fc.assert(property, { numRuns: 100 });
});

test("with a beam as wide as all sequences, beam search finds the most probable one", () => {
  const table = tensor([0.1, 0.6, 0.3]).log().toArray() as number[];
  expect(defined.beamSearch(() => table, 1, 3, 30)[0]!.tokens).toEqual([1]);
});

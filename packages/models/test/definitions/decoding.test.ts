import { zeros } from "@saccade/tensor";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import { noise } from "../../../attention/test/helpers.ts";
import * as defined from "../../src/definitions/index.ts";
import { beamSearch, bleu } from "../../src/index.ts";

const words = fc.array(fc.constantFrom("a", "b", "c"), { maxLength: 8 });

test("BLEU counts words, pairs, … as often as the reference has them, whatever their order", () => {
  const pair = fc.tuple(words, words);
  const property = fc.property(pair, fc.integer({ min: 1, max: 4 }), ([prediction, reference], k) => {
    const grams = (list: readonly string[], n: number): string[] =>
      list.flatMap((_, i) => (i + n <= list.length ? [list.slice(i, i + n).join()] : []));
    let wanted =
      prediction.length === 0 ? 0 : Math.exp(Math.min(0, 1 - reference.length / prediction.length));
    for (let n = 1; n <= Math.min(k, prediction.length); n++) {
      const left = grams(reference, n);
      // Each n-gram of the reference matches once.
      const matched = grams(prediction, n).filter(
        (gram) => left.includes(gram) && left.splice(left.indexOf(gram), 1).length === 1,
      );
      wanted *= (matched.length / (prediction.length - n + 1)) ** (1 / 2 ** n);
    }
    expect(bleu(prediction.join(" "), reference.join(" "), k)).toBeCloseTo(wanted, 12);
    expect(defined.bleu(prediction, reference, k)).toBeCloseTo(wanted, 12);
  });
  fc.assert(property);
});

test("beam search keeps the best of all continuations, for any network, beam and length penalty", () => {
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
    type Found = { tokens: number[]; logProb: number; score: number };
    const best = (all: Found[]) => all.toSorted((a, b) => b.score - a.score).slice(0, beamSize);
    const isOver = ({ tokens }: Found) => tokens.at(-1) === eos;
    const ended: Found[] = [];
    let open: Found[] = [{ tokens: [], logProb: 0, score: 0 }];
    for (let length = 1; length <= maxSteps && open.length > 0 && ended.length < beamSize; length++) {
      const grown = open.flatMap(({ tokens, logProb: before }) =>
        Array.from(logProbs(tokens).dataSync(), (more, token) => {
          const logProb = before + more;
          return {
            tokens: [...tokens, token],
            logProb,
            score: logProb / ((5 + length) / 6) ** lengthPenalty,
          };
        }),
      );
      ended.push(...best(grown).filter(isOver));
      open = best(grown).filter((one) => !isOver(one));
    }
    const step = (token: number, before: readonly number[]) => {
      const state = token === bos ? before : [...before, token];
      return { logProbs: logProbs(state), state, weights: zeros([1]) };
    };
    const options = { bos, eos, maxSteps, beamSize, lengthPenalty };
    const found = beamSearch<readonly number[]>(step, [], options);
    expect(found.map(({ tokens, logProb, score }) => ({ tokens, logProb, score }))).toEqual(
      best([...ended, ...open]),
    );
  });
  fc.assert(property, runs(100));
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { bleu } from "../src/index.ts";

// Results of d2l-zh's `bleu`; of d2l 1.0's for the three marked, where d2l-zh divides by zero.
test.each([
  ["va !", "va !", 2, 1],
  ["il est riche .", "il est calme .", 2, 0.6580370064762462],
  ["je suis chez moi ?", "je suis chez moi .", 2, 0.8323582900575633],
  ["je suis", "je suis chez moi .", 2, 0.22313016014842982],
  ["je suis chez moi . . .", "je suis chez moi .", 2, 0.7636830779320727],
  ["le le le le", "le chat est le", 2, 0],
  ["a b c d", "d c b a", 2, 0],
  ["va", "va !", 1, 0.36787944117144233],
  ["a b b c d", "a b c d e f", 4, 0],
  ["va", "va !", 2, 0.36787944117144233], // marked
  ["", "va !", 2, 0], // marked
  ["a b", "a", 3, 0], // marked
])("%j against %j, k = %i", (prediction, label, k, expected) => {
  expect(bleu(prediction, label, k)).toBeCloseTo(expected, 12);
});

test("an empty label matches nothing", () => {
  expect(bleu("va !", "", 2)).toBe(0);
});

test("k must be a whole number of 1 or more", () => {
  expect(() => bleu("va", "va", 0)).toThrow(/k must be a whole number ≥ 1, got 0/);
});

test("it is the brevity penalty times the clipped precisions, each to the power 1/2ⁿ", () => {
  const words = fc.array(fc.constantFrom("a", "b", "c"), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(words, words, fc.integer({ min: 1, max: 4 }), (predicted, reference, k) => {
      let wanted =
        predicted.length < reference.length ? Math.exp(1 - reference.length / predicted.length) : 1;
      for (let n = 1; n <= Math.min(k, predicted.length); n++) {
        const grams = (list: readonly string[]): string[] =>
          list.flatMap((_, i) => (i + n <= list.length ? [list.slice(i, i + n).join()] : []));
        const left = grams(reference);
        // Each n-gram of the reference matches once.
        const matched = grams(predicted).filter(
          (gram) => left.includes(gram) && left.splice(left.indexOf(gram), 1).length === 1,
        );
        wanted *= (matched.length / (predicted.length - n + 1)) ** (1 / 2 ** n);
      }
      expect(bleu(predicted.join(" "), reference.join(" "), k)).toBeCloseTo(wanted, 12);
    }),
  );
});

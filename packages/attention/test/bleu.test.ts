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

import { expect, test } from "vitest";
import { bleu, corpusBleu } from "../../src/index.ts";

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

// By hand. First: 6 of 7 words, 4 of 5 pairs. Second and third: "the" counts twice of 7 times; no pair is right. Fourth:
// every word and pair is right, 3 words for 4. Fifth: 9 of 10, 7 of 8, 5 of 6, 3 of 4. Last: 2 words for 3.
test.each([
  [["a b c", "d e f g"], ["a b c", "d e f h"], 2, Math.sqrt((6 / 7) * (4 / 5))],
  [["the the the the the the the"], ["the cat is on the mat"], 1, 2 / 7],
  [["the the the the the the the"], ["the cat is on the mat"], 2, 0],
  [["a b c"], ["a b c d"], 2, Math.exp(1 - 4 / 3)],
  [
    ["a b c d e", "a b c d x"],
    ["a b c d e", "a b c d y"],
    4,
    ((9 / 10) * (7 / 8) * (5 / 6) * (3 / 4)) ** 0.25,
  ],
  [["", "a b"], ["a", "a b"], 2, Math.exp(1 - 3 / 2)],
])("the corpus %j against %j, k = %i", (predictions, references, k, expected) => {
  expect(corpusBleu(predictions, references, k)).toBeCloseTo(expected, 12);
});

test("a corpus that repeats a sentence scores as the sentence, and precisions are counted before they are divided", () => {
  const [one, other] = ["a b c d e f", "a b c d x f"];
  expect(corpusBleu([one, one], [other, other])).toBeCloseTo(corpusBleu([one], [other]), 12);
  const longer = corpusBleu(["a", "b x x x"], ["a", "b y y y"], 1);
  expect(longer).toBeCloseTo(2 / 5, 12);
});

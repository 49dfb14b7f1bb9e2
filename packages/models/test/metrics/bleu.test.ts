import { expect, test } from "vitest";
import { corpusBleu } from "../../src/index.ts";

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

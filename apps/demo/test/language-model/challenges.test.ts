import { expect, it } from "vitest";
import start from "../../src/pages/language-model/start.gen.json" with { type: "json" };

it("the numbers that the questions name are those of the model that comes with the page", () => {
  const { tokens, vocabSize, choices } = start.reading;
  expect([tokens.length, vocabSize]).toEqual([5, 2000]);
  const shares = choices.map(({ plain }) => plain).toSorted((a, b) => b - a);
  expect(shares.slice(0, 3).map((share) => Math.round(100 * share))).toEqual([15, 14, 12]);
  const three = shares[0]! + shares[1]! + shares[2]!;
  expect(three).toBeLessThan(0.5);
  expect(three + shares[3]!).toBeGreaterThanOrEqual(0.5);
});

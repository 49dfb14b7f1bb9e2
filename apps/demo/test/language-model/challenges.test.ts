import { expect, it } from "vitest";
import { start } from "../../src/pages/language-model/start.gen.ts";

it("the numbers that the questions name are those of the model that comes with the page", () => {
  const { tokens, vocabSize, choices } = start.reading;
  expect([tokens.length, vocabSize]).toEqual([36, 37]);
  const shares = choices.map(({ plain }) => plain).toSorted((a, b) => b - a);
  expect(shares.slice(0, 2).map((share) => Math.round(100 * share))).toEqual([27, 21]);
  expect(shares[0]! + shares[1]!).toBeLessThan(0.5);
  expect(shares[0]! + shares[1]! + shares[2]!).toBeGreaterThanOrEqual(0.5);
});

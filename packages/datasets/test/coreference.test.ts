import { describe, expect, test } from "vitest";
import {
  type CoreferenceSentence,
  classicSchemas,
  coreferenceWords,
  type WinogradSchema,
  winogradSchemas,
} from "../src/tasks.ts";
import { seeded } from "./seeded.ts";

function schemas(split: "train" | "test", fold: number, count = 1000): WinogradSchema[] {
  return winogradSchemas({ count, split, fold, random: seeded(fold) });
}

function nouns({ words, referent, other }: CoreferenceSentence): string {
  return [words[referent], words[other]].sort().join(" ");
}

describe("winogradSchemas", () => {
  test("gives two sentences that differ in one adjective and swap the nouns that it can mean", () => {
    for (const [first, second] of schemas("train", 0)) {
      const changed = first.words.filter((word, i) => word !== second.words[i]);
      expect(first.words).toHaveLength(second.words.length);
      expect(changed).toHaveLength(1);
      expect([first.it, first.referent, first.other]).toEqual([second.it, second.other, second.referent]);
      expect(first.words[first.it]).toBe("it");
      expect(first.referent).toBeGreaterThanOrEqual(0);
      expect(first.other).toBeGreaterThanOrEqual(0);
    }
  });

  test.each([0, 1, 2, 3, 4])("fold %i has each pair of nouns in one split only", (fold) => {
    const train = new Set(schemas("train", fold).map(([sentence]) => nouns(sentence)));
    const held = schemas("test", fold).map(([sentence]) => nouns(sentence));
    expect(held.filter((pair) => train.has(pair))).toEqual([]);
    expect(classicSchemas.filter(([sentence]) => train.has(nouns(sentence)))).toEqual([]);
  });

  test("uses in training every noun and adjective that is tested", () => {
    const seen = new Set(schemas("train", 1, 3000).flatMap(([a, b]) => [...a.words, ...b.words]));
    expect(new Set(coreferenceWords)).toEqual(seen);
  });

  test("puts the referent before and after the other noun, and before and after it, equally often", () => {
    const sentences = schemas("train", 2).flat();
    const share = (of: (sentence: CoreferenceSentence) => boolean): number =>
      sentences.filter(of).length / sentences.length;
    expect(share(({ referent, other }) => referent < other)).toBe(0.5);
    const before = share(({ referent, it }) => referent < it);
    expect(before).toBeGreaterThan(0.7); // three of four forms; 2.5 standard errors of 1000 schemas are .034
    expect(before).toBeLessThan(0.8);
  });

  test("holds the sentences that everybody knows", () => {
    expect(classicSchemas.flat().map(({ words, referent }) => [words.join(" "), words[referent]])).toEqual([
      ["the animal didn't cross the street because it was too tired .", "animal"],
      ["the animal didn't cross the street because it was too wide .", "street"],
      ["the trophy doesn't fit in the suitcase because it is too big .", "trophy"],
      ["the trophy doesn't fit in the suitcase because it is too small .", "suitcase"],
    ]);
  });
});

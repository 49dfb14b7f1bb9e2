import { expect, test } from "vitest";
import { agreementSentences, type CueSentence, cueLength, cueWords, negatedSentences } from "../src/tasks.ts";
import { seeded } from "./seeded.ts";

const count = (words: readonly string[], of: (word: string) => boolean): number => words.filter(of).length;
const isNoun = (word: string): boolean => /^(key|door|lamp|chair|table|book|plant|window)s?$/.test(word);
const isVerb = (word: string): boolean => word === "is" || word === "are";

test("negatedSentences are of class 1 where “not” stands before “good”, and have both once in either class", () => {
  for (const { words, label } of negatedSentences({ count: 300, random: seeded(1) })) {
    expect(words[words.indexOf("good") - 1] === "not").toBe(label === 1);
    expect(count(words, (word) => word === "good")).toBe(1);
    expect(count(words, (word) => word === "not")).toBe(1);
  }
});

test("agreementSentences are of class 1 where the verb agrees with the first noun, far before it", () => {
  for (const { words, label } of agreementSentences({ count: 300, random: seeded(2) })) {
    const [subject, verb] = [words.findIndex(isNoun), words.findIndex(isVerb)];
    expect(words[subject]!.endsWith("s") === (words[verb] === "are")).toBe(label === 1);
    expect(verb - subject).toBeGreaterThanOrEqual(12);
    expect(verb - subject).toBeLessThanOrEqual(14);
    expect(count(words, (word) => isNoun(word) && word.endsWith("s"))).toBe(2);
    expect(count(words, isNoun)).toBe(4);
    expect(count(words, isVerb)).toBe(1);
  }
});

test.each<[string, (options: { count: number; random: () => number }) => CueSentence[]]>([
  ["negatedSentences", negatedSentences],
  ["agreementSentences", agreementSentences],
])("%s have both classes, known words and one length", (_, make) => {
  const made = make({ count: 300, random: seeded(3) });
  const ones = count(
    made.map(({ label }) => String(label)),
    (label) => label === "1",
  );
  expect(ones).toBeGreaterThan(115); // four standard errors of 300 are 35
  expect(ones).toBeLessThan(185);
  for (const { words } of made) {
    expect(words).toHaveLength(cueLength);
    expect(words.filter((word) => !cueWords.includes(word))).toEqual([]);
  }
});

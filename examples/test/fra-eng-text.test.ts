import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { embeddedCorpus } from "@saccade/datasets";
import { expect, it } from "vitest";
import { fraEngData, type Pair } from "../fra-eng/data.ts";
import { settingsOf } from "../fra-eng/settings.ts";
import {
  countWords,
  leakOf,
  paddingAtRandom,
  paddingInGroups,
  paddingSorted,
  splitByPair,
  subwordsPerWord,
  unknownShare,
} from "../fra-eng/statistics.ts";
import { runHere, temporaryFolder } from "./run-program.ts";

const folder = temporaryFolder("fra-eng-text");
const words = (line: string): string[] => line.split(" ");

it("counts words, and those that a vocabulary lacks", () => {
  const counts = countWords([words("the cat sees the dog"), words("the cat sleeps")]);
  expect(counts.slice(0, 2)).toEqual([
    ["the", 3],
    ["cat", 2],
  ]);
  expect(unknownShare(counts, [words("the cat sees a bird")], 2)).toBeCloseTo(3 / 5);
  expect(unknownShare(counts, [words("the cat sees a bird")], 100)).toBeCloseTo(2 / 5);
});

it("a word that is known costs one subword, an unknown one several, and none is lost", () => {
  const train = Array.from({ length: 4 }, () => words("low lower lowest"));
  expect(subwordsPerWord(train, [words("low lower")], 400)).toBe(1);
  expect(subwordsPerWord(train, [words("lowly")], 400)).toBeGreaterThan(1);
});

it("finds the held-out sentences that training has, and what copying them scores", () => {
  const pair = (source: string, target: string) => ({ source: words(source), target: words(target) });
  const drawn = [
    pair("i eat bread .", "je mange du pain ."),
    pair("we go to the sea .", "nous allons à la mer ."),
    pair("i eat bread .", "je mange du pain ."),
    pair("it is late .", "il est tard ."),
  ];
  const leak = leakOf(splitByPair(drawn, 2, 2));
  expect(leak.share).toBe(0.5);
  expect(leak.bleu).toBeGreaterThan(0);
  const clean = leakOf({ test: drawn.slice(0, 1), train: drawn.slice(1, 2) });
  expect(clean).toEqual({ share: 0, bleu: 0 });
});

it("padding falls from random batches to groups to sorted ones, and adds up for batches of one length", () => {
  const { train } = fraEngData(
    embeddedCorpus(),
    "the embedded corpus",
    settingsOf({ pairs: "1500", test: "100", vocab: "600" }, { quick: false, seed: 0 }),
  );
  const random = paddingAtRandom(train, 32);
  const groups = paddingInGroups(train, 32);
  const sorted = paddingSorted(train, 32);
  expect(sorted.share).toBeLessThan(groups.share);
  expect(groups.share).toBeLessThan(random.share);
  expect(sorted.batches).toBe(Math.ceil(train.length / 32));
  const two: Pair[] = [
    { source: [4, 3], target: [5, 6, 3] },
    { source: [4, 7, 8, 3], target: [5, 6, 3] },
  ];
  // Two of the fourteen places are padding, both in the first source.
  expect(paddingAtRandom(two, 2)).toEqual({
    share: expect.closeTo(2 / 14, 12),
    shapes: 1,
    batches: 1,
  });
});

it("the program prints every table for a file, and names what it needs", async () => {
  const file = join(folder, "pairs.txt");
  writeFileSync(file, embeddedCorpus());
  const { code, stdout, stderr } = await runHere("fra-eng/text.ts", [file, "1500", "200"]);
  expect([code, stderr]).toEqual([0, ""]);
  const titles = [
    "French sentences with",
    "training pairs of",
    "rank of a word",
    "entries",
    "split",
    "words",
  ];
  for (const title of titles) expect(stdout).toContain(`${title} `);
  expect(stdout).toMatch(/^the grammar, en +12800 .* 0\.00 %$/m);
  expect(stdout).toMatch(/^by sentence +1500 +0\.00 % +0\.000$/m);
  const none = await runHere("fra-eng/text.ts", []);
  expect(none.code).toBe(2);
  expect(none.stderr).toContain("name a file of English<TAB>French lines");
}, 60_000);

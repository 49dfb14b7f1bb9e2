import { expect, test } from "vitest";
import { pairOf, seen, unseen } from "../src/seq2seq-attention/grammar.ts";
import trained from "../src/seq2seq-attention/trained.json" with { type: "json" };
import * as translator from "../src/seq2seq-attention/translator.ts";
import { restore } from "../src/ui/stored.ts";

test("no sentence is both learned from and tested", () => {
  const learned = new Set(seen.map(({ source }) => source.join(" ")));
  expect(unseen.filter(({ source }) => learned.has(source.join(" ")))).toEqual([]);
});

test("the stored translator writes the sentences that the figure tests", () => {
  const net = translator.makeTranslator(0);
  restore(net, trained);
  expect(translator.test(net)).toEqual({ forced: 1, own: 1 });
  const pair = pairOf({ who: 2, when: 3, where: 0, did: 2, what: 0 });
  const { words, weights } = translator.translate(net, pair);
  expect(words).toEqual([...pair.target, "<eos>"]);
  // "drew" looks at 画了, "last" at 上周, "a" at no single word.
  expect(weights[1]?.[pair.source.indexOf("画了")]).toBeGreaterThan(0.9);
  expect(weights[4]?.[pair.source.indexOf("上周")]).toBeGreaterThan(0.9);
  expect(Math.max(...weights[2]!)).toBeLessThan(0.5);
  // With a place before the verb, "last" looks one word past 上周.
  const longer = translator.translate(net, pairOf({ who: 2, when: 3, where: 2, did: 2, what: 0 }));
  expect(longer.words.join(" ")).toBe("we drew a cat at school last week <eos>");
  expect(longer.weights[6]?.[longer.source.indexOf("在")]).toBeGreaterThan(0.9);
});

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
  const pair = pairOf({ who: 2, when: 3, where: 2, did: 3, what: 0 });
  const { words, weights } = translator.translate(net, pair);
  expect(words).toEqual([...pair.target, "<eos>"]);
  // "found" looks at 找到了.
  expect(weights[1]?.[pair.source.indexOf("找到了")]).toBeGreaterThan(0.9);
});

import { noGrad } from "@saccade/autograd";
import { tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { trained } from "../src/two-aligners/trained.ts";
import { kinds, makeTranslator, readingOf, type Translator } from "../src/two-aligners/translators.ts";
import { restore } from "../src/ui/stored.ts";

// What the chapter "Which attention aligns" says of the sentence on which the figure opens.
const pair = trained.pairs[1]!;
const [she, likes, elle] = [pair.source.indexOf("she"), pair.source.indexOf("likes"), 3];

const netOf = (kind: (typeof kinds)[number]): Translator => {
  const net = restore(makeTranslator(kind, trained.words, 0), trained[kind].parameters);
  net.eval();
  return net;
};

/** The word that a net finds likeliest after "l' eau qu'". */
function fourthOf(net: Translator, source: readonly string[]): string | undefined {
  const ids = (tokens: readonly string[], known: readonly string[]) =>
    tensor([tokens.map((token) => known.indexOf(token))], { dtype: "int32" });
  const { source: english, target: french } = trained.words;
  const best = noGrad(() => {
    const X = ids([...source, "<eos>"], english);
    const lengths = tensor([X.size(1)], { dtype: "int32" });
    const { output } = net.forward(X, ids(["<bos>", ...pair.target.slice(0, elle)], french), lengths);
    return output.select(1, elle).argmax(-1);
  });
  return french[best.item()];
}

test("one looks at “she” for “elle”, the other at the word after it, and gets every word right", () => {
  const [oneWay, bothWays] = kinds.map((kind) => readingOf(netOf(kind), trained.words, pair)) as [
    ReturnType<typeof readingOf>,
    ReturnType<typeof readingOf>,
  ];
  const most = (row: readonly number[]): number => row.indexOf(Math.max(...row));
  expect(pair.target[elle]).toBe("elle");
  expect(most(oneWay.weights[elle]!)).toBe(likes);
  expect(most(bothWays.weights[elle]!)).toBe(she);
  expect([oneWay.right, bothWays.right]).toEqual([10, 8]);
});

test.each(kinds)("%s writes “il” when “she” becomes “he”", (kind) => {
  const net = netOf(kind);
  expect(fourthOf(net, pair.source)).toBe("elle");
  expect(fourthOf(net, pair.source.with(she, "he"))).toBe("il");
});

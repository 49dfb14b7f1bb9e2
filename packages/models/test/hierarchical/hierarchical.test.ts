import { valueAndGrad } from "@saccade/autograd";
import { tensor } from "@saccade/tensor";
import { test } from "vitest";
import { expectClose, expectNoNaN, ints, noise, numbers } from "../../../attention/test/helpers.ts";
import { HierarchicalAttention } from "../../src/index.ts";

test("a padded document equals itself alone, whatever the padding holds", () => {
  const net = new HierarchicalAttention(3, 2, { attentionSize: 3 });
  const words = noise([2, 3, 4, 3], 1);
  const wordLens = [
    [4, 2, 9],
    [3, 4, 1],
  ].map((row) => row.map((n) => Math.min(n, 4)));
  const sentenceLens = [2, 3];
  const poisoned = tensor(
    numbers(words).map((value, i) => {
      const [b, s, w] = [Math.floor(i / 36), Math.floor(i / 12) % 3, Math.floor(i / 3) % 4];
      return s < sentenceLens[b]! && w < wordLens[b]![s]! ? value : Number.NaN;
    }),
  ).reshape([2, 3, 4, 3]);
  const { value, grads } = valueAndGrad(
    () => {
      const all = net.forward(poisoned, { wordLens: ints(wordLens), sentenceLens: ints(sentenceLens) });
      return { loss: all.output.square().sum(), ...all };
    },
    { poisoned, ...net.namedParameters() },
  );
  expectNoNaN(value.output, value.wordWeights, value.sentenceWeights, ...Object.values(grads));
  for (const b of [0, 1]) {
    const s = sentenceLens[b]!;
    const alone = net.forward(words.narrow(0, b, 1).narrow(1, 0, s), {
      wordLens: ints([wordLens[b]!.slice(0, s)]),
    });
    expectClose(alone.output, value.output.narrow(0, b, 1));
    expectClose(alone.sentenceWeights, value.sentenceWeights.narrow(0, b, 1).narrow(1, 0, s));
    expectClose(alone.wordWeights, value.wordWeights.narrow(0, b, 1).narrow(1, 0, s));
  }
  const sums = value.wordWeights.sum(-1);
  expectClose(
    sums,
    tensor([
      [1, 1, 0],
      [1, 1, 1],
    ]),
  );
});

import { valueAndGrad } from "@saccade/autograd";
import { cat, full, type Tensor, tensor } from "@saccade/tensor";
import { expect, test } from "vitest";
import { AttentionPooling, HierarchicalAttention } from "../../src/index.ts";
import { expectClose, expectNoNaN, gradCheckModule, leaked, noise, numbers } from "../helpers.ts";

const lens = (values: number[] | number[][]): Tensor => tensor(values, { dtype: "int32" });

test("pooling ignores vectors that do not count", () => {
  const pooling = new AttentionPooling(3, 4);
  const x = noise([2, 5, 3], 1);
  const { output } = pooling.forward(x);
  expectClose(pooling.forward(x.select(0, 1)).output, output.select(0, 1));
  const nan = cat([x.narrow(1, 0, 3), full([2, 2, 3], Number.NaN)], 1);
  for (const given of [
    { validLens: lens([3, 0]) },
    {
      keyMask: tensor([
        [true, true, true, false, false],
        [false, false, false, false, false],
      ]),
    },
  ]) {
    const { value, grads } = valueAndGrad(
      () => {
        const pooled = pooling.forward(nan, given);
        return { loss: pooled.output.square().sum(), ...pooled };
      },
      { nan, ...pooling.namedParameters() },
    );
    expectClose(value.output.select(0, 0), pooling.forward(x.select(0, 0).narrow(0, 0, 3)).output);
    expect(numbers(value.output.select(0, 1))).toEqual([0, 0, 0]);
    expectNoNaN(value.weights, ...Object.values(grads));
  }
});

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
      const all = net.forward(poisoned, { wordLens: lens(wordLens), sentenceLens: lens(sentenceLens) });
      return { loss: all.output.square().sum(), ...all };
    },
    { poisoned, ...net.namedParameters() },
  );
  expectNoNaN(value.output, value.wordWeights, value.sentenceWeights, ...Object.values(grads));
  for (const b of [0, 1]) {
    const s = sentenceLens[b]!;
    const alone = net.forward(words.narrow(0, b, 1).narrow(1, 0, s), {
      wordLens: lens([wordLens[b]!.slice(0, s)]),
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

test("gradients agree with finite differences; nothing stays behind", () => {
  const net = new HierarchicalAttention(1, 1, { attentionSize: 1 });
  const given = { wordLens: lens([[2, 1]]) };
  gradCheckModule(net, (words) => net.forward(words!, given).output, [noise([1, 2, 2, 1], 1)]);
  expect(leaked(() => net.forward(noise([1, 2, 2, 1], 1), given))).toBe(0);
});

import { valueAndGrad } from "@saccade/autograd";
import { cat, full } from "@saccade/tensor";
import { expect, test } from "vitest";
import { AttentionPooling } from "../../src/index.ts";
import { bools, expectClose, expectNoNaN, ints, noise, numbers } from "../helpers.ts";

test("pooling weighs vectors by softmax(u·tanh(W x + b)), and ignores those that do not count", () => {
  const pooling = new AttentionPooling(3, 4);
  const x = noise([2, 5, 3], 1);
  const scores = pooling.proj.forward(x).tanh().matmul(pooling.context);
  const { output, weights } = pooling.forward(x);
  expectClose(weights, scores.softmax(-1));
  expectClose(output, weights.unsqueeze(1).matmul(x).squeeze(1));
  expectClose(pooling.forward(x.select(0, 1)).output, output.select(0, 1));
  const nan = cat([x.narrow(1, 0, 3), full([2, 2, 3], Number.NaN)], 1);
  for (const given of [
    { validLens: ints([3, 0]) },
    {
      keyMask: bools("11100 00000"),
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

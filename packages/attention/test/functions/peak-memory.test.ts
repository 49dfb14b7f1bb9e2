import { valueAndGrad } from "@saccade/autograd";
import { memory, ones, resetPeakMemory, scope, setBackend, type Tensor } from "@saccade/tensor";
import { afterEach, describe, expect, test } from "vitest";
import { attend, scaledDotProductAttention } from "../../src/index.ts";
import { backends } from "../definitions/hold.ts";
import { noise, numbers } from "../helpers.ts";

const [heads, length, width] = [2, 48, 8];
const [matrix, queries] = [4 * heads * length * length, 4 * heads * length * width];

/** The bytes at the peak of a call beside what was there before, and beside its output. */
function peakOf(call: () => { readonly output: Tensor }): number {
  return scope(() => {
    resetPeakMemory();
    const { bytes } = memory();
    const { output } = call();
    return memory().peak - bytes - 4 * output.numel;
  });
}

describe.each(backends)("on %s", (_name, backend) => {
  afterEach(() => {
    setBackend(backends[0]![1]);
  });

  const inputs = (): [Tensor, Tensor, Tensor] => {
    setBackend(backend);
    const made = [1, 2, 3].map((seed) => noise([1, heads, length, width], seed).to(backend));
    return made as [Tensor, Tensor, Tensor];
  };

  test("the weights take the memory of the scores in inference: one matrix and the scaled queries", () => {
    const [q, k, v] = inputs();
    expect(peakOf(() => scaledDotProductAttention(q, k, v))).toBe(matrix + queries);
    const mask = ones([length, length], { dtype: "bool", backend });
    expect(peakOf(() => scaledDotProductAttention(q, k, v, { mask }))).toBe(matrix + queries);
  });

  test("scores that the caller holds stay as they are", () => {
    const [q, k, v] = inputs();
    const scores = q.matmul(k.transpose(-2, -1));
    const before = numbers(scores);
    attend(scores, v);
    expect(numbers(scores)).toEqual(before);
  });

  test.each([{}, { causal: true }])(
    "under a tape the scores stay, and the numbers are the same: %o",
    (options) => {
      const [q, k, v] = inputs();
      const { output, weights } = scaledDotProductAttention(q, k, v, options);
      const recorded = () => {
        const kept = scaledDotProductAttention(q, k, v, options);
        return { loss: kept.output.sum(), output: kept.output, weights: kept.weights };
      };
      const { value } = valueAndGrad(recorded, [q]);
      expect(numbers(value.weights)).toEqual(numbers(weights));
      expect(numbers(value.output)).toEqual(numbers(output));
      expect(peakOf(() => valueAndGrad(recorded, [q]).value)).toBeGreaterThanOrEqual(2 * matrix);
    },
  );
});

import { vjp } from "@saccade/autograd";
import { type Tensor, where } from "@saccade/tensor";
import { tellsOf } from "@saccade/tensor/fused";
import fc from "fast-check";
import { expect, expectTypeOf, test } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import * as definition from "../../src/definitions/attention.ts";
import { products } from "../../src/definitions/masks.ts";
import {
  MultiheadAttention,
  type ScaledDotProductOptions,
  scaledDotProductAttention,
} from "../../src/index.ts";
import { bools, expectClose, ints, kernelsOf, leaked, noise, numbers } from "../helpers.ts";

const names = ["columnSums", "entropy", "max", "logSumExp", "topK"] as const;
const sizes = fc.integer({ min: 1, max: 6 });
const call = fc.record({
  b: fc.integer({ min: 1, max: 2 }),
  h: fc.integer({ min: 1, max: 2 }),
  lq: sizes,
  lk: sizes,
  d: sizes,
  causal: fc.boolean(),
  lengths: fc.boolean(),
  bias: fc.boolean(),
  dropout: fc.constantFrom(0, 0.4),
  temperature: fc.constantFrom(undefined, 0.7),
  maskFill: fc.constantFrom(null, Number.NEGATIVE_INFINITY, -3),
  top: sizes,
});

/** A result's summaries as a list. */
function listed({ summaries }: ReturnType<typeof summarized>): Tensor[] {
  const { columnSums, entropy, max, logSumExp, topK } = summaries;
  return [columnSums, entropy, max, logSumExp, topK.values, topK.indices];
}

function summarized(q: Tensor, k: Tensor, v: Tensor, options: ScaledDotProductOptions<boolean, never>) {
  return scaledDotProductAttention(q, k, v, { ...options, summaries: names });
}

/** Where a query has no keys, the score is −∞. */
const finite = (x: Tensor): Tensor => where(x.isfinite(), x, 0);

test("summaries and their first and second gradients are those of the weights, fused, with weights, and with fills", () => {
  const property = fc.property(call, ({ b, h, lq, lk, d, lengths, bias, top, maskFill, ...options }) => {
    // With a fill a row that has no key left is NaN, or has weight everywhere.
    const validLens = lengths
      ? noise([b], 5).abs().mul(lk).clamp({ min: 1, max: lk }).to("int32")
      : undefined;
    const inputs = [
      noise([b, h, lq, d], 1),
      noise([b, 1, lk, d], 2),
      noise([b, h, lk, 3], 3),
      noise([h, lq, lk], 4),
    ];
    const given = { ...options, maskFill, validLens, topK: Math.min(top, lk) };
    const [q, k, v, added] = inputs as [Tensor, Tensor, Tensor, Tensor];
    const some = { ...given, bias: bias ? added.unsqueeze(0) : undefined };
    const fused = summarized(q, k, v, { ...some, needWeights: false });
    const whole = summarized(q, k, v, some);
    for (const [i, x] of listed(fused).entries()) expectClose(x, listed(whole)[i]!, 1e-4);
    const programOf =
      (needWeights: boolean) =>
      (...xs: Tensor[]): Tensor[] => {
        const [y, z, u, w] = xs as [Tensor, Tensor, Tensor, Tensor];
        const all = { ...given, bias: bias ? w.unsqueeze(0) : undefined, dropout: 0, needWeights };
        const [columns, entropy, max, lse, weights] = listed(summarized(y, z, u, all));
        return [columns!, entropy!, finite(max!), finite(lse!), weights!];
      };
    const gradientsOf = (program: (...xs: Tensor[]) => Tensor[], xs: Tensor[]): Tensor[] => {
      const { value, pullBack } = vjp(program, xs);
      return pullBack(value.map((x, i) => noise(x.shape, 11 + i)));
    };
    const [first, wanted] = [false, true].map((needWeights) => gradientsOf(programOf(needWeights), inputs));
    for (const [i, x] of first!.entries()) expectClose(x, wanted![i]!, 2e-4);
    const second = [false, true].map((needWeights) =>
      gradientsOf((...xs) => gradientsOf(programOf(needWeights), xs), inputs),
    );
    for (const [i, x] of second[0]!.entries()) expectClose(x, second[1]![i]!, 2e-3);
  });
  fc.assert(property, runs(40));
});

test("the entropy, column sums and largest weights of weights that are known", () => {
  const [q, k] = [noise([1, 2]).mul(0), noise([4, 2])];
  const mask = bools("1101");
  for (const needWeights of [false, true]) {
    const { summaries } = summarized(q, k, k, { mask, needWeights, topK: 4 });
    expectClose(summaries.entropy, noise([1]).mul(0).add(Math.log(3)));
    expect(numbers(summaries.columnSums).map((x) => Math.round(3 * x))).toEqual([1, 1, 0, 1]);
    expect(numbers(summaries.topK.indices)).toEqual([0, 1, 3, -1]);
    expect(numbers(summaries.topK.values)[3]).toBe(0);
    const [values, indices] = summaries.topK;
    expect(values).toBe(summaries.topK.values);
    expect(indices).toBe(summaries.topK.indices);
  }
});

test("masked keys that hold NaN change nothing, and a query without keys has summaries and gradients without NaN", () => {
  const [q, k, v] = [noise([3, 4], 1), noise([5, 4], 2), noise([5, 4], 3)];
  const mask = bools("11010 00000 10010");
  const dirty = [k, v].map((x) => where(bools("11011").transpose(0, 1), x, Number.NaN)) as [Tensor, Tensor];
  for (const needWeights of [false, true]) {
    const options = { mask, needWeights, topK: 3 };
    const [clean, same] = [summarized(q, k, v, options), summarized(q, ...dirty, options)];
    for (const [i, x] of listed(clean).entries()) expectClose(listed(same)[i]!, x, 1e-6);
    expect(numbers(clean.summaries.entropy)[1]).toBe(0);
    expect(numbers(clean.summaries.logSumExp)[1]).toBe(Number.NEGATIVE_INFINITY);
    const { pullBack } = vjp(
      (...xs) => {
        const { entropy, columnSums } = summarized(xs[0]!, xs[1]!, xs[2]!, options).summaries;
        return [entropy, columnSums];
      },
      [q, ...dirty],
    );
    for (const g of pullBack([noise([3], 8), noise([5], 9)]))
      expect(numbers(g).every(Number.isFinite)).toBe(true);
  }
});

test("only what is asked for is returned, by its type too, in one kernel each way, and nothing else stays alive", () => {
  const x = noise([2, 3, 4]);
  const told = scaledDotProductAttention(x, x, x, { needWeights: false, summaries: ["entropy"] });
  expect(Object.keys(told.summaries)).toEqual(["entropy"]);
  expectTypeOf(told.summaries).toEqualTypeOf<{ readonly entropy: Tensor }>();
  expect(told.weights).toBeUndefined();
  const plain = scaledDotProductAttention(x, x, x);
  expectTypeOf(plain).not.toHaveProperty("summaries");
  expect(plain).not.toHaveProperty("summaries");
  const loss = () =>
    scaledDotProductAttention(x, x, x, { needWeights: false, summaries: names }).summaries.entropy;
  const kernels = kernelsOf(() => vjp(loss, [x]).pullBack(noise([2, 3])));
  expect(kernels).toContain("attentionTells");
  expect(kernels).toContain("attentionTellsBackward");
  for (const name of ["matmul", "softmax", "topk"]) expect(kernels).not.toContain(name);
  expect(leaked(() => loss())).toBe(0);
});

test("those of multi-head attention are of each head, cached and appended keys included", () => {
  const attention = new MultiheadAttention(8, 2, { batchFirst: true, addZeroAttn: true });
  const x = noise([3, 5, 8]);
  for (const needWeights of [false, true]) {
    const given = { needWeights, averageAttnWeights: false, summaries: names, topK: 2 };
    const { summaries } = attention.forward(x, x, x, given);
    expect(summaries.columnSums.shape).toEqual([3, 2, 6]);
    expect(summaries.topK.indices.shape).toEqual([3, 2, 5, 2]);
    const alone = attention.forward(x.select(0, 1), x.select(0, 1), x.select(0, 1), given).summaries;
    expect(alone.topK.values.shape).toEqual([2, 5, 2]);
    expectClose(alone.entropy, summaries.entropy.select(0, 1), 1e-5);
    const { weights } = attention.forward(x, x, x, { ...given, needWeights: true });
    expectClose(summaries.columnSums, weights.sum(-2), 1e-5);
  }
});

test("the definition, of scores and weights", () => {
  const [q, k] = [noise([2, 3, 4], 1), noise([2, 5, 4], 2)];
  const validLens = ints([2, 5]);
  const scores = products(q.mul(definition.defaultScale(q)), k);
  const mask = bools("11000 11111").unsqueeze(1);
  const { weights } = definition.attend(scores, k, mask);
  const told = tellsOf(scores, weights, mask, 2);
  const { summaries } = summarized(q, k, k, { validLens, needWeights: false, topK: 2 });
  expectClose(summaries.columnSums, told.columnSums);
  expectClose(summaries.entropy, told.entropy);
  expect(numbers(summaries.topK.indices)).toEqual(numbers(told.topKeys));
});

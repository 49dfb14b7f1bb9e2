import fc from "fast-check";
import { expect, test } from "vitest";
import {
  AlibiPositions,
  type AttentionPositions,
  alibiSlopes,
  causalMask,
  LearnedPositions,
  MultiheadAttention,
  RelativePositions,
  RotaryPositions,
  relativePositionBucket,
} from "../../src/index.ts";
import { expectClose, noise, numbers } from "../helpers.ts";

test("learned positions are rows of a table, from an offset on", () => {
  const positions = new LearnedPositions(5, 4);
  const x = noise([2, 3, 4]);
  expectClose(positions.forward(x, { offset: 2 }), x.add(positions.weight.narrow(0, 2, 3)));
});

test("a rotary product depends on the distance alone", () => {
  const sizes = fc.record({ q: fc.nat(20), k: fc.nat(20), by: fc.nat(10), interleaved: fc.boolean() });
  fc.assert(
    fc.property(sizes, ({ q, k, by, interleaved }) => {
      const positions = new RotaryPositions(6, { maxLen: 32, interleaved });
      const [a, b] = [noise([1, 6], 1), noise([1, 6], 2)];
      const product = (i: number, j: number) => positions.rotate(a, i).mul(positions.rotate(b, j)).sum();
      expectClose(product(q, k), product(q + by, k + by), 1e-4);
    }),
    { numRuns: 20 },
  );
});

test("T5's buckets: one for each small distance, then wider ones", () => {
  // From the formula of the paper's code, in PyTorch.
  const both = [3, 3, 3, 3, 2, 2, 2, 2, 2, 1, 0, 5, 6, 6, 6, 6, 6, 7, 7, 7, 7];
  const back = [4, 4, 4, 3, 3, 3, 3, 3, 2, 1, 0, 0, 0];
  const bucket = (from: number, length: number, options: object) =>
    Array.from({ length }, (_, i) => relativePositionBucket(from + i, options));
  expect(bucket(-10, 21, { numBuckets: 8, maxDistance: 20 })).toEqual(both);
  expect(bucket(-10, 13, { numBuckets: 6, maxDistance: 50, bidirectional: false })).toEqual(back);
  expect(relativePositionBucket(-1000)).toBe(15);
  expect(relativePositionBucket(1000)).toBe(31);
});

test("ALiBi's slopes are a geometric sequence, for any number of heads", () => {
  expect(alibiSlopes(8)).toEqual([1, 2, 3, 4, 5, 6, 7, 8].map((i) => 2 ** -i));
  expect(alibiSlopes(6)).toEqual([-2, -4, -6, -8, -1, -3].map((i) => 2 ** i));
  expect(alibiSlopes(1)).toEqual([2 ** -8]);
  const bias = new AlibiPositions(2).forward(2, 4, 2);
  expect(bias.shape).toEqual([1, 2, 2, 4]);
  expect(numbers(bias.select(1, 0))).toEqual([-2, -1, 0, -1, -3, -2, -1, 0].map((x) => x / 16));
});

const kinds: Readonly<Record<string, () => AttentionPositions>> = {
  rotary: () => new RotaryPositions(4, { maxLen: 9 }),
  relative: () => new RelativePositions(2, { numBuckets: 8, maxDistance: 6 }),
  alibi: () => new AlibiPositions(2),
};

test.each(Object.keys(kinds))("%s positions act inside self-attention as bias and rotation", (kind) => {
  const positions = kinds[kind]!();
  const attention = new MultiheadAttention(8, 2, { batchFirst: true, positions });
  const plain = new MultiheadAttention(8, 2, { batchFirst: true });
  plain.loadStateDict(attention.stateDict(), { strict: false });
  const x = noise([2, 5, 8]);
  const bias = positions.bias({ queries: 5, keys: 5, offset: 0, backend: x.backend });
  const { output, weights } = attention.forward(x, x, x, { causal: true });
  if (bias !== undefined) expectClose(output, plain.forward(x, x, x, { causal: true, bias }).output);
  else expect(numbers(output)).not.toEqual(numbers(plain.forward(x, x, x, { causal: true }).output));
  expectClose(output, attention.forward(x, x, x, { mask: causalMask(5), needWeights: false }).output);
  expect(weights.shape).toEqual([2, 5, 5]);
});

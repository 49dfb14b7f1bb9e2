import { noGrad, valueAndGrad } from "@saccade/autograd";
import { memory, ShapeError, type Tensor, zeros } from "@saccade/tensor";
import fc from "fast-check";
import { expect, test } from "vitest";
import {
  AlibiPositions,
  AttentionCache,
  type AttentionPositions,
  MultiheadAttention,
  RelativePositions,
  RotaryPositions,
} from "../../src/index.ts";
import { bools, expectClose, ints, noise } from "../helpers.ts";

const kinds: Readonly<Record<string, () => AttentionPositions | null>> = {
  no: () => null,
  rotary: () => new RotaryPositions(4, { maxLen: 12 }),
  relative: () => new RelativePositions(2, { numBuckets: 8, maxDistance: 6, bidirectional: false }),
  alibi: () => new AlibiPositions(2),
};

// A way to cut 1 to 6 positions into calls.
const chunks = fc.array(fc.integer({ min: 1, max: 3 }), { minLength: 1, maxLength: 4 });

function inChunks(x: Tensor, sizes: readonly number[], f: (part: Tensor) => void): void {
  let start = 0;
  for (const size of sizes) {
    f(x.narrow(1, start, size));
    start += size;
  }
}

test.each(Object.keys(kinds))(
  "attention with %s positions: cached equals whole, however it is cut",
  (kind) => {
    const attention = new MultiheadAttention(8, 2, { batchFirst: true, positions: kinds[kind]!() });
    fc.assert(
      fc.property(chunks, fc.integer({ min: 1, max: 4 }), fc.boolean(), (sizes, capacity, needWeights) => {
        const length = sizes.reduce((a, b) => a + b);
        const x = noise([2, length, 8], length);
        const whole = attention.forward(x, x, x, { causal: true });
        const cache = new AttentionCache({ capacity });
        let start = 0;
        inChunks(x, sizes, (part) => {
          const { output, weights } = attention.forward(part, part, part, {
            causal: true,
            cache,
            needWeights,
          });
          expectClose(output, whole.output.narrow(1, start, part.size(1)));
          const rows = whole.weights.narrow(1, start, part.size(1));
          start += part.size(1);
          if (weights) expectClose(weights, rows.narrow(2, 0, start));
        });
        expect(cache.length).toBe(length);
        cache.dispose();
      }),
      { numRuns: 5 },
    );
  },
);

test("masks of a cached call cover the cached keys", () => {
  const attention = new MultiheadAttention(8, 2, { batchFirst: true });
  const x = noise([2, 3, 8]);
  const keyMask = bools("011 111");
  const whole = attention.forward(x, x, x, { causal: true, keyMask }).output;
  const cache = new AttentionCache();
  const [front, last] = [x.narrow(1, 0, 2), x.narrow(1, 2, 1)];
  attention.forward(front, front, front, { causal: true, keyMask: keyMask.narrow(1, 0, 2), cache });
  expectClose(
    attention.forward(last, last, last, { causal: true, keyMask, cache }).output,
    whole.narrow(1, 2, 1),
  );
});

test("forks continue in their own way; select reorders the batch", () => {
  const attention = new MultiheadAttention(8, 2, { batchFirst: true });
  const [start, one, other] = [noise([2, 3, 8], 1), noise([2, 1, 8], 2), noise([2, 1, 8], 3)];
  const call = (x: Tensor, cache: AttentionCache) =>
    attention.forward(x, x, x, { causal: true, cache }).output;
  const fresh = (...parts: Tensor[]): Tensor => {
    const cache = new AttentionCache();
    return parts.map((part) => call(part, cache)).at(-1)!;
  };
  const cache = new AttentionCache();
  call(start, cache);
  const fork = cache.fork();
  expectClose(call(one, cache), fresh(start, one));
  expectClose(call(other, fork), fresh(start, other));
  expectClose(call(other, cache), fresh(start, one, other));
  fork.select([1, 0, 1]);
  const turned = (x: Tensor) => x.indexSelect(0, ints([1, 0, 1]));
  expectClose(call(turned(one), fork), turned(fresh(start, other, one)));
  expect([fork.batchSize, fork.length]).toEqual([3, 5]);
});

test("a token neither copies the cache nor leaves anything behind", () => {
  const attention = new MultiheadAttention(8, 2, { batchFirst: true });
  const x = noise([1, 1, 8]);
  const before = memory();
  const cache = new AttentionCache({ capacity: 4 });
  const step = () => noGrad(() => void attention.forward(x, x, x, { causal: true, cache }));
  step();
  const first = memory();
  for (let i = 1; i < 4; i++) step();
  expect(memory()).toEqual(first);
  step(); // The buffers double.
  expect(memory().bytes - before.bytes).toBe(2 * (first.bytes - before.bytes));
  expect(memory().tensors).toBe(first.tensors);
  cache.dispose();
  expect(memory()).toEqual(before);
});

test("a cache that does not fit is refused before any work", () => {
  const attention = new MultiheadAttention(8, 2, { batchFirst: true });
  const x = noise([2, 3, 8]);
  const cache = new AttentionCache();
  attention.forward(x, x, x, { causal: true, cache });
  const three = zeros([3, 1, 8]);
  expect(() => attention.forward(three, three, three, { cache })).toThrow(
    /the cache holds keys \[2, 2, 3, 4\] = \(b, heads, length, width\), and the input has a batch size of 3/,
  );
  const four = new MultiheadAttention(8, 4, { batchFirst: true });
  expect(() => four.forward(x, x, x, { cache })).toThrow(
    /the attention has 4 heads of width 2; use each cache/,
  );
  const wide = new MultiheadAttention(4, 2, { batchFirst: true });
  const y = zeros([2, 1, 4]);
  expect(() => wide.forward(y, y, y, { cache })).toThrow(ShapeError);
  expect(() =>
    valueAndGrad(() => attention.forward(x, x, x, { cache }).output.sum(), attention.namedParameters()),
  ).toThrow(/gradients do not flow through a cache/);
  expect(cache.length).toBe(3);
  expect(() => new AttentionCache().read()).toThrow(/it is empty/);
  const fixed = new AttentionCache({ fixed: true });
  attention.forward(x, x, x, { cache: fixed });
  const longer = zeros([2, 4, 8]);
  expect(() => attention.forward(x, longer, longer, { cache: fixed })).toThrow(
    /holds 3 keys of a memory, and k/,
  );
  const rotary = new MultiheadAttention(8, 2, {
    batchFirst: true,
    positions: new RotaryPositions(4, { maxLen: 4 }),
  });
  expect(() => rotary.forward(x, x, x, { cache: fixed })).toThrow(/fixed cache is for keys of a memory/);
  const growing = new AttentionCache();
  rotary.forward(x, x, x, { cache: growing });
  expect(() => rotary.forward(x, x, x, { cache: growing })).toThrow(
    /q has 3 positions from position 3 on, beyond maxLen 4/,
  );
});

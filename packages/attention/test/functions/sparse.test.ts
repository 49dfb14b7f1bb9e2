import { valueAndGrad } from "@saccade/autograd";
import { memory, resetPeakMemory, scope, type Tensor, tensor, where } from "@saccade/tensor";
import fc from "fast-check";
import { expect, test } from "vitest";
import { runs } from "../../../../vitest.level.ts";
import * as attention from "../../src/index.ts";
import { expectClose, leaked, noise, numbers } from "../helpers.ts";

type Attend = (q: Tensor, k: Tensor, v: Tensor) => Tensor;

/** Both have the same output and the same gradients, whatever masked keys hold. */
function expectSame(a: Attend, b: Attend, inputs: readonly [Tensor, Tensor, Tensor]): void {
  const [q, k, v] = inputs;
  const run = (attend: Attend) =>
    valueAndGrad(() => {
      const output = attend(q, k, v);
      // A layout without blocks leaves no path to the loss, which valueAndGrad refuses: the zero is one.
      return { loss: output.mul(noise(output.shape, 9)).sum().add(q.mul(0).sum()), output };
    }, inputs);
  const [x, y] = [run(a), run(b)];
  expectClose(x.value.output, y.value.output, 1e-5);
  x.grads.forEach((grad, i) => {
    expectClose(grad, y.grads[i]!, 2e-5);
  });
}

const masks = fc.record({
  causal: fc.boolean(),
  masked: fc.constantFrom("none", "keyMask", "validLens", "both"),
  seed: fc.nat(1000),
});

/** Masks of two sequences of n keys, and what puts NaN into keys and values that they exclude. */
function maskKeys(masked: string, n: number, seed: number) {
  const lens = tensor([seed % (n + 1), n - (seed % 2)], { dtype: "int32" });
  const keyMask = masked === "keyMask" || masked === "both" ? noise([2, n], seed).gt(-0.5) : undefined;
  const validLens = masked === "validLens" || masked === "both" ? lens : undefined;
  const inLength = attention.lengthsMask(validLens ?? lens.mul(0).add(n), n).squeeze(1);
  const present = (keyMask?.logicalAnd(inLength) ?? inLength).reshape([2, 1, n, 1]);
  return { given: { keyMask, validLens }, poison: (x: Tensor): Tensor => where(present, x, Number.NaN) };
}

test("a mask of no queries or keys is empty", () => {
  expect(attention.blockMask(0, 0, { blockSize: 2, layout: [] }).shape).toEqual([0, 0]);
  expect(attention.blockMask(2, 0, { blockSize: 2, layout: [[]] }).shape).toEqual([2, 0]);
});

test("block-sparse attention equals attention with its mask, in value and gradient", () => {
  const property = fc.property(
    masks,
    fc.integer({ min: 1, max: 11 }),
    fc.integer({ min: 1, max: 4 }),
    fc.infiniteStream(fc.boolean()),
    ({ causal, masked, seed }, n, blockSize, coins) => {
      const lq = 1 + (seed % 9);
      const blocks = (length: number): number => Math.ceil(length / blockSize);
      const layout: attention.BlockLayout = Array.from({ length: blocks(lq) }, () => [
        ...coins.take(blocks(n)),
      ]);
      const q = noise([2, 2, lq, 3], seed);
      const { given, poison } = maskKeys(masked, n, seed);
      const mask = attention.blockMask(lq, n, { blockSize, layout, causal });
      expectSame(
        (x, y, z) => attention.blockSparseAttention(x, y, z, { blockSize, layout, causal, ...given }),
        (x, y, z) =>
          attention.scaledDotProductAttention(x, y, z, { mask, ...given, needWeights: false }).output,
        [q, poison(noise([2, 2, n, 3], 2)), poison(noise([2, 2, n, 2], 3))],
      );
    },
  );
  fc.assert(property, runs(40));
});

test("inputs without batch dims, with other batch dims, and without positions", () => {
  const [q, k, v] = [noise([5, 3], 1), noise([5, 3], 2), noise([5, 2], 3)];
  const layout = [
    [true, false, true],
    [false, false, false],
    [true, true, true],
  ];
  const kinds: Readonly<Record<string, Attend>> = {
    window: (x, y, z) => attention.slidingWindowAttention(x, y, z, { window: 2, blockSize: 2 }),
    blocks: (x, y, z) => attention.blockSparseAttention(x, y, z, { blockSize: 2, layout }),
    linear: (x, y, z) => attention.linearAttention(x, y, z, { causal: true }),
  };
  for (const [kind, attend] of Object.entries(kinds)) {
    const one = attend(q, k, v);
    expect(one.shape, kind).toEqual([5, 2]);
    const shared = attend(q.expand([3, 2, 5, 3]), k, v.unsqueeze(0));
    expectClose(shared.select(0, 1).select(0, 1), one);
  }
  const none = q.narrow(0, 0, 0);
  expect(attention.blockSparseAttention(none, k, v, { blockSize: 2, layout: [] }).shape).toEqual([0, 2]);
  expect(numbers(attention.blockSparseAttention(q, k, v, { blockSize: 2, layout }).narrow(0, 2, 2))).toEqual([
    0, 0, 0, 0,
  ]);
});

test("four times the length takes four times the memory, and nothing stays behind", () => {
  const kinds: ((n: number) => Attend)[] = [
    () => (x, y, z) => attention.slidingWindowAttention(x, y, z, { window: 4, causal: true }),
    () => (x, y, z) => attention.slidingWindowAttention(x, y, z, { window: 4, dilation: 3 }),
    (n) => {
      const layout = attention.bigBirdLayout(n / 16, { globals: 0 });
      return (x, y, z) => attention.blockSparseAttention(x, y, z, { blockSize: 16, layout, causal: true });
    },
    () => (x, y, z) => attention.linearAttention(x, y, z, { causal: true }),
  ];
  const peak = (attend: Attend, n: number): number => {
    const [q, k, v] = [noise([n, 2], 1), noise([n, 2], 2), noise([n, 2], 3)];
    const before = memory().bytes;
    resetPeakMemory();
    expect(leaked(() => valueAndGrad(() => attend(q, k, v).sum(), { q, k, v }))).toBe(0);
    return memory().peak - before;
  };
  for (const kind of kinds) expect(peak(kind(512), 512) / peak(kind(128), 128)).toBeLessThan(4.6); // 16: an (n, n) matrix
});

test("BigBird's layout has a window, global blocks and as many random ones as asked for", () => {
  const draw = (x: boolean): string => (x ? "x" : ".");
  const rows = (layout: attention.BlockLayout): string[] => layout.map((row) => row.map(draw).join(""));
  expect(rows(attention.bigBirdLayout(5))).toEqual(["xxxxx", "xxx..", "xxxx.", "x.xxx", "x..xx"]);
  const random = attention.bigBirdLayout(9, { window: 1, globals: 0, randoms: 2, random: () => 0.5 });
  expect(random.map((row) => row.filter(Boolean).length)).toEqual(new Array(9).fill(3));
  const full = attention.bigBirdLayout(3, { randoms: 9, random: () => 0 });
  expect(full.flat().every(Boolean)).toBe(true);
});

test("dropout acts while training only", () => {
  const [q, k, v] = [noise([6, 2], 1), noise([6, 2], 2), noise([6, 2], 3)];
  const attend = (training: boolean): number[] =>
    scope(() => numbers(attention.slidingWindowAttention(q, k, v, { window: 2, dropout: 1, training })));
  expect(attend(true)).toEqual(new Array(12).fill(0));
  expect(attend(false)).not.toEqual(attend(true));
});

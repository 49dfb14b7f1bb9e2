import type { Module } from "@saccade/nn";
import { expect, test } from "vitest";
import * as ladder from "../../src/ladder/index.ts";

const matrices = (layer: Module): number =>
  layer.parameters().reduce((sum, { ndim, numel }) => sum + (ndim >= 2 ? numel : 0), 0);

test("the operations of a memory grow with the length, those of a softmax with its square, or with a window", () => {
  const memory = new ladder.GatedDeltaNet(16, 2);
  // Each token: its matrices and convolution, and what is known, written and read in each head's (8, 8).
  expect(memory.flops(1)).toBe(2 * (matrices(memory) + 3 * 2 * 64));
  expect(memory.flops(1000)).toBe(1000 * memory.flops(1));
  expect(new ladder.MultiScaleRetention(16, 2).flops(1)).toBe(2 * (5 * 256 + 2 * 2 * 64));
  const softmax = new ladder.SoftmaxAttention(16, 2);
  const pairs = (n: number): number => (softmax.flops(n) - 2 * n * matrices(softmax)) / (4 * 16);
  expect([1, 2, 10].map(pairs)).toEqual([1, 3, 55]);
  const near = new ladder.SoftmaxAttention(16, 2, { window: 4 });
  expect(near.flops(10) - softmax.flops(4)).toBe(6 * 2 * matrices(near) + 6 * 4 * 4 * 16);
  const latent = new ladder.MultiheadLatentAttention(16, 2);
  expect(latent.flops(1)).toBe(2 * (matrices(latent) + 2 * (8 + 8 + latent.turnedKey.size(0))));
});

test("caches hold what their layers say, whatever the length of a memory", () => {
  const memory = new ladder.KimiDeltaAttention(16, 2, { valueDim: 4 });
  expect(memory.cacheBytes(10)).toBe(4 * (2 * 8 * 4 + 3 * 2 * (8 + 8 + 4)));
  expect(memory.cacheBytes(4096)).toBe(memory.stateBytes);
  expect(new ladder.SoftmaxAttention(16, 4, { numKvHeads: 2 }).cacheBytes(10)).toBe(4 * 10 * 2 * 2 * 4);
  expect(new ladder.MultiheadLatentAttention(16, 2, { kvLoraRank: 6, ropeDim: 2 }).cacheBytes(10)).toBe(320);
});

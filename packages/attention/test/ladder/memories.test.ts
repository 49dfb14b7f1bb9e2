import { grad } from "@saccade/autograd";
import { Adam } from "@saccade/nn";
import { manualSeed, type Tensor, tensor, where } from "@saccade/tensor";
import { beforeEach, expect, test } from "vitest";
import { entmax, HopfieldLayer, PerceiverAttention, sparsemax } from "../../src/ladder/index.ts";
import { bools, expectClose, gradCheckModule, noise, numbers } from "../helpers.ts";

beforeEach(() => manualSeed(3));

test("a Hopfield network recalls patterns, and its energy falls until it stands still", () => {
  const patterns = noise([2, 5, 16]).sign();
  const layer = new HopfieldLayer(16, { beta: 1, steps: 4 });
  const states = patterns.narrow(1, 0, 2).add(noise([2, 2, 16], 2).mul(0.4));
  expectClose(layer.forward(states, patterns).output, patterns.narrow(1, 0, 2), 1e-2);
  const energies = layer.energies(states, patterns);
  expect(energies.shape).toEqual([2, 2, 5]);
  const steps = numbers(energies.narrow(-1, 1, 4).sub(energies.narrow(-1, 0, 4)));
  expect(Math.max(...steps)).toBeLessThan(1e-4);
  const still = layer.fixedPoint(states, patterns);
  expectClose(layer.forward(still, patterns).output, still, 1e-5);
  const slope = grad((y: Tensor) => layer.fixedPoint(states, y).square().sum())(patterns);
  expect(slope.abs().max().item()).toBeGreaterThan(0);
});

test("a Hopfield network learns patterns", () => {
  const layer = new HopfieldLayer(4, { quantity: 3, beta: 2 });
  const wanted = noise([1, 3, 4]).sign();
  const optimizer = new Adam(layer.parameters(), { lr: 0.05 });
  const step = (): number =>
    optimizer.step(() => layer.forward(wanted).output.sub(wanted).square().mean()).item();
  const losses = Array.from({ length: 100 }, step);
  expect(losses.at(-1)!).toBeLessThan(0.1 * losses[0]!);
  expect(() => layer.forward(wanted, wanted)).toThrow(/leave out patterns, or quantity/);
  expect(() => new HopfieldLayer(4).forward(wanted)).toThrow(/give patterns, or learn some/);
  expect(() => new HopfieldLayer(4, { beta: 0 })).toThrow(/beta must be/);
});

test("latents read data of any length, without what is masked", () => {
  const layer = new PerceiverAttention(4, 3, 2, { numLatents: 2 });
  const data = noise([2, 9, 3]);
  const keyMask = bools("111110000 111111111");
  const { output, weights } = layer.forward(data, { keyMask });
  expect([output.shape, weights.shape]).toEqual([
    [2, 2, 4],
    [2, 2, 2, 9],
  ]);
  const other = where(keyMask.unsqueeze(-1), data, 7);
  expectClose(layer.forward(other, { keyMask }).output, output, 0);
  expectClose(layer.forward(data.narrow(1, 0, 5)).output.select(0, 0), output.select(0, 0), 1e-5);
  const latents = noise([2, 6, 4]);
  expect(layer.forward(data, { latents }).output.shape).toEqual([2, 6, 4]);
  expect(() => layer.forward(noise([2, 9, 4]))).toThrow(/dataDim/);
  gradCheckModule(layer, (x) => layer.forward(x).output, [noise([1, 3, 3])]);
});

test("sparse maps give exact zeros, and meet where their alphas do", () => {
  const scores = tensor([
    [1, 0.5, -1],
    [3, Number.NEGATIVE_INFINITY, 2.5],
  ]);
  expectClose(entmax(scores, { alpha: 2 }), sparsemax(scores), 1e-5);
  expect(numbers(sparsemax(scores)).map((x) => x === 0)).toEqual([false, false, true, false, true, false]);
  expectClose(entmax(scores).sum(-1), tensor([1, 1]), 1e-6);
  expect(() => entmax(scores, { alpha: 1 })).toThrow(/alpha must be/);
});

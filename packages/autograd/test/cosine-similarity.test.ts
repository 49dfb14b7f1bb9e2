import { cosineSimilarity, ones, randn, type Tensor, tensor, zeros } from "@saccade/tensor";
import { expect, test } from "vitest";
import { gradCheck, valueAndGrad } from "../src/index.ts";

function close(actual: Tensor, expected: readonly number[]): void {
  expect(actual.numel).toBe(expected.length);
  actual.dataSync().forEach((value, i) => {
    expect(Math.abs(value - expected[i]!)).toBeLessThanOrEqual(1e-6 * Math.max(1, Math.abs(expected[i]!)));
  });
}

// The expected numbers are PyTorch 1.13's.
test("a zero vector has cosine 0 and the slope b / (eps ‖b‖)", () => {
  const a = tensor([[0, 0], [1, 2]]); // biome-ignore format: one line
  const b = tensor([[3, 4], [0.5, -1]]); // biome-ignore format: one line
  close(cosineSimilarity(a, b), [0, -0.5999999642372131]);
  const { grads } = valueAndGrad(() => cosineSimilarity(a, b).sum(), [a, b]);
  close(grads[0]!, [60000004, 80000000, 0.31999996304512024, -0.1600000113248825]);
  close(grads[1]!, [0, 0, 0.6399999260902405, 0.320000022649765]);
});

test("norms below eps count as eps", () => {
  const b = tensor([[3, 4]]);
  close(cosineSimilarity(tensor([[3e-9, 4e-9]]), b), [0.5]);
  close(cosineSimilarity(tensor([[0.3, 0.4]]), b, { eps: 1 }), [0.5]);
});

test("vectors broadcast, also along the dim", () => {
  const a = tensor([[1, 2, 3], [4, 5, 6]]); // biome-ignore format: one line
  const b = tensor([1, 0, -1]);
  const { value, grads } = valueAndGrad(() => cosineSimilarity(a, b, { dim: -1 }).sum(), [a, b]);
  expect(value.item()).toBeCloseTo(-0.37796443700790405 - 0.1611645519733429, 6);
  close(grads[0]!, [0.2159797, 0.05399492, -0.10798985, 0.08895449, 0.01046523, -0.06802402]);
  close(grads[1]!, [0.78087592, 0.78087592, 0.78087592]);
  close(cosineSimilarity(tensor([[3], [1]]), ones([1, 4])), [1, 1]); // biome-ignore format: one line
  expect(cosineSimilarity(randn([2, 1, 3]), randn([4, 3]), { dim: 2 }).shape).toEqual([2, 4]);
});

test("its gradients of both orders agree with finite differences", () => {
  gradCheck((a, b) => cosineSimilarity(a!, b!, { dim: -1 }), [randn([2, 3]), randn([3])], { order: 2 });
});

test("integers become floats beside floats, and are refused alone", () => {
  const whole = tensor([[1, 2]], { dtype: "int32" });
  expect(cosineSimilarity(whole, tensor([[1, 2]], { dtype: "float64" })).dtype).toBe("float64");
  expect(() => cosineSimilarity(whole, whole)).toThrow(/cosineSimilarity: .*not of floats.*to\("float32"\)/);
  expect(() => cosineSimilarity(zeros([2, 3]), zeros([2, 4]))).toThrow(/^cosineSimilarity: /);
  expect(() => cosineSimilarity(zeros([3]), zeros([3]))).toThrow(/cosineSimilarity: dim 1/);
});

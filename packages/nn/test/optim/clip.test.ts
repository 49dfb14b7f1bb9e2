import { gradCheck } from "@saccade/autograd";
import { fromData, memory, type Tensor, tensor, zeros } from "@saccade/tensor";
import * as fused from "@saccade/tensor/fused";
import fc from "fast-check";
import { expect, test } from "vitest";
import { clipGradNorm, clipGradValue } from "../../src/optim/index.ts";

const vector = fc
  .array(fc.float({ min: -1000, max: 1000, noNaN: true }), { minLength: 0, maxLength: 6 })
  .map((xs) => Float32Array.from(xs));
const lists = fc.array(vector, { minLength: 1, maxLength: 4 });
const maxNorms = fc.float({ min: Math.fround(0.01), max: 100, noNaN: true });
const normTypes = fc.constantFrom(1, 2, 3, Number.POSITIVE_INFINITY);

function pNorm(vectors: readonly ArrayLike<number>[], p: number): number {
  const all = vectors.flatMap((v) => Array.from(v, Math.abs));
  return p === Number.POSITIVE_INFINITY
    ? Math.max(0, ...all)
    : all.reduce((sum, x) => sum + x ** p, 0) ** (1 / p);
}

test("after clipping the norm is the lesser of what it was and maxNorm, and the direction stays", () => {
  fc.assert(
    fc.property(lists, maxNorms, normTypes, fc.boolean(), (vectors, max, normType, exact) => {
      const options = exact ? { normType, eps: 0 } : { normType };
      const given = vectors.map((v) => tensor(v));
      const { grads, norm } = clipGradNorm(given, max, options);
      const before = pNorm(vectors, normType);
      expect(Math.abs(norm.item() - before)).toBeLessThanOrEqual(1e-5 * Math.max(1, before));
      const after = grads.map((g) => g.dataSync());
      const wanted = Math.min(before, max);
      expect(pNorm(after, normType)).toBeLessThanOrEqual(wanted * (1 + 1e-5));
      if (exact || before > 1) expect(pNorm(after, normType)).toBeGreaterThanOrEqual(wanted * (1 - 1e-4));
      const factor = before === 0 ? 1 : wanted / before;
      vectors.forEach((v, i) => {
        v.forEach((x, j) => {
          expect(Math.abs(after[i]![j]! - x * factor)).toBeLessThanOrEqual(1e-4 * Math.max(1, Math.abs(x)));
        });
      });
    }),
  );
});

test("the gradients given are not changed, nulls stay, and a record stays a record", () => {
  const a = tensor([3, 4]);
  const clipped = clipGradNorm({ a, b: null, c: tensor(12) }, 6.5, { eps: 0 });
  expect(clipped.norm.item()).toBe(13);
  expect(clipped.grads.a.toArray()).toEqual([1.5, 2]);
  expect(clipped.grads.b).toBeNull();
  expect(clipped.grads.c.item()).toBe(6);
  expect(a.toArray()).toEqual([3, 4]);
  const [first, none] = clipGradValue([a, null] as const, 3.5);
  expect(first.toArray()).toEqual([3, 3.5]);
  expect(none).toBeNull();
});

test("zero gradients stay zero, with and without eps; no gradients have norm 0; eps 0 leaves the boundary alone", () => {
  for (const eps of [0, 1e-6]) {
    const { grads, norm } = clipGradNorm([zeros([3]), zeros([])], 1, { eps });
    expect(norm.item()).toBe(0);
    expect(grads.map((g) => g.toArray())).toEqual([[0, 0, 0], 0]);
  }
  expect(clipGradNorm([null, undefined], 1).norm.item()).toBe(0);
  expect(clipGradNorm([tensor([3, 4])], 5, { eps: 0 }).grads[0]!.toArray()).toEqual([3, 4]);
  expect(clipGradNorm([tensor([3, 4])], 5).grads[0]!.toArray()).not.toEqual([3, 4]);
});

test("a NaN or an infinite gradient shows in the norm", () => {
  expect(clipGradNorm([tensor([1, Number.NaN])], 1).norm.item()).toBeNaN();
  const inf = Number.POSITIVE_INFINITY;
  expect(clipGradNorm([tensor([1, Number.NaN])], 1, { normType: inf }).norm.item()).toBeNaN();
  expect(clipGradNorm([tensor([1, inf])], 1).norm.item()).toBe(inf);
});

test("large float32 gradients do not overflow on the way, and float64 ones stay float64", () => {
  const { norm } = clipGradNorm([tensor([3e30, 4e30])], 1);
  expect(norm.item() / 5e30).toBeCloseTo(1, 6);
  const exact = fromData(Float64Array.of(3, 4), [2]);
  const clipped = clipGradNorm([exact, tensor([0])], 1, { eps: 0 });
  expect(clipped.norm.dtype).toBe("float64");
  expect(clipped.grads.map((g) => g.dtype)).toEqual(["float64", "float32"]);
  expect(clipped.grads[0]!.toArray()).toEqual([3 * (1 / 5), 4 * (1 / 5)]);
});

test("clipping leaves nothing behind but its results", () => {
  const grads = [tensor([3, 4]), tensor([[1], [2]])];
  const before = memory();
  const clipped = clipGradNorm(grads, 1);
  expect(memory().tensors - before.tensors).toBeLessThanOrEqual(3);
  for (const x of [...clipped.grads, clipped.norm]) x.dispose();
  expect(memory()).toMatchObject({ tensors: before.tensors, bytes: before.bytes });
});

test("totalNorm has the gradient of the norm, views and second order included", () => {
  const a = tensor([0.5, -1.25, 2, 0.75, 3, -0.25]).reshape([2, 3]);
  const b = tensor(1.5);
  const norm = (p: number) => (x: Tensor, y: Tensor) => fused.totalNorm([x.t(), y, x.mul(y)], p);
  gradCheck(norm(2), [a, b], { order: 2 });
  gradCheck(norm(3), [a, b], { order: 2 });
  gradCheck(norm(1), [a, b]);
  gradCheck((x, y) => fused.totalNorm([x, y], Number.POSITIVE_INFINITY), [a, b]);
});

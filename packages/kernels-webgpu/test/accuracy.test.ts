import { grad, vjp } from "@saccade/autograd";
import * as nn from "@saccade/nn";
import { fromData, full, Generator, randn, type Tensor, zeros } from "@saccade/tensor";
import { describe, expect, test } from "vitest";
import { devices, gpu } from "./gpu.ts";

// Long sums and products stay within four times the error that pairwise summation in float32 has (Higham 1993).

/** Σ terms, pairwise in float32. */
function pairwise(terms: Float32Array): number {
  if (terms.length <= 2) return Math.fround((terms[0] ?? 0) + (terms[1] ?? 0));
  const half = terms.length >> 1;
  return Math.fround(pairwise(terms.subarray(0, half)) + pairwise(terms.subarray(half)));
}

/** Holds a sum of float32 terms to the exact one; a result of rounded terms may be off by their rounding. */
function expectSum(got: number, terms: Float32Array, what: string): void {
  let exact = 0;
  let size = 0;
  for (const term of terms) {
    exact += term;
    size += Math.abs(term);
  }
  const known = Math.abs(pairwise(terms) - exact);
  const rounding = 2 ** -24 * Math.max(Math.abs(exact), size / Math.sqrt(terms.length || 1));
  expect(Math.abs(got - exact), `${what}: ${got} for ${exact}`).toBeLessThanOrEqual(
    4 * Math.max(known, rounding),
  );
}

const noise = (shape: readonly number[], seed: number): Tensor =>
  randn(shape, { generator: new Generator(seed) });
const elements = (x: Tensor): Float32Array => Float32Array.from(x.dataSync());
const n = 300_000;
const series: Readonly<Record<string, Tensor>> = {
  "equal numbers": full([n], 0.1),
  "normal numbers": noise([n], 1),
  "positive numbers": noise([n], 2).square(),
  "a large number first": fromData(
    Float32Array.from({ length: n }, (_, i) => (i === 0 ? 1e6 : 0.1)),
    [n],
  ),
  "numbers that cancel": fromData(
    Float32Array.from({ length: n }, (_, i) => (i % 2 ? -1 : 1) * (1000 + (i % 97))),
    [n],
  ),
};

for (const { place, backend, tags } of devices) {
  describe.skipIf(typeof gpu === "string")(place, { tags }, () => {
    test.each(Object.entries(series))("sums of %s", (name, x) => {
      const [there, terms] = [x.to(backend()), elements(x)];
      const rounded = (f: (a: number) => number): Float32Array => terms.map((a) => Math.fround(f(a)));
      expectSum(there.sum().item(), terms, name);
      expectSum(there.mean().item() * n, terms, `mean of ${name}`);
      expectSum(there.norm({ p: 1 }).item(), rounded(Math.abs), `norm 1 of ${name}`);
      const columns = x.reshape([n / 4, 4]);
      for (const [c, sum] of elements(columns.to(backend()).sum(0)).entries())
        expectSum(sum, elements(columns.select(1, c)), `column of ${name}`);
      const { norm } = nn.clipGradNorm([there], 1, { normType: 1 });
      expectSum(norm.item(), rounded(Math.abs), `total norm of ${name}`);
    });

    test.each(Object.entries(series))(
      "running and indexed sums, and looked-up rows' gradients, of %s",
      (name, x) => {
        const [there, terms] = [x.to(backend()), elements(x)];
        const running = there.cumsum(0);
        for (const end of [n, 77_777])
          expectSum(running.select(0, end - 1).item(), terms.subarray(0, end), `cumsum of ${name}`);
        const index = zeros([n], { dtype: "int32", backend: backend() });
        const none = zeros([2], { backend: backend() });
        expectSum(none.indexAdd(0, index, there).select(0, 0).item(), terms, `indexAdd of ${name}`);
        expectSum(none.scatterAdd(0, index, there).select(0, 0).item(), terms, `scatterAdd of ${name}`);
        const rows = vjp((w: Tensor) => nn.functional.embedding(index, w), [none.unsqueeze(1)]);
        expectSum(rows.pullBack(there.unsqueeze(1))[0]!.select(0, 0).item(), terms, `embedding of ${name}`);
      },
    );

    test("sums of exponentials of long rows", () => {
      const x = noise([n], 12);
      const there = x.to(backend());
      const total = elements(x).reduce((sum, value) => sum + Math.exp(value), 0);
      const target = zeros([], { dtype: "int32", backend: backend() });
      expect(there.logsumexp(0).item()).toBeCloseTo(Math.log(total), 5);
      expect(there.softmax(0).sum().item()).toBeCloseTo(1, 6);
      expect(nn.crossEntropy(there, target).item()).toBeCloseTo(Math.log(total) - elements(x)[0]!, 5);
    });

    test("a mean of many equal numbers", () => {
      const many = full([2500, 2500], 0.7, { backend: backend() });
      expect(many.mean().item()).toBe(Math.fround(0.7));
    });

    test("gradients of biases and of norms' weights over many rows", () => {
      const g = noise([n / 4, 4], 3).add(0.1);
      const there = g.to(backend());
      const bias = full([4], 0, { backend: backend() });
      const x = there.sub(there);
      const [db] = vjp((b: Tensor) => x.add(b), [bias]).pullBack(there);
      const [dw, dn] = vjp(
        (w: Tensor, b: Tensor) => nn.layerNorm(x, [4], w, b),
        [bias.add(1), bias],
      ).pullBack(there);
      for (let c = 0; c < 4; c++) {
        const column = elements(g.select(1, c));
        expectSum(elements(db!.to(g.backend))[c]!, column, "bias");
        expectSum(elements(dn!.to(g.backend))[c]!, column, "norm's bias");
      }
      expect(elements(dw!.to(g.backend))).toEqual(new Float32Array(4));
    });

    const k = 100_000;
    test.each([
      ["equal numbers", full([3, 1_000_000], 0.1), full([1_000_000, 2], 1)],
      ["normal numbers", noise([3, k], 4), noise([k, 2], 5)],
      ["normal numbers, few rows", noise([1, k], 6), noise([k, 3], 7)],
      ["many columns", noise([40, 5000], 8), noise([5000, 60], 9)],
    ] as const)("products of long rows: %s", (name, a, b) => {
      const [x, y] = [a.to(backend()), b.to(backend())];
      const weight = zeros([b.size(1), a.size(0)], { backend: backend() });
      const loss = (w: Tensor): Tensor => nn.linear(x.t(), w).mul(y).sum();
      const results = {
        matmul: x.matmul(y),
        turned: y.t().matmul(x.t()).t(),
        linear: nn.linear(x, y.t().contiguous()),
        batched: x.unsqueeze(0).matmul(y.unsqueeze(0)).squeeze(0),
        "a weight's gradient": grad(loss)(weight).t(),
      };
      const corners = [
        [0, 0],
        [a.size(0) - 1, b.size(1) - 1],
      ] as const;
      for (const [row, column] of corners) {
        const [left, right] = [elements(a.select(0, row)), elements(b.select(1, column))];
        const terms = left.map((term, i) => Math.fround(term * right[i]!));
        for (const [how, out] of Object.entries(results))
          expectSum(out.select(0, row).select(0, column).item(), terms, `${how} of ${name}`);
      }
    });

    test("the gradient of a convolution's weight", () => {
      const [image, g] = [noise([4, 1, 160, 160], 10), noise([4, 1, 160, 160], 11)];
      const there = image.to(backend());
      const [dw] = vjp(
        (w: Tensor) => nn.functional.conv2d(there, w),
        [full([1, 1, 1, 1], 1, { backend: backend() })],
      ).pullBack(g.to(backend()));
      const [left, right] = [elements(image), elements(g)];
      expectSum(
        dw!.item(),
        left.map((term, i) => Math.fround(term * right[i]!)),
        "weight",
      );
    });
  });
}

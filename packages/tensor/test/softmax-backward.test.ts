import fc from "fast-check";
import { expect, test } from "vitest";
import { apply, ops } from "../src/backend.ts";
import * as fused from "../src/fused.ts";
import { type DType, Generator, randn, type Tensor, where } from "../src/index.ts";

// The kernels round once, when they store; the formulas at each op.

const drawn = fc.record({
  shape: fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 3 }),
  place: fc.nat(2),
  dtype: fc.constantFrom<DType>("float32", "float64"),
  seed: fc.nat(999),
});

function expectClose(got: Tensor, want: Tensor): void {
  expect([got.dtype, got.shape]).toEqual([want.dtype, want.shape]);
  const most = got.dtype === "float64" ? 1e-14 : 2e-6;
  const [a, b] = [got.dataSync(), want.dataSync()];
  for (let i = 0; i < a.length; i++) expect(Math.abs(a[i]! - b[i]!)).toBeLessThanOrEqual(most);
}

test("the kernels of softmax's and logSoftmax's gradients are the formulas", () => {
  fc.assert(
    fc.property(drawn, ({ shape, place, dtype, seed }) => {
      const dim = place % shape.length;
      const generator = new Generator(seed);
      const [x, g] = [randn(shape, { generator, dtype }), randn(shape, { generator, dtype })];
      const y = x.softmax(dim);
      const slope = g.sub(g.mul(y).sum(dim, { keepdim: true }));
      expectClose(apply(ops.softmaxBackward, [g, y], { dim })[0], y.mul(slope));
      const log = x.logSoftmax(dim);
      const share = log.exp().mul(g.sum(dim, { keepdim: true }));
      expectClose(apply(ops.logSoftmaxBackward, [g, log], { dim })[0], g.sub(share));
    }),
  );
});

test("softmaxWhere is softmax over scores that are filled in, its gradient too", () => {
  const lowest = -3.4028234663852886e38;
  fc.assert(
    fc.property(drawn, fc.constantFrom(-Infinity, -1e6, 0.3), ({ shape, dtype, seed }, fill) => {
      const generator = new Generator(seed);
      const [x, g] = [randn(shape, { generator, dtype }), randn(shape, { generator, dtype })];
      const allowed = randn(shape, { generator }).gt(0);
      const zeroed = fill === -Infinity;
      const filled = where(allowed, x, zeroed ? lowest : fill).softmax(-1);
      const y = fused.softmaxWhere(x, allowed, fill);
      expectClose(y, zeroed ? where(allowed, filled, 0) : filled);
      const h = zeroed ? where(allowed, g, 0) : g;
      const slope = h.sub(h.mul(filled).sum(-1, { keepdim: true }));
      const [dx] = apply(ops.softmaxWhereBackward, [g, y, allowed], { fill });
      expectClose(dx, where(allowed, filled.mul(slope), 0));
    }),
  );
});

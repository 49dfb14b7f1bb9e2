import { grad, valueAndGrad } from "@saccade/autograd";
import { fromData, Generator, rand, randn, type Tensor } from "@saccade/tensor";
import { apply, ops } from "@saccade/tensor/backend";
import * as fused from "@saccade/tensor/fused";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { holdAgainstReference } from "./contract.ts";
import { backends, runsOf } from "./hosts.ts";

/** Gradients of rows are differences of sums over them. */
const ofRows = { relative: 2e-5, absolute: 1e-5 };

/** The same values behind reversed strides. */
function strided(x: Tensor): Tensor {
  const reversed = x.shape.map((_, i) => x.ndim - 1 - i);
  return x.permute(reversed).clone().permute(reversed);
}

describe.each(await backends())("%s, fused ops of layers and losses", (way, backend) => {
  const options = runsOf(way, 60);
  test("layer norm: any rows, widths, with and without weight and bias", () => {
    const rows = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 60, max: 200 }));
    const widths = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(511, 513, 1030));
    fc.assert(
      fc.property(rows, widths, fc.nat(2), fc.boolean(), (n, width, affine, turned) => {
        const inputs = [
          randn([n, width]).mul(3).add(1),
          ...[1, 2].slice(0, affine).map(() => randn([width])),
        ];
        // A large eps: rows of two numbers may be nearly constant, and dividing by their deviation magnifies rounding.
        const f = (x: Tensor, ...more: Tensor[]): Tensor =>
          fused.layerNorm(turned ? strided(x) : x, more, { dims: 1, eps: 0.1 }).square();
        holdAgainstReference(backend, f, inputs, { close: { relative: 1e-4, absolute: 1e-4 } });
      }),
      options,
    );
  });

  test("RMS norm: any rows, widths, with and without a weight", () => {
    const rows = fc.oneof(fc.integer({ min: 0, max: 5 }), fc.integer({ min: 60, max: 200 }));
    const widths = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(511, 513, 1030));
    fc.assert(
      fc.property(rows, widths, fc.boolean(), fc.boolean(), (n, width, weighted, turned) => {
        const inputs = [randn([n, width]).mul(3).add(1), ...(weighted ? [randn([width])] : [])];
        const f = (x: Tensor, weight?: Tensor): Tensor =>
          fused.rmsNorm(turned ? strided(x) : x, weight ?? null, { dims: 1, eps: 0.1 }).square();
        holdAgainstReference(backend, f, inputs, { close: { relative: 1e-4, absolute: 1e-4 } });
      }),
      options,
    );
  });

  test("rotations: any rows, widths and layouts of pairs, forth and back", () => {
    const sizes = fc.tuple(
      fc.integer({ min: 0, max: 4 }),
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 0, max: 19 }),
    );
    fc.assert(
      fc.property(
        sizes,
        fc.boolean(),
        fc.boolean(),
        fc.boolean(),
        ([b, n, half], interleaved, inverse, turned) => {
          const f = (x: Tensor, table: Tensor): Tensor =>
            fused.rotary(turned ? strided(x) : x, table, { interleaved, inverse }).square();
          holdAgainstReference(backend, f, [randn([b, n, 2 * half]), randn([n, 2 * half])]);
        },
      ),
      options,
    );
  });

  test("gradients of GELU have the bits of the formula that an outer tape sees", () => {
    const x = randn([1003]).mul(4).to(backend);
    const extremes = fromData(Float32Array.from([0, -0, 1e-30, -5.5, 40, -40, 1e20, -1e20]), [8]).to(backend);
    for (const approximate of ["none", "tanh"] as const) {
      const slopes = (t: Tensor): Tensor =>
        grad((u: Tensor) => u.gelu({ approximate }).mul(t.cos()).sum())(t);
      for (const t of [x, strided(x.reshape([17, 59])), extremes]) {
        const alone = slopes(t).dataSync();
        const { value } = valueAndGrad(() => ({ loss: t.sum(), aux: slopes(t) }), t);
        expect([...alone]).toEqual([...value.aux.dataSync()]);
      }
    }
  });

  test("losses of classes: any shape and dim of classes, weights, smoothing, ignored targets", () => {
    const shapes = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 0, maxLength: 3 });
    const classes = fc.oneof(fc.integer({ min: 1, max: 21 }), fc.constantFrom(64, 203));
    fc.assert(
      fc.property(
        shapes,
        classes,
        fc.nat(3),
        fc.boolean(),
        fc.constantFrom(0, 0.1),
        fc.nat(999),
        (...drawn) => {
          const [shape, n, place, weighted, labelSmoothing, seed] = drawn;
          const generator = new Generator(seed);
          const dim = place % (shape.length + 1);
          const x = randn([...shape.slice(0, dim), n, ...shape.slice(dim)], { generator }).mul(4);
          const count = shape.reduce((a, b) => a * b, 1);
          const numbers = Int32Array.from({ length: count }, (_, i) => (i * 7 + seed) % n);
          const target = fromData(numbers, shape);
          const inputs = [x, target, ...(weighted ? [rand([n], { generator }).add(0.5)] : [])];
          // Class 0 counts for nothing, as padding does.
          const all = (t: Tensor, k: Tensor, weight?: Tensor): Tensor[] => [
            fused.crossEntropy(t, k, { dim, ignoreIndex: 0, labelSmoothing, weight: weight ?? null }),
            fused.crossEntropy(strided(t), k, { dim }),
            fused.nllLoss(t.logSoftmax(dim), k, { dim, ignoreIndex: 0, weight: weight ?? null }),
          ];
          holdAgainstReference(backend, all, inputs);
        },
      ),
      options,
    );
  });

  test("gradients of softmax and its logarithm along any dim", () => {
    const sizes = fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constantFrom(37, 130));
    const shapes = fc
      .array(sizes, { minLength: 1, maxLength: 3 })
      .filter((shape) => shape.reduce((a, b) => a * b, 1) < 50_000);
    fc.assert(
      fc.property(shapes, fc.nat(2), fc.boolean(), (shape, place, turned) => {
        const dim = place % shape.length;
        const all = (x: Tensor, factor: Tensor): Tensor[] => {
          const t = turned ? strided(x) : x;
          // A factor, and once none, so that cotangents come dense, turned and stretched.
          return [t.softmax(dim).mul(strided(factor)), t.logSoftmax(dim).mul(factor), t.logSoftmax(dim)];
        };
        holdAgainstReference(backend, all, [randn(shape).mul(3), randn(shape)], { close: ofRows });
      }),
      options,
    );
  });

  test("softmax under a mask of any strides, zero weights and filled scores", () => {
    const sizes = fc.oneof(fc.integer({ min: 1, max: 6 }), fc.constantFrom(0, 40));
    const widths = fc.oneof(fc.integer({ min: 0, max: 21 }), fc.constantFrom(64, 203));
    fc.assert(
      fc.property(sizes, sizes, widths, fc.nat(7), fc.constantFrom(-Infinity, -1e6, 0.5), (...drawn) => {
        const [batch, queries, n, stretched, fill] = drawn;
        const shape = [batch, queries, n];
        const masks = shape.map((size, i) => ((stretched >> i) % 2 === 1 ? 1 : size));
        const allowed = rand(masks).gt(0.4);
        const all = (x: Tensor, m: Tensor, factor: Tensor): Tensor[] => [
          fused.softmaxWhere(x, m, fill).mul(factor),
          fused.softmaxWhere(strided(x), strided(m), fill).square(),
        ];
        holdAgainstReference(backend, all, [randn(shape).mul(3), allowed, randn(shape)], { close: ofRows });
      }),
      options,
    );
  });

  test("what is not allowed may be NaN or infinite", () => {
    const odd = [Number.NaN, Infinity, -Infinity];
    const x = fromData(Float32Array.from([...odd, 1, 2, 3, ...odd, -Infinity, -Infinity, 3]), [3, 4]);
    const allowed = fromData(Uint8Array.from([0, 0, 0, 1, 1, 1, 0, 0, 0, 1, 1, 0]), [3, 4], {
      dtype: "bool",
    });
    holdAgainstReference(backend, (t, m) => fused.softmaxWhere(t, m, -Infinity).square(), [x, allowed]);
    holdAgainstReference(backend, (t, m) => fused.softmaxWhere(t, m, -1).square(), [x, allowed]);
  });

  test("cross-entropy of logits that are infinite, or far apart", () => {
    const rows = [
      [-Infinity, 1, 2, 80, -80],
      [1e4, -1e4, 0, 1, 2],
      [-Infinity, -Infinity, 3, -Infinity, -Infinity],
    ];
    const x = fromData(Float32Array.from(rows.flat()), [3, 5]);
    const target = fromData(Int32Array.from([3, 1, 2]), [3]);
    holdAgainstReference(backend, (t, k) => fused.crossEntropy(t, k), [x, target]);
  });

  test("the sum and the mean of squared errors, of any length", () => {
    const lengths = fc.oneof(
      fc.integer({ min: 0, max: 40 }),
      fc.constantFrom(1023, 1024, 1025, 5000, 40_000),
    );
    fc.assert(
      fc.property(lengths, fc.boolean(), (n, mean) => {
        const inputs = [randn([n]), randn([n])];
        const f = (x: Tensor, y: Tensor): Tensor => fused.mseLoss(x, y, { mean });
        holdAgainstReference(backend, f, inputs);
        const [x, y] = inputs.map((t) => t.expand([3, n])) as [Tensor, Tensor];
        holdAgainstReference(backend, (a, b) => f(strided(a), b), [x, y]);
      }),
      options,
    );
  });

  test("dropout keeps the reference's elements, bit for bit, gradients included", () => {
    fc.assert(
      fc.property(fc.nat(70), fc.constantFrom(0.1, 0.5, 1), fc.nat(999), (n, p, seed) => {
        const state = new Generator(seed).getState();
        const drop = (x: Tensor): Tensor => apply(ops.dropout, [x], { p, state })[0];
        const exact = { close: { relative: 0, absolute: 0 } };
        holdAgainstReference(backend, (x) => [drop(x), drop(strided(x))], [randn([n, 3])], exact);
      }),
      options,
    );
  });
});

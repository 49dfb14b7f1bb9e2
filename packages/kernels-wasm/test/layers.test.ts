import { grad, valueAndGrad } from "@saccade/autograd";
import * as nn from "@saccade/nn";
import { dropout, layerNorm, rmsNorm } from "@saccade/nn";
import {
  fromData,
  Generator,
  rand,
  randint,
  randn,
  referenceBackend,
  type Tensor,
  tensor,
} from "@saccade/tensor";
import * as fused from "@saccade/tensor/fused";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { expectClose, holdAgainstReference, strided } from "./contract.ts";
import { backends, runsOf } from "./hosts.ts";
import { holdSequence } from "./sequence.ts";

/** Gradients of rows are differences of sums over them. */
const ofRows = { relative: 2e-5, absolute: 1e-5 };
/** Sums over rows and steps. */
const ofSums = { relative: 1e-4, absolute: 1e-4 };

describe.each(await backends())("%s, fused ops of layers and losses", (way, backend) => {
  const options = runsOf(way, 60);
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
          // Two products of sines with numbers up to 5 cancel, twice: a few roundings of 36.
          holdAgainstReference(backend, f, [randn([b, n, 2 * half]), randn([n, 2 * half]).sin()], {
            close: ofRows,
          });
        },
      ),
      options,
    );
  });

  test("norms of nothing give nothing, and gradients of their sizes", () => {
    const none = tensor([]).reshape([2, 0]);
    const [scale, shift] = [tensor([]), tensor([])];
    holdAgainstReference(backend, (x, w, b) => layerNorm(x!, [0], w!, b!), [none, scale, shift]);
    holdAgainstReference(backend, (x, w) => rmsNorm(x!, [0], w!), [none, scale]);
    holdAgainstReference(backend, (x) => layerNorm(x!, [2, 0]), [none]);
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
      const slope = grad((u: Tensor) => u.gelu({ approximate }).sum())(extremes).dataSync();
      expect([...slope.slice(-4)]).toEqual([1, 0, 1, 0]);
    }
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

  test("additive scores of any size, batch dims broadcast", () => {
    const size = (max: number) => fc.integer({ min: 1, max });
    const widths = fc.oneof(size(9), fc.constantFrom(16, 33));
    fc.assert(
      fc.property(
        ...([size(5), size(4), size(9), widths, fc.boolean(), fc.constantFrom(0.01, 1, 20)] as const),
        (batch, lq, lk, h, oneQuery, scale) => {
          const shapes = [[oneQuery ? 1 : batch, lq, h], [batch, lk, h], [h]];
          const given = shapes.map((shape, i) => randn(shape, { generator: new Generator(i) }));
          const scaled = given.map((x, i) => (i < 2 ? x.mul(scale) : x));
          const scores = (q: Tensor, k: Tensor, v: Tensor): Tensor => fused.additiveScores(q, k, v);
          holdAgainstReference(backend, scores, scaled, { close: ofRows });
        },
      ),
      options,
    );
  });

  test("layer norm and RMS norm, with and without weight and bias", () => {
    const rows = fc.oneof(fc.nat(5), fc.integer({ min: 60, max: 200 }));
    const widths = fc.oneof(fc.integer({ min: 1, max: 40 }), fc.constantFrom(64, 203, 511, 513, 1030));
    fc.assert(
      fc.property(rows, widths, fc.nat(2), fc.boolean(), fc.nat(), (n, width, affine, turned, seed) => {
        const generator = new Generator(seed);
        const weights = [0, 1].slice(0, affine).map(() => randn([width], { generator }));
        const given = [randn([n, width], { generator }).mul(3).add(1), ...weights];
        const put = (x: Tensor): Tensor => (turned ? strided(x) : x);
        // A large eps: rows of two numbers may be nearly constant, and dividing by their deviation magnifies rounding.
        const attrs = { dims: 1, eps: 0.1 };
        const layer = (x: Tensor, ...more: Tensor[]): Tensor => fused.layerNorm(put(x), more, attrs).sin();
        holdAgainstReference(backend, layer, given, { close: ofSums });
        const rms = (x: Tensor, w?: Tensor): Tensor => fused.rmsNorm(put(x), w ?? null, attrs).sin();
        holdAgainstReference(backend, rms, given.slice(0, 2), { close: ofSums });
      }),
      runsOf(way, 20),
    );
  });

  test("losses of classes: any shape and dim of classes, weights, smoothing, ignored targets", () => {
    const draws = fc.record({
      shape: fc.array(fc.integer({ min: 1, max: 6 }), { maxLength: 3 }),
      classes: fc.oneof(fc.integer({ min: 1, max: 21 }), fc.constantFrom(64, 203)),
      place: fc.nat(3),
      weighted: fc.boolean(),
      turned: fc.boolean(),
      labelSmoothing: fc.constantFrom(0, 0.1, 1),
      ignoreIndex: fc.constantFrom(0, -100), // 0 is a class that counts for nothing, as padding does
      seed: fc.nat(),
    });
    fc.assert(
      fc.property(draws, ({ shape, classes, place, weighted, turned, seed, labelSmoothing, ignoreIndex }) => {
        const [generator, dim] = [new Generator(seed), place % (shape.length + 1)];
        const logits = randn([...shape.slice(0, dim), classes, ...shape.slice(dim)], { generator }).mul(4);
        const target = randint(0, classes, shape, { generator });
        const weights = weighted ? [randn([classes], { generator }).abs().add(0.1)] : [];
        const losses = (x: Tensor, t: Tensor, weight: Tensor | null = null): Tensor[] => {
          const terms = { ignoreIndex, weight, dim };
          const y = turned ? strided(x) : x;
          return [
            fused.crossEntropy(y, t, { ...terms, labelSmoothing }),
            fused.nllLoss(y.logSoftmax(dim), t, terms),
          ];
        };
        holdAgainstReference(backend, losses, [logits, target, ...weights], { close: ofSums });
      }),
      options,
    );
  });

  test("dropout, bit for bit", () => {
    fc.assert(
      fc.property(fc.nat(70), fc.constantFrom(0.1, 0.5, 1), fc.nat(), (n, p, seed) => {
        const drop = (x: Tensor): Tensor => dropout(x, p, { generator: new Generator(seed) });
        const both = (x: Tensor): Tensor[] => [drop(x), drop(strided(x))];
        holdAgainstReference(backend, both, [randn([n, 3])], { close: { relative: 0, absolute: 0 } });
      }),
      options,
    );
  });

  test.each(["GRU", "LSTM"] as const)(
    "a %s over a sequence, in both directions, of any lengths; its scratch is given back",
    (cell) => {
      const draws = fc.record({
        steps: fc.integer({ min: 1, max: 6 }),
        batch: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constant(64)),
        hidden: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.constantFrom(16, 17, 33)),
        reverse: fc.boolean(),
        lengths: fc.option(fc.array(fc.nat(8), { minLength: 64, maxLength: 64 })),
      });
      fc.assert(
        fc.property(draws, ({ lengths, reverse, ...sizes }) => {
          const counts = lengths && tensor(lengths.slice(0, sizes.batch), { dtype: "int32" });
          const before = backend.use().blocks;
          holdSequence(backend, cell, sizes, { reverse, lengths: counts }, ofSums);
          expect(backend.use().blocks).toBe(before);
        }),
        options,
      );
    },
  );

  test("several steps of each optimizer", () => {
    const terms = fc.record({
      weightDecay: fc.constantFrom(0, 0.1),
      maximize: fc.boolean(),
      lr: fc.constant(0.05),
    });
    const size = (max: number) => fc.integer({ min: 1, max });
    fc.assert(
      fc.property(terms, size(5), size(37), fc.boolean(), fc.nat(), (shared, height, width, flag, seed) => {
        const generator = new Generator(seed);
        const draw = (): Tensor => randn([height, width], { generator });
        const [start, gradients] = [draw(), [1, 2, 3, 4].map(draw)];
        for (const make of [
          (params: Tensor[]) => new nn.SGD(params, { ...shared, momentum: 0.9, nesterov: flag }),
          (params: Tensor[]) => new nn.Adam(params, { ...shared, eps: 0.01, amsgrad: flag }),
          (params: Tensor[]) => new nn.AdamW(params, { ...shared, eps: 0.01, amsgrad: flag }),
          (params: Tensor[]) =>
            new nn.RMSprop(params, { ...shared, eps: 0.01, centered: flag, momentum: 0.5 }),
          (params: Tensor[]) => new nn.Adagrad(params, { ...shared, eps: 0.01, lrDecay: 0.1 }),
        ]) {
          const [got, want] = [backend, referenceBackend()].map((on) => {
            const param = start.clone().to(on);
            const optimizer = make([param]);
            for (const g of gradients) optimizer.update([g.to(on)]);
            return param;
          });
          expectClose(got!, want!, "the parameter", ofSums);
        }
      }),
      options,
    );
  });
});

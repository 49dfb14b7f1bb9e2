import { vjp } from "@saccade/autograd";
import {
  type Backend,
  bernoulli,
  fromData,
  full,
  Generator,
  memory,
  ones,
  randn,
  resetPeakMemory,
  scope,
  type Tensor,
} from "@saccade/tensor";
import { apply, ops, type ScaledDotProductAttrs } from "@saccade/tensor/backend";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wasmBackend } from "../src/index.ts";
import { holdAgainstReference } from "./contract.ts";
import { backends, runsOf } from "./hosts.ts";

const plain = { scale: 0.3, causal: false, masked: false, biased: false, dropout: 0, state: null };

/** Attention's two results; the cotangents of both reach the gradients. */
function attention(attrs: ScaledDotProductAttrs): (...xs: Tensor[]) => readonly Tensor[] {
  return (q, k, v, ...more) => apply(ops.scaledDotProduct, [q!, k!, v!, ...more], attrs);
}

const lengths = fc.oneof(fc.integer({ min: 1, max: 20 }), fc.integer({ min: 60, max: 140 }));
const widths = fc.integer({ min: 1, max: 35 });
const call = fc.record({
  b: fc.integer({ min: 1, max: 2 }),
  h: fc.integer({ min: 1, max: 3 }),
  lq: lengths,
  lk: lengths,
  d: widths,
  dv: widths,
  causal: fc.boolean(),
  dropout: fc.constantFrom(0, 0, 0.3),
  mask: fc.constantFrom("none", "keys", "pairs", "all"),
  bias: fc.constantFrom("none", "pairs", "all"),
  layout: fc.constantFrom("dense", "heads", "turned", "shared"),
  seed: fc.nat(1000),
});
type Drawn = typeof call extends fc.Arbitrary<infer T> ? T : never;

const backendOf = ([x]: readonly Tensor[]): Backend => x!.backend;

/** q, k or v as its kind of view: heads of a packed projection, columns dense, or one head for all. */
function stored(layout: Drawn["layout"], [b, h, l, w]: readonly [number, number, number, number]): number[] {
  if (layout === "heads") return [b, l, h, w];
  if (layout === "turned") return [b, h, w, l];
  return layout === "shared" ? [b, 1, l, w] : [b, h, l, w];
}

function look(layout: Drawn["layout"], x: Tensor): Tensor {
  if (layout === "heads") return x.transpose(1, 2);
  return layout === "turned" ? x.transpose(-2, -1) : x;
}

describe.each(await backends())("%s", (way, backend) => {
  test("attention and its gradients are the reference's for any sizes, strides, masks, bias and dropout", () => {
    const property = fc.property(call, (drawn) => {
      const { b, h, lq, lk, d, dv, causal, dropout, mask, bias, layout, seed } = drawn;
      const generator = new Generator(seed);
      const floats = (shape: number[]): Tensor => randn(shape, { generator });
      const shapes = { none: [], keys: [b, 1, 1, lk], pairs: [lq, lk], all: [b, h, lq, lk] };
      const more = [
        ...(mask === "none" ? [] : [bernoulli(0.7, shapes[mask], { generator })]),
        ...(bias === "none" ? [] : [floats(shapes[bias])]),
      ];
      const attrs = {
        ...plain,
        causal,
        masked: mask !== "none",
        biased: bias !== "none",
        dropout,
        state: dropout > 0 ? { seed: [seed, 3] as const, offset: 5 } : null,
      };
      const run = attention(attrs);
      const own = layout === "shared" || layout === "turned" ? "dense" : layout; // q has all heads
      const f = (...xs: Tensor[]): readonly Tensor[] => {
        const [q, k, v, ...rest] = xs as [Tensor, Tensor, Tensor, ...Tensor[]];
        const [output, lse] = run(look(own, q), look(layout, k), look(layout, v), ...rest);
        // Where nothing is allowed, ln Σ exp is −∞.
        return [output!, lse!.isfinite().where(lse!, 0)];
      };
      const inputs = [
        floats(stored(own, [b, h, lq, d])),
        floats(stored(layout, [b, h, lk, d])),
        floats(stored(layout, [b, h, lk, dv])),
        ...more,
      ];
      const close = { relative: 1e-4, absolute: 2e-5 };
      holdAgainstReference(backend, f, inputs, { close });
    });
    fc.assert(property, runsOf(way, 40));
  });

  test("large scores, and zeros in rows that nothing is allowed in", () => {
    const [q, k, v] = [1, 2, 3].map((seed) => randn([70, 8], { generator: new Generator(seed) }).mul(30));
    const rows = randn([70, 1])
      .gt(0)
      .logicalAnd(ones([70, 70], { dtype: "bool" }));
    const close = { relative: 1e-3, absolute: 1e-3 };
    const f = attention({ ...plain, masked: true });
    holdAgainstReference(backend, (...xs) => f(...xs)[0]!, [q!, k!, v!, rows], { close });
  });

  test("NaN and ±∞ show where they are seen, and nowhere else: at masked places, at others, in the bias", () => {
    const wild = [Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
    const place = fc.record({
      operand: fc.nat(3),
      at: fc.nat(1e6),
      value: fc.constantFrom(...wild),
      row: fc.boolean(),
    });
    const cases = fc.tuple(call, fc.array(place, { minLength: 1, maxLength: 4 }));
    const property = fc.property(cases, ([drawn, places]) => {
      const { b, h, lq, lk, d, dv, causal, dropout, mask, seed } = drawn;
      const generator = new Generator(seed);
      const shapes = { none: [1], keys: [b, 1, 1, lk], pairs: [lq, lk], all: [b, h, lq, lk] };
      const sizes = [
        [b, h, lq, d],
        [b, h, lk, d],
        [b, h, lk, dv],
        [b, 1, lq, lk],
      ];
      const [q, k, v, bias] = sizes.map((shape, operand) => {
        const x = randn(shape, { generator }).dataSync().slice();
        const width = shape.at(-1)!;
        for (const { at, value, row } of places.filter((some) => some.operand === operand)) {
          const first = Math.floor((at % x.length) / width) * width;
          if (row) x.fill(value, first, first + width);
          else x[at % x.length] = value;
        }
        return fromData(x, shape);
      });
      const masks = mask === "none" ? [] : [bernoulli(0.6, shapes[mask], { generator })];
      const state = dropout > 0 ? { seed: [seed, 3] as const, offset: 5 } : null;
      const attrs = { ...plain, causal, masked: mask !== "none", biased: true, dropout, state };
      const f = (...xs: Tensor[]) => attention(attrs)(...xs)[0]!;
      const close = { relative: 2e-4, absolute: 5e-5 };
      holdAgainstReference(backend, f, [q!, k!, v!, ...masks, bias!], { close });
    });
    fc.assert(property, runsOf(way, 60));
  });

  test("biases far too large for float32 sums, in whole rows: weights and gradients stay the reference's", () => {
    for (const large of [-1e9, -3.4028234663852886e38, 3e38]) {
      const [q, k, v] = [1, 2, 3].map((seed) => randn([2, 70, 8], { generator: new Generator(seed) }));
      const bias = full([70, 70], large).mul(randn([70, 1], { generator: new Generator(4) }).gt(0));
      const f = attention({ ...plain, biased: true });
      const close = { relative: 1e-4, absolute: 2e-5 };
      holdAgainstReference(backend, (...xs) => f(...xs, bias.to(backendOf(xs)))[0]!, [q!, k!, v!], { close });
    }
  });

  test("no keys, no queries, no features, no values", () => {
    const f = attention(plain);
    for (const [lq, lk, d, dv] of [
      [3, 0, 4, 5],
      [0, 3, 4, 5],
      [3, 4, 0, 5],
      [3, 4, 5, 0],
    ] as const) {
      const inputs = [randn([2, lq, d]), randn([2, lk, d]), randn([2, lk, dv])];
      holdAgainstReference(backend, (...xs) => f(...xs)[0]!, inputs);
    }
  });

  test("one to three queries have the bits that they have among many", () => {
    fc.assert(
      fc.property(call, fc.integer({ min: 1, max: 3 }), ({ b, h, lk, d, dv }, few) => {
        const [q, k, v] = [randn([b, h, few + 4, d]), randn([b, h, lk, d]), randn([b, h, lk, dv])].map((x) =>
          x.to(backend),
        );
        const allowed = bernoulli(0.7, [few + 4, lk]).to(backend);
        const bias = randn([few + 4, lk]).to(backend);
        const attrs = { ...plain, masked: true, biased: true };
        const all = attention(attrs)(q!, k!, v!, allowed, bias);
        const some = attention(attrs)(
          ...[q!, k!, v!].map((x, i) => (i === 0 ? x.narrow(2, 0, few) : x)),
          ...[allowed, bias].map((x) => x.narrow(0, 0, few)),
        );
        const bits = (x: Tensor): readonly number[] => Array.from(x.clone().dataSync());
        expect(bits(some[0]!)).toEqual(bits(all[0]!.narrow(2, 0, few)));
        expect(bits(some[1]!)).toEqual(bits(all[1]!.narrow(2, 0, few)));
      }),
      runsOf(way, 30),
    );
  });

  test("memory is linear in the length: forward and backward of 1024 keys hold no matrix of weights", () => {
    scope(() => {
      const [q, k, v] = [1, 2, 3].map(() => randn([2, 1024, 16]).to(backend)) as [Tensor, Tensor, Tensor];
      const before = memory().bytes;
      resetPeakMemory();
      const { pullBack } = vjp((...xs) => attention(plain)(...xs)[0]!, [q, k, v]);
      pullBack(ones([2, 1024, 16], { backend }));
      const matrix = 2 * 1024 * 1024 * 4;
      expect(memory().peak - before).toBeLessThan(matrix / 4);
    });
  });
});

test("any number of threads gives the same bits", async () => {
  const results = await Promise.all(
    [1, 2, 3].map(async (threads) => {
      const backend = await wasmBackend({ threads, relaxed: false });
      return scope(() => {
        const [q, k, v] = [1, 2, 3].map((seed) =>
          randn([2, 3, 150, 20], { generator: new Generator(seed) }).to(backend),
        );
        const attrs = { ...plain, causal: true, dropout: 0.2, state: { seed: [1, 2] as const, offset: 3 } };
        const { value, pullBack } = vjp((...xs) => attention(attrs)(...xs)[0]!, [q!, k!, v!]);
        return [value, ...pullBack(ones(value.shape, { backend }))].map((x) => [...x!.dataSync()]);
      });
    }),
  );
  expect(results[1]).toEqual(results[0]);
  expect(results[2]).toEqual(results[0]);
});

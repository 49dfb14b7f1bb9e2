import { vjp } from "@saccade/autograd";
import * as t from "@saccade/tensor";
import { apply, ops, type ScaledDotProductAttrs } from "@saccade/tensor/backend";
import { attentionTells } from "@saccade/tensor/fused";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { wasmBackend } from "../src/index.ts";
import { bitsOf, holdAgainstReference, listsOf } from "./contract.ts";
import { backends, runsOf } from "./hosts.ts";

const plain = { scale: 0.3, causal: false, masked: false, biased: false, dropout: 0, state: null };

/** Attention's two results; the cotangents of both reach the gradients. */
function attention(attrs: ScaledDotProductAttrs): (...xs: t.Tensor[]) => readonly t.Tensor[] {
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

const backendOf = ([x]: readonly t.Tensor[]): t.Backend => x!.backend;

/** q, k or v as its kind of view: heads of a packed projection, columns dense, or one head for all. */
function stored(layout: Drawn["layout"], [b, h, l, w]: readonly [number, number, number, number]): number[] {
  if (layout === "heads") return [b, l, h, w];
  if (layout === "turned") return [b, h, w, l];
  return layout === "shared" ? [b, 1, l, w] : [b, h, l, w];
}

function look(layout: Drawn["layout"], x: t.Tensor): t.Tensor {
  if (layout === "heads") return x.transpose(1, 2);
  return layout === "turned" ? x.transpose(-2, -1) : x;
}

const wild = fc.constantFrom(Number.NaN, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY);
const spot = fc.record({ operand: fc.nat(3), at: fc.nat(1e6), value: wild, row: fc.boolean() });
const spots = fc.oneof(fc.constant([]), fc.array(spot, { minLength: 1, maxLength: 4 }));
type Spots = typeof spots extends fc.Arbitrary<infer T> ? T : never;

type Run = (attrs: ScaledDotProductAttrs) => (...xs: t.Tensor[]) => readonly t.Tensor[];

/** Holds a drawn call, with NaN and ±∞ at some places, against the reference. */
function holdDrawn(backend: t.Backend, drawn: Drawn, places: Spots, run: Run): void {
  const { b, h, lq, lk, d, dv, causal, dropout, mask, bias, layout, seed } = drawn;
  const generator = new t.Generator(seed);
  const own = layout === "shared" || layout === "turned" ? "dense" : layout; // q has all heads
  const shapes = { none: [], keys: [b, 1, 1, lk], pairs: [lq, lk], all: [b, h, lq, lk] };
  const operands = [
    stored(own, [b, h, lq, d]),
    stored(layout, [b, h, lk, d]),
    stored(layout, [b, h, lk, dv]),
  ];
  const [q, k, v, ...biases] = [...operands, ...(bias === "none" ? [] : [shapes[bias]])].map(
    (shape, operand) => {
      const x = t.randn(shape, { generator }).dataSync().slice();
      for (const { at, value, row } of places.filter((some) => some.operand === operand)) {
        const first = Math.floor((at % x.length) / shape.at(-1)!) * shape.at(-1)!;
        if (row) x.fill(value, first, first + shape.at(-1)!);
        else x[at % x.length] = value;
      }
      return t.fromData(x, shape);
    },
  );
  const masks = mask === "none" ? [] : [t.bernoulli(0.6, shapes[mask], { generator })];
  const state = dropout > 0 ? { seed: [seed, 3] as const, offset: 5 } : null;
  const flags = { masked: mask !== "none", biased: bias !== "none" };
  const program = run({ ...plain, causal, ...flags, dropout, state });
  const f = (...xs: t.Tensor[]): readonly t.Tensor[] => {
    const [query, key, value, ...rest] = xs as [t.Tensor, t.Tensor, t.Tensor, ...t.Tensor[]];
    return program(look(own, query), look(layout, key), look(layout, value), ...rest);
  };
  const close = { relative: 2e-4, absolute: places.length > 0 ? 5e-5 : 2e-5 };
  holdAgainstReference(backend, f, [q!, k!, v!, ...masks, ...biases], { close });
}

/** Where nothing is allowed, ln Σ exp is −∞. */
const finite = (x: t.Tensor): t.Tensor => x.isfinite().where(x, 0);

describe.each(await backends())("%s", (way, backend) => {
  test("attention and its gradients are the reference's, whatever the sizes, strides, masks, bias, dropout, NaN and ±∞", () => {
    const property = fc.property(call, spots, (drawn, places) => {
      holdDrawn(backend, drawn, places, (attrs) => (...xs) => {
        const [output, lse] = attention(attrs)(...xs);
        return places.length > 0 ? [output!] : [output!, finite(lse!)];
      });
    });
    fc.assert(property, runsOf(way, 100));
  });

  test("what it tells of its weights and the gradients are the reference's, whatever the sizes, masks, NaN and ±∞", () => {
    const property = fc.property(call, spots, fc.nat(4), fc.boolean(), (drawn, places, k, all) => {
      const top = Math.min(k, drawn.lk);
      holdDrawn(backend, drawn, places, (attrs) => (...xs) => {
        const [q, key, v, ...more] = xs as [t.Tensor, t.Tensor, t.Tensor, ...t.Tensor[]];
        const told = apply(ops.attentionTells, [q, key, v, ...more], { ...attrs, top });
        const [output, lse, max, entropy, columns, topWeights] = told;
        if (places.length > 0) return [output, entropy, columns];
        return [output, finite(lse), entropy, columns, ...(all ? [finite(max), topWeights] : [])];
      });
    });
    fc.assert(property, runsOf(way, 100));
  });

  test("the largest weights: equal ones by their keys, 0 and −1 where keys are few, and those of scores in the thousands", () => {
    const q = t.tensor([[1], [3], [-1], [9000]]).to(backend);
    const k = t.tensor([[0], [2], [2], [-1], [2], [-8]]).to(backend);
    const mask = t.ones([4, 6], { dtype: "bool" }).tril(1).to(backend);
    for (const attrs of [plain, { ...plain, masked: true }]) {
      const inputs = attrs.masked ? ([q, k, k, mask] as const) : ([q, k, k] as const);
      const told = apply(ops.attentionTells, inputs, { ...attrs, scale: 1, top: 4 });
      const keys = told[6].dataSync();
      const rows = [0, 1, 2, 3].map((i) => Array.from(keys.slice(4 * i, 4 * i + 4)));
      expect(rows).toEqual(
        attrs.masked
          ? [
              [1, 0, -1, -1],
              [1, 2, 0, -1],
              [3, 0, 1, 2],
              [1, 2, 4, 0],
            ]
          : [
              [1, 2, 4, 0],
              [1, 2, 4, 0],
              [5, 3, 0, 1],
              [1, 2, 4, 0],
            ],
      );
      const [weights, max] = [told[5].dataSync(), told[2].dataSync()];
      expect(Array.from(max)).toEqual(attrs.masked ? [2, 6, 1, 18000] : [2, 6, 8, 18000]);
      expect(Array.from(weights.slice(12))).toEqual([1 / 3, 1 / 3, 1 / 3, 0].map(Math.fround));
      if (attrs.masked) expect(Array.from(weights.slice(2, 4))).toEqual([0, 0]);
    }
  });

  test("of a query without keys it tells 0, −∞ and no key; of no queries, columns of zeros", () => {
    const [q, k] = [t.randn([2, 20, 3]), t.randn([2, 9, 3])].map((x) => x.to(backend)) as [
      t.Tensor,
      t.Tensor,
    ];
    const mask = t.zeros([20, 9], { dtype: "bool" }).to(backend);
    const none = apply(ops.attentionTells, [q, k, k, mask], { ...plain, masked: true, top: 2 });
    const wanted = [0, -Infinity, -Infinity, 0, 0, 0, -1];
    for (const [i, x] of none.entries()) expect([...new Set(x.dataSync())]).toEqual([wanted[i]]);
    const few = apply(ops.attentionTells, [q.narrow(1, 0, 0), k, k], { ...plain, top: 0 });
    expect([...new Set(few[4].dataSync())]).toEqual([0]);
  });

  test("biases far too large for float32 sums, in whole rows: weights and gradients stay the reference's", () => {
    for (const large of [-1e9, -3.4028234663852886e38, 3e38]) {
      const [q, k, v] = [1, 2, 3].map((seed) => t.randn([2, 70, 8], { generator: new t.Generator(seed) }));
      const bias = t.full([70, 70], large).mul(t.randn([70, 1], { generator: new t.Generator(4) }).gt(0));
      const f = attention({ ...plain, biased: true });
      const close = { relative: 1e-4, absolute: 2e-5 };
      holdAgainstReference(backend, (...xs) => f(...xs, bias.to(backendOf(xs)))[0]!, [q!, k!, v!], { close });
    }
  });

  test("no keys, no queries, no features, no values", () => {
    const f = attention(plain);
    for (const [lq, lk, d, dv] of listsOf("3 0 4 5, 0 3 4 5, 3 4 0 5, 3 4 5 0")) {
      const inputs = [t.randn([2, lq!, d!]), t.randn([2, lk!, d!]), t.randn([2, lk!, dv!])];
      holdAgainstReference(backend, (...xs) => f(...xs)[0]!, inputs);
    }
  });

  test("one to three queries have the bits that they have among many", () => {
    fc.assert(
      fc.property(call, fc.integer({ min: 1, max: 3 }), ({ b, h, lk, d, dv }, few) => {
        const [q, k, v] = [t.randn([b, h, few + 4, d]), t.randn([b, h, lk, d]), t.randn([b, h, lk, dv])].map(
          (x) => x.to(backend),
        );
        const allowed = t.bernoulli(0.7, [few + 4, lk]).to(backend);
        const bias = t.randn([few + 4, lk]).to(backend);
        const attrs = { ...plain, masked: true, biased: true };
        const all = attention(attrs)(q!, k!, v!, allowed, bias);
        const some = attention(attrs)(
          ...[q!, k!, v!].map((x, i) => (i === 0 ? x.narrow(2, 0, few) : x)),
          ...[allowed, bias].map((x) => x.narrow(0, 0, few)),
        );
        for (const i of [0, 1]) expect(bitsOf(some[i]!)).toEqual(bitsOf(all[i]!.narrow(2, 0, few)));
      }),
      runsOf(way, 30),
    );
  });

  test("memory is linear in the length: forward and backward of 1024 keys hold no matrix of weights", () => {
    t.scope(() => {
      const [q, k, v] = [1, 2, 3].map(() => t.randn([2, 1024, 16]).to(backend)) as [
        t.Tensor,
        t.Tensor,
        t.Tensor,
      ];
      const before = t.memory().bytes;
      t.resetPeakMemory();
      const { pullBack } = vjp((...xs) => attention(plain)(...xs)[0]!, [q, k, v]);
      pullBack(t.ones([2, 1024, 16], { backend }));
      const matrix = 2 * 1024 * 1024 * 4;
      expect(t.memory().peak - before).toBeLessThan(matrix / 4);
    });
  });

  test("so is that of what attention tells, with the gradients of entropies and columns' sums", () => {
    t.scope(() => {
      const [q, k, v] = [1, 2, 3].map(() => t.randn([2, 1024, 16]).to(backend)) as [
        t.Tensor,
        t.Tensor,
        t.Tensor,
      ];
      const before = t.memory().bytes;
      t.resetPeakMemory();
      const { pullBack } = vjp(
        (...xs) => {
          const { output, entropy, columnSums } = attentionTells(xs[0]!, xs[1]!, xs[2]!, 8);
          return [output, entropy, columnSums];
        },
        [q, k, v],
      );
      const ones = [
        [2, 1024, 16],
        [2, 1024],
        [2, 1024],
      ].map((shape) => t.ones(shape, { backend }));
      pullBack(ones);
      expect(t.memory().peak - before).toBeLessThan((2 * 1024 * 1024 * 4) / 4);
    });
  });
});

test.each([1, 2, 8])(
  "beside its results, what attention tells takes less than 1 MiB for 4096 keys of %i heads and two threads",
  async (heads) => {
    const backend = await wasmBackend({ threads: 2 });
    t.scope(() => {
      const [q, k, v] = [1, 2, 3].map(() => t.zeros([heads, 4096, 64], { backend })) as [
        t.Tensor,
        t.Tensor,
        t.Tensor,
      ];
      const { free } = backend.use();
      const told = attentionTells(q, k, v, 8);
      expect(Object.keys(told)).toHaveLength(7);
      // Blocks of scratch wait for reuse.
      expect(backend.use().free - free).toBeLessThan(2 ** 20);
      expect(backend.use().free - free).toBeGreaterThan(2 ** 18);
    });
  },
);

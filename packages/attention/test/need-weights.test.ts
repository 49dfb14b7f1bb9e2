import { valueAndGrad } from "@saccade/autograd";
import type { Module } from "@saccade/nn";
import { manualSeed, profile, type Tensor, tensor } from "@saccade/tensor";
import fc from "fast-check";
import { expect, expectTypeOf, test } from "vitest";
import {
  type Attended,
  causalMask,
  DotProductAttention,
  type MaybeAttended,
  scaledDotProductAttention,
  TransformerDecoder,
  TransformerDecoderLayer,
  TransformerEncoder,
  TransformerEncoderLayer,
  type WeightsOptions,
} from "../src/index.ts";
import {
  Attention,
  MultiHeadAttention,
  MultiHeadSelfAttention,
  ScaledDotProductAttention,
  SelfAttention,
  SelfAttentionV1,
  SelfAttentionV2,
  SelfAttentionV3,
} from "../src/seeds/index.ts";
import { expectClose, leaked, noise, numbers } from "./helpers.ts";

interface Call {
  readonly module: Module;
  readonly attend: (x: Tensor, mask: Tensor | undefined, options: WeightsOptions) => MaybeAttended;
}

interface Settings {
  readonly dropout: number;
  readonly maskFill: number | null;
}

// Each kind for x (b, n, 4), and a mask of that n where it takes one.
const kinds: Readonly<Record<string, (settings: Settings) => Call>> = {
  DotProductAttention({ dropout, maskFill }) {
    const module = new DotProductAttention(dropout, { maskFill });
    return { module, attend: (x, mask, options) => module.forward(x, x, x, undefined, { mask, ...options }) };
  },
  ScaledDotProductAttention(settings) {
    const module = new ScaledDotProductAttention({ temperature: 1.5, ...settings });
    return { module, attend: (x, mask, options) => module.forward(x, x, x, mask, options) };
  },
  MultiHeadAttention(settings) {
    const module = new MultiHeadAttention(2, 4, 3, 5, settings);
    return { module, attend: (x, mask, options) => module.forward(x, x, x, mask, options) };
  },
  Attention({ maskFill }) {
    const module = new Attention(4, { maskFill });
    return { module, attend: (x, mask, options) => module.forward(x, { mask, ...options }) };
  },
  SelfAttention({ maskFill }) {
    const module = new SelfAttention(4, 3, { maskFill });
    return { module, attend: (x, mask, options) => module.forward(x, { mask, ...options }) };
  },
  SelfAttentionV1() {
    const module = new SelfAttentionV1(4);
    return { module, attend: (x, _mask, options) => module.forward(x, options) };
  },
  SelfAttentionV2() {
    const module = new SelfAttentionV2(4);
    return { module, attend: (x, _mask, options) => module.forward(x, options) };
  },
  SelfAttentionV3(settings) {
    const module = new SelfAttentionV3(4, settings);
    return { module, attend: (x, mask, options) => module.forward(x, mask, options) };
  },
  MultiHeadSelfAttention(settings) {
    const module = new MultiHeadSelfAttention(4, 2, settings);
    return { module, attend: (x, mask, options) => module.forward(x, mask, options) };
  },
};

function kernelsOf(f: () => unknown): string[] {
  return [...profile(f).kernels.keys()];
}

const call = fc.record({
  b: fc.integer({ min: 1, max: 3 }),
  n: fc.integer({ min: 1, max: 6 }),
  masked: fc.constantFrom("none", "causal", "random"),
  // A fill of −∞ makes empty rows NaN, which has no distance; fused.test.ts holds that case.
  maskFill: fc.constantFrom(null, -1e9, -2),
  dropout: fc.constantFrom(0, 0.5),
  seed: fc.nat(1000),
});

test.each(Object.entries(kinds))("%s: output and gradients are the same without weights", (_, make) => {
  const property = fc.property(call, ({ b, n, masked, seed, ...settings }) => {
    const { module, attend } = make(settings);
    const x = noise([b, n, 4], seed);
    const random = noise([b, n, n], seed + 1).gt(0); // also rows of nothing
    const mask = { none: undefined, causal: causalMask(n), random }[masked];
    const run = (needWeights: boolean | undefined) => {
      manualSeed(seed);
      const loss = () => {
        const { output, weights } = attend(x, mask, { needWeights });
        return { loss: output.mul(noise(output.shape, 7)).sum(), output, weights };
      };
      return valueAndGrad(loss, { x, ...module.namedParameters() });
    };
    const [without, withThem, asked] = [run(false), run(undefined), run(true)];
    expect(without.value.weights).toBeUndefined();
    expectClose(asked.value.weights!, withThem.value.weights!);
    expectClose(without.value.output, withThem.value.output);
    for (const [name, grad] of Object.entries(withThem.grads)) {
      expectClose(Object(without.grads)[name], grad, 1e-4);
    }
  });
  fc.assert(property, { numRuns: 15 });
});

test.each(Object.entries(kinds))(
  "%s: without weights it is one kernel, and nothing stays behind",
  (_, make) => {
    const { attend } = make({ dropout: 0.5, maskFill: null });
    const x = noise([2, 5, 4]);
    const mask = causalMask(5);
    const run = (): MaybeAttended => attend(x, mask, { needWeights: false });
    const kernels = kernelsOf(run);
    expect(kernels).toContain("scaledDotProduct");
    expect(kernels).not.toContain("softmax");
    expect(leaked(run)).toBe(0);
  },
);

test("a finite fill leaves the matrix out only where there is nothing to fill", () => {
  const x = noise([2, 3, 4]);
  const of = (options: object): string[] =>
    kernelsOf(() => scaledDotProductAttention(x, x, x, { maskFill: -1e6, needWeights: false, ...options }));
  expect(of({})).toContain("scaledDotProduct");
  const [validLens, mask] = [tensor([0, 2], { dtype: "int32" }), causalMask(3)];
  for (const masks of [{ validLens }, { mask }, { causal: true }, { keyMask: mask.narrow(0, 0, 2) }]) {
    expect(of(masks)).not.toContain("scaledDotProduct");
  }
});

test("a bias that forbids every key under a finite fill gives NaN, with weights and without", () => {
  const x = noise([1, 2, 4]);
  const bias = tensor([
    [0, 0],
    [Number.NEGATIVE_INFINITY, Number.NEGATIVE_INFINITY],
  ]);
  for (const needWeights of [true, false]) {
    const options = { bias, maskFill: -1e6, needWeights };
    const { output } = scaledDotProductAttention(x, x, x, options);
    const finite = numbers(output).map((y) => Number.isFinite(y));
    expect(finite).toEqual([true, true, true, true, false, false, false, false]);
  }
});

test("transformer layers and stacks hold no weights unless they are asked for", () => {
  const sizes = { dimFeedforward: 8, batchFirst: true } as const;
  const encoderLayer = new TransformerEncoderLayer(4, 2, sizes);
  const decoderLayer = new TransformerDecoderLayer(4, 2, sizes);
  const encoder = new TransformerEncoder(() => new TransformerEncoderLayer(4, 2, sizes), 2);
  const decoder = new TransformerDecoder(() => new TransformerDecoderLayer(4, 2, sizes), 2);
  const x = noise([2, 3, 4]);
  const runs = [
    (needWeights: boolean) =>
      needWeights ? encoderLayer.forward(x, { needWeights }) : encoderLayer.forward(x),
    (needWeights: boolean) => (needWeights ? encoder.forward(x, { needWeights }) : encoder.forward(x)),
    (needWeights: boolean) =>
      needWeights ? decoderLayer.forward(x, x, { needWeights }) : decoderLayer.forward(x, x),
    (needWeights: boolean) => (needWeights ? decoder.forward(x, x, { needWeights }) : decoder.forward(x, x)),
  ];
  for (const run of runs) {
    const without = kernelsOf(() => run(false));
    expect(without).toContain("scaledDotProduct");
    expect(without).not.toContain("softmax");
    expect(kernelsOf(() => run(true))).toContain("softmax");
  }
});

test("the type of the weights says whether they are there", () => {
  const x = noise([1, 2, 4]);
  const [heads, single] = [new MultiHeadAttention(2, 4, 2, 2), new SelfAttention(4, 2)];
  const wanted: boolean = heads.training;
  expectTypeOf(heads.forward(x, x, x)).toExtend<Attended>();
  expectTypeOf(heads.forward(x, x, x, undefined, { needWeights: true })).toExtend<Attended>();
  expectTypeOf(heads.forward(x, x, x, undefined, { needWeights: wanted })).toEqualTypeOf<MaybeAttended>();
  expectTypeOf(single.forward(x, { causal: true })).toExtend<Attended>();
  const { weights } = single.forward(x, { causal: true, needWeights: false });
  expectTypeOf(weights).toEqualTypeOf<Tensor | undefined>();
});

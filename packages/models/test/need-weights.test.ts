import type { Attended, MaybeAttended } from "@saccade/attention";
import type { Tensor } from "@saccade/tensor";
import { expect, expectTypeOf, test } from "vitest";
import { noise } from "../../attention/test/helpers.ts";
import {
  type Call,
  kernelsOf,
  type Settings,
  testWithoutWeights,
} from "../../attention/test/without-weights.ts";
import * as models from "../src/index.ts";
import * as seeds from "../src/seeds/index.ts";

// Each kind for x (b, n, 4), and a mask of that n where it takes one.
const kinds: Readonly<Record<string, (settings: Settings) => Call>> = {
  ScaledDotProductAttention(settings) {
    const module = new seeds.ScaledDotProductAttention({ temperature: 1.5, ...settings });
    return { module, attend: (x, mask, options) => module.forward(x, x, x, mask, options) };
  },
  MultiHeadSublayer(settings) {
    const module = new seeds.MultiHeadSublayer(2, 4, 3, 5, settings);
    return { module, attend: (x, mask, options) => module.forward(x, x, x, mask, options) };
  },
  PlainSelfAttention({ maskFill }) {
    const module = new seeds.PlainSelfAttention(4, { maskFill });
    return { module, attend: (x, mask, options) => module.forward(x, { mask, ...options }) };
  },
  WideSelfAttention({ maskFill }) {
    const module = new seeds.WideSelfAttention(4, 3, { maskFill });
    return { module, attend: (x, mask, options) => module.forward(x, { mask, ...options }) };
  },
  ProjectedSelfAttention() {
    const module = new seeds.ProjectedSelfAttention(4);
    return { module, attend: (x, _mask, options) => module.forward(x, options) };
  },
  PackedSelfAttention() {
    const module = new seeds.PackedSelfAttention(4);
    return { module, attend: (x, _mask, options) => module.forward(x, options) };
  },
  MaskedSelfAttention(settings) {
    const module = new seeds.MaskedSelfAttention(4, settings);
    return { module, attend: (x, mask, options) => module.forward(x, mask, options) };
  },
  MultiHeadSelfAttention(settings) {
    const module = new seeds.MultiHeadSelfAttention(4, 2, settings);
    return { module, attend: (x, mask, options) => module.forward(x, mask, options) };
  },
};

testWithoutWeights(kinds);

test("transformer layers and stacks hold no weights unless they are asked for", () => {
  const sizes = { dimFeedforward: 8, batchFirst: true } as const;
  const encoderLayer = new models.TransformerEncoderLayer(4, 2, sizes);
  const decoderLayer = new models.TransformerDecoderLayer(4, 2, sizes);
  const encoder = new models.TransformerEncoder(() => new models.TransformerEncoderLayer(4, 2, sizes), 2);
  const decoder = new models.TransformerDecoder(() => new models.TransformerDecoderLayer(4, 2, sizes), 2);
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
  const [heads, single] = [new seeds.MultiHeadSublayer(2, 4, 2, 2), new seeds.WideSelfAttention(4, 2)];
  const wanted: boolean = heads.training;
  expectTypeOf(heads.forward(x, x, x)).toExtend<Attended>();
  expectTypeOf(heads.forward(x, x, x, undefined, { needWeights: true })).toExtend<Attended>();
  expectTypeOf(heads.forward(x, x, x, undefined, { needWeights: wanted })).toEqualTypeOf<MaybeAttended>();
  expectTypeOf(single.forward(x, { causal: true })).toExtend<Attended>();
  const { weights } = single.forward(x, { causal: true, needWeights: false });
  expectTypeOf(weights).toEqualTypeOf<Tensor | undefined>();
});

import { type Attended, causalMask, type MaybeAttended, type WeightsOptions } from "@saccade/attention";
import { manualSeed, type Tensor } from "@saccade/tensor";
import { expect, expectTypeOf, test } from "vitest";
import { expectClose, kernelsOf, noise } from "../../attention/test/helpers.ts";
import * as models from "../src/index.ts";
import * as seeds from "../src/seeds/index.ts";

const x = noise([2, 5, 4]);
const mask = causalMask(5);
/** Each class of the documents, with weights or without. */
const kinds: Readonly<Record<string, (options: WeightsOptions) => MaybeAttended>> = {
  ScaledDotProductAttention: (o) => new seeds.ScaledDotProductAttention().forward(x, x, x, mask, o),
  MultiHeadSublayer: (o) => new seeds.MultiHeadSublayer(2, 4, 3, 5).forward(x, x, x, mask, o),
  PlainSelfAttention: (o) => new seeds.PlainSelfAttention(4).forward(x, { mask, ...o }),
  WideSelfAttention: (o) => new seeds.WideSelfAttention(4, 3).forward(x, { mask, ...o }),
  ProjectedSelfAttention: (o) => new seeds.ProjectedSelfAttention(4).forward(x, o),
  PackedSelfAttention: (o) => new seeds.PackedSelfAttention(4).forward(x, o),
  MaskedSelfAttention: (o) => new seeds.MaskedSelfAttention(4).forward(x, mask, o),
  MultiHeadSelfAttention: (o) => new seeds.MultiHeadSelfAttention(4, 2).forward(x, mask, o),
};

test.each(Object.entries(kinds))("%s: the output is the same without weights, in one kernel", (_, attend) => {
  const run = (needWeights: boolean): MaybeAttended => {
    manualSeed(3); // of the parameters, and of what is dropped
    return attend({ needWeights });
  };
  const [without, withThem] = [run(false), run(true)];
  expect(without.weights).toBeUndefined();
  expectClose(without.output, withThem.output);
  expect(withThem.weights!.size(-1)).toBe(5);
  const kernels = kernelsOf(() => run(false));
  expect(kernels).toContain("scaledDotProduct");
  expect(kernels).not.toContain("softmax");
});

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

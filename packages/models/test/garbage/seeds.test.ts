import type { MaskOptions, WeightsOptions } from "@saccade/attention";
import * as is from "../../../attention/test/garbage/kinds.ts";
import { maskFill, masks, q } from "../../../attention/test/garbage/shared.ts";
import { type Cases, klass, walk } from "../../../attention/test/garbage/walk.ts";
import * as seeds from "../../src/seeds/index.ts";

// The namespaces hold these classes again.
type Entry = Omit<typeof seeds, "seed000" | "seed001" | "seed002" | "seed003" | "seed004">;

const weights = { needWeights: is.flag(false) };
const onlyWeights = is.optionals<WeightsOptions>(weights);
const masked = is.optionals<MaskOptions & WeightsOptions>({ ...masks, ...weights });
const step = is.optionals<seeds.SelfAttentionStepOptions>({ dropout: is.share(), maskFill });
const mask = is.optional(masks.mask);
const fill = is.optionals<{ maskFill?: number | null }>({ maskFill });
const x = is.ranked(q);

const cases: Cases<Entry> = {
  MultiHeadAttention: klass(
    seeds.MultiHeadAttention,
    [
      is.size(2),
      is.size(4),
      is.size(2),
      is.size(2),
      is.optionals<seeds.MultiHeadAttentionOptions>({
        dropout: is.share(),
        layerNormEps: is.number(1e-5, 0, 1),
        maskFill,
      }),
    ],
    { forward: [x, x, x, mask, onlyWeights] },
  ),
  ScaledDotProductAttention: klass(
    seeds.ScaledDotProductAttention,
    [
      is.optionals<seeds.ScaledDotProductAttentionOptions>({
        temperature: is.positive(),
        dropout: is.share(),
        maskFill,
      }),
    ],
    { forward: [q, q, q, mask, onlyWeights] },
  ),
  Attention: klass(seeds.Attention, [is.size(4), fill], { forward: [is.alone(q), masked] }),
  SelfAttention: klass(
    seeds.SelfAttention,
    [
      is.size(4),
      is.optional(is.size(2)),
      is.optionals<seeds.SelfAttentionOptions>({ outProj: is.flag(), maskFill }),
    ],
    { forward: [is.alone(x), masked] },
    () => new seeds.SelfAttention(4, 2),
  ),
  SelfAttentionV1: klass(seeds.SelfAttentionV1, [is.size(4)], { forward: [is.alone(q), onlyWeights] }),
  SelfAttentionV2: klass(seeds.SelfAttentionV2, [is.size(4)], { forward: [is.alone(q), onlyWeights] }),
  SelfAttentionV3: klass(seeds.SelfAttentionV3, [is.size(4), step], {
    forward: [is.alone(q), mask, onlyWeights],
  }),
  MultiHeadSelfAttention: klass(seeds.MultiHeadSelfAttention, [is.size(4), is.size(2), step], {
    forward: [is.alone(x), mask, onlyWeights],
  }),
};

walk(cases);

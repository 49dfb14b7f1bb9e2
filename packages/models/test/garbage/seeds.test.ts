import type { MaskOptions, WeightsOptions } from "@saccade/attention";
import * as is from "../../../attention/test/garbage/kinds.ts";
import { maskFill, masks, q } from "../../../attention/test/garbage/shared.ts";
import { type Cases, klass, walk } from "../../../attention/test/garbage/walk.ts";
import * as seeds from "../../src/seeds/index.ts";

// The namespaces hold these classes again, and so do the old names.
type Old = "MultiHeadAttention" | "Attention" | "SelfAttention" | `SelfAttentionV${1 | 2 | 3}`;
type Entry = Omit<typeof seeds, `seed00${0 | 1 | 2 | 3 | 4}` | Old>;

const weights = { needWeights: is.flag(false) };
const onlyWeights = is.optionals<WeightsOptions>(weights);
const masked = is.optionals<MaskOptions & WeightsOptions>({ ...masks, ...weights });
const step = is.optionals<seeds.MaskedSelfAttentionOptions>({ dropout: is.share(), maskFill });
const mask = is.optional(masks.mask);
const fill = is.optionals<{ maskFill?: number | null }>({ maskFill });
const x = is.ranked(q);

const cases: Cases<Entry> = {
  MultiHeadSublayer: klass(
    seeds.MultiHeadSublayer,
    [
      is.size(2),
      is.size(4),
      is.size(2),
      is.size(2),
      is.optionals<seeds.MultiHeadSublayerOptions>({
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
  PlainSelfAttention: klass(seeds.PlainSelfAttention, [is.size(4), fill], { forward: [is.alone(q), masked] }),
  WideSelfAttention: klass(
    seeds.WideSelfAttention,
    [
      is.size(4),
      is.optional(is.size(2)),
      is.optionals<seeds.WideSelfAttentionOptions>({ outProj: is.flag(), maskFill }),
    ],
    { forward: [is.alone(x), masked] },
    () => new seeds.WideSelfAttention(4, 2),
  ),
  ProjectedSelfAttention: klass(seeds.ProjectedSelfAttention, [is.size(4)], {
    forward: [is.alone(q), onlyWeights],
  }),
  PackedSelfAttention: klass(seeds.PackedSelfAttention, [is.size(4)], {
    forward: [is.alone(q), onlyWeights],
  }),
  MaskedSelfAttention: klass(seeds.MaskedSelfAttention, [is.size(4), step], {
    forward: [is.alone(q), mask, onlyWeights],
  }),
  MultiHeadSelfAttention: klass(seeds.MultiHeadSelfAttention, [is.size(4), is.size(2), step], {
    forward: [is.alone(x), mask, onlyWeights],
  }),
};

walk(cases);

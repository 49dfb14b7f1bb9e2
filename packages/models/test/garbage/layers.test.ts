import * as attention from "@saccade/attention";
import { LayerNorm, Linear } from "@saccade/nn";
import { zeros } from "@saccade/tensor";
import * as is from "../../../attention/test/garbage/kinds.ts";
import { bias, lengths, maskFill, masks, q, scale, x } from "../../../attention/test/garbage/shared.ts";
import { type Cases, klass, walk } from "../../../attention/test/garbage/walk.ts";
import { noise } from "../../../attention/test/helpers.ts";
import * as models from "../../src/index.ts";
import type { ModelName } from "./models.ts";

type Entry = typeof models;
type Layers = {
  [Name in keyof Entry as Name extends Capitalize<Name> ? Exclude<Name, ModelName> : never]: Entry[Name];
};

const keyMasks = { keyMask: masks.keyMask, validLens: masks.validLens };
const weights = { needWeights: is.flag(false) };

const makeLinear = is.call((into: number, out: number, bias: boolean) => new Linear(into, out, { bias }));
const layer = {
  dimFeedforward: is.size(4),
  dropout: is.share(),
  activation: is.choice("gelu"),
  layerNormEps: is.number(1e-5, 0, 1),
  normFirst: is.flag(),
};
const encoderLayer = is.optionals<models.TransformerLayerOptions>({
  ...layer,
  batchFirst: is.flag(),
  positions: is.nullable(is.thing(() => new attention.AlibiPositions(2))),
  makeLinear,
  maskFill,
});
const encoderMasks = is.optionals<models.EncoderForwardOptions>({ ...masks, bias, ...weights });
const decoderMasks = {
  ...masks,
  bias,
  ...weights,
  crossMask: masks.mask,
  crossKeyMask: masks.keyMask,
  crossValidLens: lengths,
  crossBias: bias,
};
const newEncoderLayer = (): models.TransformerEncoderLayer =>
  new models.TransformerEncoderLayer(4, 2, { dimFeedforward: 4, batchFirst: true });
const newDecoderLayer = (): models.TransformerDecoderLayer =>
  new models.TransformerDecoderLayer(4, 2, { dimFeedforward: 4, batchFirst: true });
const stack = is.optionals<models.TransformerStackOptions>({
  norm: is.nullable(is.thing(() => new LayerNorm(4))),
});

const cases: Cases<Layers> = {
  HierarchicalAttention: klass(
    models.HierarchicalAttention,
    [
      is.size(4),
      is.size(4),
      is.optionals<models.HierarchicalAttentionOptions>({ attentionSize: is.size(4) }),
    ],
    {
      forward: [
        is.ranked(is.floats(noise([2, 3, 2, 4]))),
        is.optionals<models.DocumentLengths>({
          wordLens: is.ranked(is.ints(zeros([2, 3], { dtype: "int32" }))),
          sentenceLens: lengths,
        }),
      ],
    },
  ),
  TransformerXL: klass(
    models.TransformerXL,
    [
      is.size(4),
      is.size(2),
      is.size(1),
      is.options<models.TransformerXLOptions>({
        dimFeedforward: is.optional(layer.dimFeedforward),
        dropout: is.optional(layer.dropout),
        activation: is.optional(layer.activation),
        layerNormEps: is.optional(layer.layerNormEps),
        normFirst: is.optional(layer.normFirst),
        memoryLength: is.size(2, 0),
      }),
    ],
    { forward: [is.ranked(q), is.optional(is.list([x]))] },
  ),
  TransformerXLLayer: klass(
    models.TransformerXLLayer,
    [is.size(4), is.size(2), is.optionals<models.TransformerXLLayerOptions>(layer)],
    {
      forward: [
        is.ranked(q),
        is.optional(is.nullable(is.ranked(q))),
        is.optionals<attention.WeightsOptions>(weights),
      ],
    },
  ),
  TransformerEncoderLayer: klass(
    models.TransformerEncoderLayer,
    [is.size(4), is.size(2), encoderLayer],
    { forward: [is.ranked(q), encoderMasks] },
    newEncoderLayer,
  ),
  TransformerDecoderLayer: klass(
    models.TransformerDecoderLayer,
    [is.size(4), is.size(2), encoderLayer],
    {
      forward: [
        is.ranked(q),
        is.ranked(q),
        is.optionals<models.DecoderLayerForwardOptions>({
          ...decoderMasks,
          cache: is.thing(() => new attention.KeyValueCache(1).layers[0]),
        }),
      ],
    },
    newDecoderLayer,
  ),
  TransformerEncoder: klass(models.TransformerEncoder, [is.call(newEncoderLayer), is.size(1), stack], {
    forward: [is.ranked(q), encoderMasks],
  }),
  TransformerDecoder: klass(models.TransformerDecoder, [is.call(newDecoderLayer), is.size(1), stack], {
    forward: [
      is.ranked(q),
      is.ranked(q),
      is.optionals<models.DecoderStackForwardOptions>({
        ...decoderMasks,
        cache: is.thing(() => new attention.KeyValueCache(1)),
      }),
    ],
  }),
  MemoryNetwork: klass(
    models.MemoryNetwork,
    [
      is.size(4),
      is.optionals<models.MemoryNetworkOptions>({
        hops: is.size(2),
        tying: is.choice("layerwise"),
        update: is.choice("feedForward"),
        scale,
        maxMemories: is.size(3, 0),
      }),
    ],
    {
      forward: [
        is.ranked(is.floats(noise([2, 4]))),
        is.ranked(q),
        is.optionals<models.MemoryMasks>(keyMasks),
      ],
    },
  ),
};

walk(cases);

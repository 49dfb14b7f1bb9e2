import { Linear } from "@saccade/nn";
import * as attention from "../../src/index.ts";
import { noise } from "../helpers.ts";
import * as is from "./kinds.ts";
import { backend, bias, lengths, maskFill, masks, q, scale } from "./shared.ts";
import { type Cases, klass, walk } from "./walk.ts";

type Entry = typeof attention;
type Layers = {
  [Name in keyof Entry as Name extends Capitalize<Name> ? Name : never]: Entry[Name];
};

const keyMasks = { keyMask: masks.keyMask, validLens: masks.validLens };
const forwardMasks = is.optionals<attention.MaskOptions>(masks);
const { validLens: _, ...maskOptions } = masks;
const otherMasks = is.optionals<Omit<attention.MaskOptions, "validLens">>(maskOptions);
const fill = is.optionals<attention.MaskFillOptions>({ maskFill });
const weights = { needWeights: is.flag(false) };
const vectors = is.alone(is.ranked(q));

const scored = { scores: [q, q], forward: [q, q, q, forwardMasks] };
const offset = is.optionals<attention.EncodingOffset>({ offset: is.size(1, 0) });
const span = [is.size(3, 0), is.size(3, 0), is.optional(is.size(1, 0))];

const makeLinear = is.call((into: number, out: number, bias: boolean) => new Linear(into, out, { bias }));
const keys = is.floats(noise([2, 2, 3, 2]));
const cache = (): attention.AttentionCache => {
  const made = new attention.AttentionCache();
  made.append(noise([2, 2, 3, 2]), noise([2, 2, 3, 2]));
  return made;
};

const cases: Cases<Layers> = {
  AdditiveAttention: klass(
    attention.AdditiveAttention,
    [is.size(4), is.size(4), is.size(4), is.optional(is.share()), fill],
    {
      forward: [q, q, q, is.optional(lengths), otherMasks],
      projectKeys: [
        vectors,
        is.optional(is.ints(noise([2]).gt(9).to("int32"))),
        is.optionals<Pick<attention.MaskOptions, "keyMask">>({ keyMask: masks.keyMask }),
      ],
      forwardProjected: [q, q, q, is.optional(lengths), otherMasks],
    },
  ),
  AttentionCache: klass(
    attention.AttentionCache,
    [is.optionals<attention.AttentionCacheOptions>({ capacity: is.size(4), fixed: is.flag() })],
    {
      read: [],
      append: [keys, keys],
      check: null,
      fork: [],
      select: [is.refusing(is.list([1, 0]), [], [2], [-1])],
      dispose: [],
    },
    cache,
  ),
  KeyValueCache: klass(
    attention.KeyValueCache,
    [is.size(1, 0), is.optionals<attention.KeyValueCacheOptions>({ capacity: is.size(4) })],
    { fork: [], select: [is.refusing(is.list([1, 0]), [], [2], [-1])], dispose: [] },
    () => {
      const made = new attention.KeyValueCache(1);
      made.layers[0]!.self.append(noise([2, 2, 3, 2]), noise([2, 2, 3, 2]));
      return made;
    },
  ),
  DotProductAttention: klass(attention.DotProductAttention, [is.optional(is.share()), fill], {
    forward: [
      q,
      q,
      q,
      is.optional(lengths),
      is.optionals<Omit<attention.MaskOptions & attention.WeightsOptions, "validLens">>({
        ...maskOptions,
        ...weights,
      }),
    ],
  }),
  AttentionPooling: klass(attention.AttentionPooling, [is.size(4), is.size(4)], {
    forward: [is.ranked(q), is.optionals<attention.KeyMaskOptions>(keyMasks)],
  }),
  MultiheadAttention: klass(
    attention.MultiheadAttention,
    [
      is.size(4),
      is.size(2),
      is.optionals<attention.MultiheadAttentionOptions>({
        dropout: is.share(),
        bias: is.flag(),
        kdim: is.size(4),
        vdim: is.size(4),
        batchFirst: is.flag(),
        positions: is.nullable(is.thing(() => new attention.AlibiPositions(2))),
        makeLinear,
        maskFill,
      }),
    ],
    {
      forward: [
        is.ranked(q),
        is.ranked(q),
        is.ranked(q),
        is.optionals<attention.MultiheadForwardOptions>({
          ...masks,
          ...weights,
          bias,
          averageAttnWeights: is.flag(),
          cache: is.thing(() => new attention.AttentionCache()),
        }),
      ],
    },
    () => new attention.MultiheadAttention(4, 2, { batchFirst: true }),
  ),
  NadarayaWatson: klass(attention.NadarayaWatson, [], {
    forward: [
      is.anyType(is.ranked(is.floats(noise([3])))),
      is.anyType(is.ranked(is.floats(noise([4])))),
      is.anyType(is.ranked(is.floats(noise([4])))),
    ],
  }),
  AlibiPositions: klass(attention.AlibiPositions, [is.size(2)], { forward: [...span, is.optional(backend)] }),
  LearnedPositions: klass(attention.LearnedPositions, [is.size(9), is.size(4)], { forward: [q, offset] }),
  RelativePositions: klass(
    attention.RelativePositions,
    [
      is.size(2),
      is.optionals<attention.BucketOptions>({
        numBuckets: is.size(8, 4),
        maxDistance: is.size(64),
        bidirectional: is.flag(),
      }),
    ],
    { forward: span },
  ),
  RotaryPositions: klass(
    attention.RotaryPositions,
    [
      is.size(4),
      is.optionals<attention.RotaryOptions>({
        maxLen: is.size(8),
        base: is.number(100, 1, 1e15),
        interleaved: is.flag(),
        scaling: {
          ...is.options<attention.Llama3Scaling>({
            kind: is.choice("llama3"),
            factor: is.number(2, 1, 1e6),
            lowFreqFactor: is.number(1, 0, 4),
            highFreqFactor: is.number(4, 1, 1e6),
            originalMaxLen: is.size(8),
          }),
        },
      }),
    ],
    { forward: [is.alone(q), offset] },
  ),
  PositionalEncoding: klass(
    attention.PositionalEncoding,
    [
      is.size(4),
      is.optionals<attention.PositionalEncodingOptions>({ dropout: is.share(), maxLen: is.size(8) }),
    ],
    { forward: [is.alone(q), offset] },
  ),
  CosineScoring: klass(
    attention.CosineScoring,
    [is.whole(4), is.optionals<attention.CosineScoringOptions>({ scale })],
    scored,
  ),
  GaussianScoring: klass(
    attention.GaussianScoring,
    [is.whole(4), is.optionals<attention.GaussianScoringOptions>({ bandwidth: is.positive() })],
    scored,
  ),
  LocationScoring: klass(attention.LocationScoring, [is.size(4), is.size(4)], scored),
  AdditiveScoring: klass(attention.AdditiveScoring, [is.size(4), is.size(4), is.size(4)], scored),
  ConcatScoring: klass(attention.ConcatScoring, [is.size(4), is.size(4), is.size(4)], scored),
  PerceptronScoring: klass(attention.PerceptronScoring, [is.size(4), is.size(4), is.size(4)], scored),
  BilinearScoring: klass(attention.BilinearScoring, [is.size(4), is.size(4)], scored),
  DotScoring: klass(attention.DotScoring, [is.whole(4)], scored),
  ScaledDotScoring: klass(attention.ScaledDotScoring, [is.whole(4)], scored),
  LuongAttention: klass(
    attention.LuongAttention,
    [
      is.size(4),
      is.optionals<attention.LuongAttentionOptions>(
        { score: is.choice("dot"), local: is.choice("monotonic"), halfWidth: is.size(2) },
        { local: "predictive" },
      ),
    ],
    {
      projectKeys: [vectors],
      forward: [
        is.ranked(q),
        is.ranked(q),
        q,
        is.optionals<attention.LuongForwardOptions>({ validLens: lengths, start: is.size(1, 0) }),
      ],
    },
  ),
};

walk(cases);

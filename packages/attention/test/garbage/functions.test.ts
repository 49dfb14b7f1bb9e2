import type { Tensor } from "@saccade/tensor";
import * as attention from "../../src/index.ts";
import { noise } from "../helpers.ts";
import * as is from "./kinds.ts";
import { backend, bias, lengths, lens, maskFill, masks, q, scale, x } from "./shared.ts";
import { type Cases, func, walk } from "./walk.ts";

type Entry = typeof attention;
type Functions = { [Name in keyof Entry as Name extends Uncapitalize<Name> ? Name : never]: Entry[Name] };

const keyMasks = { keyMask: masks.keyMask, validLens: masks.validLens };
const dropped = { dropout: is.share(), training: is.flag() };
const points3 = is.anyType(is.ranked(is.floats(noise([3]))));
const points4 = is.anyType(is.ranked(is.floats(noise([4]))));

const cases: Cases<Functions> = {
  attend: func(
    attention.attend,
    is.floats(noise([2, 3, 3])),
    q,
    is.optionals<attention.AttendOptions>({ ...masks, ...dropped, maskFill, bias }),
  ),
  bigBirdLayout: func(
    attention.bigBirdLayout,
    is.size(4),
    is.optionals<attention.BigBirdOptions>(
      {
        window: is.whole(3, 1, 2),
        globals: is.whole(1, 0),
        randoms: is.whole(1, 0),
        random: is.call(() => 0.5),
      },
      { random: () => 0.5, randoms: 1 },
    ),
  ),
  blockSparseAttention: func(
    attention.blockSparseAttention,
    q,
    q,
    q,
    is.options<attention.BlockSparseOptions>({
      blockSize: is.whole(3),
      layout: is.list([[true]]),
      causal: is.optional(is.flag()),
      keyMask: is.optional(keyMasks.keyMask),
      validLens: is.optional(keyMasks.validLens),
      scale: is.optional(scale),
      dropout: is.optional(is.share()),
      training: is.optional(is.flag()),
    }),
  ),
  linearAttention: func(
    attention.linearAttention,
    q,
    q,
    q,
    is.optionals<attention.LinearAttentionOptions>({
      ...keyMasks,
      causal: is.flag(),
      featureMap: is.call((one: Tensor) => one.relu()),
    }),
  ),
  slidingWindowAttention: func(
    attention.slidingWindowAttention,
    q,
    q,
    q,
    is.options<attention.SlidingWindowOptions>({
      window: is.whole(2),
      dilation: is.optional(is.size(2)),
      blockSize: is.optional(is.whole(2)),
      causal: is.optional(is.flag()),
      keyMask: is.optional(keyMasks.keyMask),
      validLens: is.optional(keyMasks.validLens),
      scale: is.optional(scale),
      dropout: is.optional(is.share()),
      training: is.optional(is.flag()),
    }),
  ),
  blockMask: func(
    attention.blockMask,
    is.size(3, 0),
    is.size(3, 0),
    is.options<attention.BlockMaskOptions>({
      blockSize: is.whole(3),
      layout: is.list([[true]]),
      causal: is.optional(is.flag()),
      backend: is.optional(backend),
    }),
  ),
  windowMask: func(
    attention.windowMask,
    is.size(3, 0),
    is.options<attention.WindowMaskOptions>({
      window: is.whole(2),
      dilation: is.optional(is.size(2)),
      causal: is.optional(is.flag()),
      backend: is.optional(backend),
    }),
  ),
  maskedSoftmax: func(
    attention.maskedSoftmax,
    q,
    is.optional(is.ints(lens)),
    is.optionals<attention.MaskFillOptions>({ maskFill }),
  ),
  causalMask: func(
    attention.causalMask,
    is.size(3, 0),
    is.optional(is.size(3, 0)),
    is.optionals<attention.CausalMaskOptions>({ offset: is.size(1, 0), backend }),
  ),
  lengthsMask: func(attention.lengthsMask, is.alone(lengths), is.size(3, 0)),
  sequenceMask: func(
    attention.sequenceMask,
    is.anyType(is.floats(x)),
    lengths,
    is.optional(is.taking(is.number(0, -1e300, 1e300), Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY)),
  ),
  averagePooling: func(attention.averagePooling, is.alone(points3), is.alone(points4)),
  leaveOneOut: func(attention.leaveOneOut, is.alone(points3), is.alone(points3)),
  nadarayaWatson: func(
    attention.nadarayaWatson,
    points3,
    points4,
    points4,
    is.optionals<attention.NadarayaWatsonOptions>({ kernel: is.choice("boxcar"), bandwidth: is.positive() }),
  ),
  alibiSlopes: func(attention.alibiSlopes, is.size(4)),
  relativePositionBucket: func(
    attention.relativePositionBucket,
    is.taking(is.whole(-3, -3), -4, 2 ** 40, -(2 ** 40)),
    is.optionals<attention.BucketOptions>({
      numBuckets: is.size(8, 4),
      maxDistance: is.size(64, 1),
      bidirectional: is.flag(),
    }),
  ),
  scaledDotProductAttention: func(
    attention.scaledDotProductAttention,
    q,
    q,
    q,
    is.optionals<attention.ScaledDotProductOptions>({
      ...masks,
      ...dropped,
      maskFill,
      bias,
      scale,
      temperature: is.positive(),
      needWeights: is.flag(false),
    }),
  ),
  positionalEncoding: func(
    attention.positionalEncoding,
    is.size(3, 0),
    is.size(4, 1),
    is.optionals<attention.EncodingPlace>({ backend }),
  ),
};

walk(cases);

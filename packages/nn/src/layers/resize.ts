// Layers that move elements between channels, positions and sizes.
import { required, size } from "@saccade/tensor/contract";
import { type FoldOptions, folding, unfolding } from "../functional/fold.ts";
import { type InterpolateOptions, interpolateRules, resized, scaleRules } from "../functional/interpolate.ts";
import { channelsFromPixels, channelsInTurn, pixelsFromChannels } from "../functional/shuffle.ts";
import { asInterpolation, type ScaleOptions } from "../functional/upsample.ts";
import type { Pair } from "../functional/windows.ts";
import { layerOf } from "../operation.ts";

/**
 * The windows of images, each as a column (im2col): (N, C, H, W) → (N, C · KH · KW, OH · OW); the batch dim may be absent.
 *
 * @example new Unfold(2).forward(randn([1, 3, 4, 4])).shape // [1, 12, 9]
 */
export class Unfold extends /* @__PURE__ */ layerOf("Unfold", unfolding) {
  constructor(kernelSize: number | Pair, options?: FoldOptions) {
    super(kernelSize, options);
  }
}

/**
 * Adds up windows where they overlap, each given as a column (col2im): (N, C · KH · KW, OH · OW) → (N, C, H, W), the adjoint of
 * `Unfold`; the batch dim may be absent.
 *
 * @example new Fold(4, 2).forward(randn([1, 12, 9])).shape // [1, 3, 4, 4]
 */
export class Fold extends /* @__PURE__ */ layerOf("Fold", folding) {
  constructor(outputSize: number | Pair, kernelSize: number | Pair, options?: FoldOptions) {
    super(outputSize, kernelSize, options);
  }
}

/** Options of {@link Upsample}. */
export interface UpsampleLayerOptions extends Omit<InterpolateOptions, "antialias"> {}

/**
 * Makes sequences, images or volumes (N, C, …) larger or smaller, as `functional.interpolate`.
 *
 * @example new Upsample({ scaleFactor: 2 }).forward(tensor([[[1, 2]]])) // tensor([[[1, 1, 2, 2]]])
 */
export class Upsample extends /* @__PURE__ */ layerOf("Upsample", () => {
  const { antialias: _, ...options } = interpolateRules;
  return {
    x: "(n, c, l) | (n, c, h, w) | (n, c, d, h, w)",
    options,
    example: '{ scaleFactor: 2, mode: "bilinear" }',
    prepare: (what, settings) => ({ run: (x) => resized(what, x, { ...settings, antialias: false }) }),
  };
}) {
  constructor(options: UpsampleLayerOptions) {
    super(options);
  }
}

/**
 * Makes images (N, C, H, W) larger or smaller: elements are repeated.
 *
 * @example new UpsamplingNearest2d({ scaleFactor: 2 }).forward(ones([1, 1, 2, 2])).shape // [1, 1, 4, 4]
 */
export class UpsamplingNearest2d extends /* @__PURE__ */ layerOf("UpsamplingNearest2d", () => ({
  x: "(n, c, h, w)",
  options: scaleRules,
  example: "{ scaleFactor: 2 }",
  prepare(what, scale) {
    const settings = asInterpolation({ ...scale, mode: "nearest", alignCorners: null });
    return { run: (x) => resized(what, x, settings) };
  },
})) {
  constructor(options: ScaleOptions) {
    super(options);
  }
}

/**
 * Makes images (N, C, H, W) larger or smaller by bilinear interpolation, where the centers of the corner elements lie on
 * each other.
 *
 * @example new UpsamplingBilinear2d({ size: [1, 3] }).forward(tensor([[[[1, 3]]]])) // tensor([[[[1, 2, 3]]]])
 */
export class UpsamplingBilinear2d extends /* @__PURE__ */ layerOf("UpsamplingBilinear2d", () => ({
  x: "(n, c, h, w)",
  dtype: "float",
  options: scaleRules,
  example: "{ scaleFactor: 2 }",
  prepare(what, scale) {
    const settings = asInterpolation({ ...scale, mode: "bilinear", alignCorners: true });
    return { run: (x) => resized(what, x, settings) };
  },
})) {
  constructor(options: ScaleOptions) {
    super(options);
  }
}

/**
 * Makes an image r times as large from r² channels (Shi et al. 2016): (…, C · r², H, W) → (…, C, H · r, W · r).
 *
 * @example new PixelShuffle(2).forward(randn([1, 8, 3, 3])).shape // [1, 2, 6, 6]
 */
export class PixelShuffle extends /* @__PURE__ */ layerOf("PixelShuffle", () => ({
  x: "(…, c, h, w)",
  positional: { upscaleFactor: required(size()) },
  example: "2",
  prepare: (what, { upscaleFactor }) => ({
    run: (x) => pixelsFromChannels(what, x, upscaleFactor),
    fields: {
      /** r. */
      upscaleFactor,
    },
  }),
})) {
  constructor(upscaleFactor: number) {
    super(upscaleFactor);
  }
}

/**
 * Makes r² channels from an image, r times as small: (…, C, H · r, W · r) → (…, C · r², H, W), the inverse of `PixelShuffle`.
 *
 * @example new PixelUnshuffle(2).forward(randn([1, 2, 6, 6])).shape // [1, 8, 3, 3]
 */
export class PixelUnshuffle extends /* @__PURE__ */ layerOf("PixelUnshuffle", () => ({
  x: "(…, c, h, w)",
  positional: { downscaleFactor: required(size()) },
  example: "2",
  prepare: (what, { downscaleFactor }) => ({
    run: (x) => channelsFromPixels(what, x, downscaleFactor),
    fields: {
      /** r. */
      downscaleFactor,
    },
  }),
})) {
  constructor(downscaleFactor: number) {
    super(downscaleFactor);
  }
}

/**
 * Splits the channels into groups and takes one of each group in turn (Zhang et al. 2018): (N, C, …) → (N, C, …).
 *
 * @example new ChannelShuffle(2).forward(tensor([[[1], [2], [3], [4]]])) // tensor([[[1], [3], [2], [4]]])
 */
export class ChannelShuffle extends /* @__PURE__ */ layerOf("ChannelShuffle", () => ({
  x: "(…, n, c, l)",
  positional: { groups: required(size()) },
  example: "2",
  prepare: (what, { groups }) => ({
    run: (x) => channelsInTurn(what, x, groups),
    fields: {
      /** How many groups there are. */
      groups,
    },
  }),
})) {
  constructor(groups: number) {
    super(groups);
  }
}

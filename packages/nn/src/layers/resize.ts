// Layers that move elements between channels, positions and sizes.
import type { Tensor } from "@saccade/tensor";
import { required, signature, size, tensors } from "@saccade/tensor/contract";
import { columnsOf, type FoldOptions, type FoldSettings, foldRules, imagesOf } from "../functional/fold.ts";
import {
  type InterpolateOptions,
  type InterpolateSettings,
  interpolateRules,
  resized,
  scaleRules,
} from "../functional/interpolate.ts";
import { channelsFromPixels, channelsInTurn, pixelsFromChannels } from "../functional/shuffle.ts";
import { asInterpolation, type ScaleOptions } from "../functional/upsample.ts";
import { type Pair, plane } from "../functional/windows.ts";
import { layerCall } from "../rules.ts";
import { DeclaredLayer } from "./declared-layer.ts";

const makeUnfold = /* @__PURE__ */ layerCall("Unfold", { kernelSize: required(plane.of(1)) }, foldRules, {
  example: "new Unfold(3, { padding: 1 })",
});
const unfoldInputs = /* @__PURE__ */ tensors("Unfold.forward", "x (n, c, h, w) | (c, h, w)");

/**
 * The windows of images, each as a column (im2col): (N, C, H, W) → (N, C · KH · KW, OH · OW); the batch dim may be absent.
 *
 * @example new Unfold(2).forward(randn([1, 3, 4, 4])).shape // [1, 12, 9]
 */
export class Unfold extends DeclaredLayer {
  readonly #settings: FoldSettings;

  constructor(kernelSize: number | Pair, options?: FoldOptions) {
    const settings = makeUnfold([kernelSize, options]);
    super(unfoldInputs, settings);
    this.#settings = settings;
  }

  /** @throws ShapeError if no window fits. */
  override forward(x: Tensor): Tensor {
    this.checkInputs([x]);
    return columnsOf("Unfold", x, this.#settings);
  }
}

const makeFold = /* @__PURE__ */ layerCall(
  "Fold",
  { outputSize: required(plane.of(1)), kernelSize: required(plane.of(1)) },
  foldRules,
  { example: "new Fold([4, 5], 3, { padding: 1 })" },
);
const foldInputs = /* @__PURE__ */ tensors(
  "Fold.forward",
  "x float (n, columns, positions) | (columns, positions)",
);

/**
 * Adds up windows where they overlap, each given as a column (col2im): (N, C · KH · KW, OH · OW) → (N, C, H, W), the adjoint of
 * `Unfold`; the batch dim may be absent.
 *
 * @example new Fold(4, 2).forward(randn([1, 12, 9])).shape // [1, 3, 4, 4]
 */
export class Fold extends DeclaredLayer {
  readonly #outputSize: number | Pair;
  readonly #settings: FoldSettings;

  constructor(outputSize: number | Pair, kernelSize: number | Pair, options?: FoldOptions) {
    const settings = makeFold([outputSize, kernelSize, options]);
    super(foldInputs, settings);
    this.#outputSize = outputSize;
    this.#settings = settings;
  }

  /** @throws ShapeError unless x has a column of a whole number of channels for each window. */
  override forward(x: Tensor): Tensor {
    this.checkInputs([x]);
    return imagesOf("Fold", x, this.#outputSize, this.#settings);
  }
}

const { antialias: _, ...upsampleRules } = interpolateRules;
const makeUpsample = /* @__PURE__ */ layerCall("Upsample", {}, upsampleRules, {
  example: 'new Upsample({ scaleFactor: 2, mode: "bilinear" })',
});
const anySizes = "x (n, c, l) | (n, c, h, w) | (n, c, d, h, w)";
const upsampleInputs = /* @__PURE__ */ tensors("Upsample.forward", anySizes);

/** Options of {@link Upsample}. */
export interface UpsampleLayerOptions extends Omit<InterpolateOptions, "antialias"> {}

/**
 * Makes sequences, images or volumes (N, C, …) larger or smaller, as `functional.interpolate`.
 *
 * @example new Upsample({ scaleFactor: 2 }).forward(tensor([[[1, 2]]])) // tensor([[[1, 1, 2, 2]]])
 */
export class Upsample extends DeclaredLayer {
  readonly #settings: InterpolateSettings;

  constructor(options: UpsampleLayerOptions) {
    const settings = makeUpsample([options]);
    super(upsampleInputs, settings);
    this.#settings = { ...settings, antialias: false };
  }

  /** @throws ShapeError for a mode of other dims, and unless one of size and scaleFactor is given. */
  override forward(x: Tensor): Tensor {
    this.checkInputs([x]);
    return resized("Upsample", x, this.#settings);
  }
}

const makeNearest = /* @__PURE__ */ layerCall("UpsamplingNearest2d", {}, scaleRules, {
  example: "new UpsamplingNearest2d({ scaleFactor: 2 })",
});
const nearestInputs = /* @__PURE__ */ tensors("UpsamplingNearest2d.forward", "x (n, c, h, w)");

/**
 * Makes images (N, C, H, W) larger or smaller: elements are repeated.
 *
 * @example new UpsamplingNearest2d({ scaleFactor: 2 }).forward(ones([1, 1, 2, 2])).shape // [1, 1, 4, 4]
 */
export class UpsamplingNearest2d extends DeclaredLayer {
  readonly #settings: InterpolateSettings;

  constructor(options: ScaleOptions) {
    const scale = makeNearest([options]);
    super(nearestInputs, scale);
    this.#settings = asInterpolation({ ...scale, mode: "nearest", alignCorners: null });
  }

  /** @throws ShapeError unless one of size and scaleFactor is given. */
  override forward(x: Tensor): Tensor {
    this.checkInputs([x]);
    return resized("UpsamplingNearest2d", x, this.#settings);
  }
}

const makeBilinear = /* @__PURE__ */ layerCall("UpsamplingBilinear2d", {}, scaleRules, {
  example: "new UpsamplingBilinear2d({ scaleFactor: 2 })",
});
const bilinearInputs = /* @__PURE__ */ tensors("UpsamplingBilinear2d.forward", "x float (n, c, h, w)");

/**
 * Makes images (N, C, H, W) larger or smaller by bilinear interpolation, where the centers of the corner elements lie on
 * each other.
 *
 * @example new UpsamplingBilinear2d({ size: [1, 3] }).forward(tensor([[[[1, 3]]]])) // tensor([[[[1, 2, 3]]]])
 */
export class UpsamplingBilinear2d extends DeclaredLayer {
  readonly #settings: InterpolateSettings;

  constructor(options: ScaleOptions) {
    const scale = makeBilinear([options]);
    super(bilinearInputs, scale);
    this.#settings = asInterpolation({ ...scale, mode: "bilinear", alignCorners: true });
  }

  /** @throws ShapeError unless one of size and scaleFactor is given. */
  override forward(x: Tensor): Tensor {
    this.checkInputs([x]);
    return resized("UpsamplingBilinear2d", x, this.#settings);
  }
}

const makePixelShuffle = /* @__PURE__ */ signature(
  "PixelShuffle",
  { upscaleFactor: required(size()) },
  "new PixelShuffle(2)",
);
const pixelShuffleInputs = /* @__PURE__ */ tensors("PixelShuffle.forward", "x (…, c, h, w)");

/**
 * Makes an image r times as large from r² channels (Shi et al. 2016): (…, C · r², H, W) → (…, C, H · r, W · r).
 *
 * @example new PixelShuffle(2).forward(randn([1, 8, 3, 3])).shape // [1, 2, 6, 6]
 */
export class PixelShuffle extends DeclaredLayer {
  /** r. */
  readonly upscaleFactor: number;

  constructor(upscaleFactor: number) {
    makePixelShuffle([upscaleFactor]);
    super(pixelShuffleInputs, { upscaleFactor });
    this.upscaleFactor = upscaleFactor;
  }

  /** @throws ShapeError unless r² divides the channels. */
  override forward(x: Tensor): Tensor {
    this.checkInputs([x]);
    return pixelsFromChannels("PixelShuffle", x, this.upscaleFactor);
  }
}

const makePixelUnshuffle = /* @__PURE__ */ signature(
  "PixelUnshuffle",
  { downscaleFactor: required(size()) },
  "new PixelUnshuffle(2)",
);
const pixelUnshuffleInputs = /* @__PURE__ */ tensors("PixelUnshuffle.forward", "x (…, c, h, w)");

/**
 * Makes r² channels from an image, r times as small: (…, C, H · r, W · r) → (…, C · r², H, W), the inverse of `PixelShuffle`.
 *
 * @example new PixelUnshuffle(2).forward(randn([1, 2, 6, 6])).shape // [1, 8, 3, 3]
 */
export class PixelUnshuffle extends DeclaredLayer {
  /** r. */
  readonly downscaleFactor: number;

  constructor(downscaleFactor: number) {
    makePixelUnshuffle([downscaleFactor]);
    super(pixelUnshuffleInputs, { downscaleFactor });
    this.downscaleFactor = downscaleFactor;
  }

  /** @throws ShapeError unless r divides the rows and columns. */
  override forward(x: Tensor): Tensor {
    this.checkInputs([x]);
    return channelsFromPixels("PixelUnshuffle", x, this.downscaleFactor);
  }
}

const makeChannelShuffle = /* @__PURE__ */ signature(
  "ChannelShuffle",
  { groups: required(size()) },
  "new ChannelShuffle(2)",
);
const channelShuffleInputs = /* @__PURE__ */ tensors("ChannelShuffle.forward", "x (…, n, c, l)");

/**
 * Splits the channels into groups and takes one of each group in turn (Zhang et al. 2018): (N, C, …) → (N, C, …).
 *
 * @example new ChannelShuffle(2).forward(tensor([[[1], [2], [3], [4]]])) // tensor([[[1], [3], [2], [4]]])
 */
export class ChannelShuffle extends DeclaredLayer {
  /** How many groups there are. */
  readonly groups: number;

  constructor(groups: number) {
    makeChannelShuffle([groups]);
    super(channelShuffleInputs, { groups });
    this.groups = groups;
  }

  /** @throws ShapeError unless groups divides the channels. */
  override forward(x: Tensor): Tensor {
    this.checkInputs([x]);
    return channelsInTurn("ChannelShuffle", x, this.groups);
  }
}

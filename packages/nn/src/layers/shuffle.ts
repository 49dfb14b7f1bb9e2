// Permutations that move elements between channels and positions: functions and layers.
import { ShapeError, type Tensor } from "@saccade/tensor";
import { required, size } from "@saccade/tensor/contract";
import { functionOf, layerOf, type OperationLayer } from "../operation.ts";

/** A move by a factor, whose field has its name. Layers check the dims x; `dims` is what functions say. */
const moving = <Name extends string>(
  x: string,
  dims: string,
  name: Name,
  run: (what: string, x: Tensor, factor: number) => Tensor,
) => ({
  x,
  positional: { [name]: required(size()) },
  example: "2",
  prepare: (what: string, fields: { readonly [name in Name]: number }) => ({
    fields,
    run(x: Tensor) {
      if (x.ndim < 3) throw new ShapeError(`${what}: x ${x.describe()} must have at least 3 dims, ${dims}.`);
      return run(what, x, fields[name]);
    },
  }),
});
const anyDims = { x: "(…)" };

const shuffling = () =>
  moving("(…, c, h, w)", "(…, channels, rows, columns)", "upscaleFactor", (what, x, r) => {
    const [channels, height, width] = x.shape.slice(-3) as [number, number, number];
    if (channels % r ** 2 !== 0)
      throw new ShapeError(
        `${what}: the ${channels} channels of x ${x.describe()} must be divisible by upscaleFactor² = ${r ** 2}.`,
      );
    const [lead, c] = [x.shape.slice(0, -3), channels / r ** 2];
    const parts = x.reshape([...lead, c, r, r, height, width]);
    const at = (dim: number): number => lead.length + dim;
    const order = [...lead.keys(), at(0), at(3), at(1), at(4), at(2)]; // (…, C, H, r, W, r)
    return parts.permute(order).reshape([...lead, c, height * r, width * r]);
  });

const unshuffling = () =>
  moving("(…, c, h, w)", "(…, channels, rows, columns)", "downscaleFactor", (what, x, r) => {
    const [channels, height, width] = x.shape.slice(-3) as [number, number, number];
    if (height % r !== 0 || width % r !== 0)
      throw new ShapeError(
        `${what}: the rows and columns of x ${x.describe()} must be divisible by downscaleFactor ${r}.`,
      );
    const lead = x.shape.slice(0, -3);
    const parts = x.reshape([...lead, channels, height / r, r, width / r, r]);
    const at = (dim: number): number => lead.length + dim;
    const order = [...lead.keys(), at(0), at(2), at(4), at(1), at(3)]; // (…, C, r, r, H, W)
    return parts.permute(order).reshape([...lead, channels * r ** 2, height / r, width / r]);
  });

const taking = () =>
  moving("(…, n, c, l)", "(N, C, …)", "groups", (what, x, groups) => {
    const [n, channels, ...rest] = x.shape as [number, number, ...number[]];
    if (channels % groups !== 0)
      throw new ShapeError(
        `${what}: the ${channels} channels of x ${x.describe()} must be divisible by groups ${groups}.`,
      );
    return x
      .reshape([n, groups, channels / groups, ...rest])
      .transpose(1, 2)
      .reshape(x.shape);
  });

/**
 * Makes an image r times as large from r² channels (Shi et al. 2016): x (…, C · r², H, W) → (…, C, H · r, W · r).
 *
 * @throws ShapeError unless r² divides the channels.
 * @example functional.pixelShuffle(tensor([[[[1]], [[2]], [[3]], [[4]]]]), 2) // tensor([[[[1, 2], [3, 4]]]])
 */
export const pixelShuffle = /* @__PURE__ */ functionOf<[upscaleFactor: number]>("pixelShuffle", () => ({
  ...shuffling(),
  ...anyDims,
}));

/**
 * Makes r² channels from an image, r times as small: x (…, C, H · r, W · r) → (…, C · r², H, W), the inverse of
 * {@link pixelShuffle}.
 *
 * @throws ShapeError unless r divides the rows and columns.
 * @example functional.pixelUnshuffle(tensor([[[[1, 2], [3, 4]]]]), 2).flatten() // tensor([1, 2, 3, 4])
 */
export const pixelUnshuffle = /* @__PURE__ */ functionOf<[downscaleFactor: number]>("pixelUnshuffle", () => ({
  ...unshuffling(),
  ...anyDims,
}));

/**
 * Splits the channels into groups and takes one of each group in turn (Zhang et al. 2018): x (N, C, …) → (N, C, …).
 *
 * @throws ShapeError unless groups divides the channels.
 * @example functional.channelShuffle(tensor([[[1], [2], [3], [4]]]), 2) // tensor([[[1], [3], [2], [4]]])
 */
export const channelShuffle = /* @__PURE__ */ functionOf<[groups: number]>("channelShuffle", () => ({
  ...taking(),
  ...anyDims,
}));

interface Upscaled extends OperationLayer {
  /** r. */
  readonly upscaleFactor: number;
}

/**
 * Makes an image r times as large from r² channels (Shi et al. 2016): (…, C · r², H, W) → (…, C, H · r, W · r).
 *
 * @example new PixelShuffle(2).forward(randn([1, 8, 3, 3])).shape // [1, 2, 6, 6]
 */
export class PixelShuffle extends /* @__PURE__ */ layerOf<[upscaleFactor: number], Upscaled>(
  "PixelShuffle",
  shuffling,
) {}

interface Downscaled extends OperationLayer {
  /** r. */
  readonly downscaleFactor: number;
}

/**
 * Makes r² channels from an image, r times as small: (…, C, H · r, W · r) → (…, C · r², H, W), the inverse of `PixelShuffle`.
 *
 * @example new PixelUnshuffle(2).forward(randn([1, 2, 6, 6])).shape // [1, 8, 3, 3]
 */
export class PixelUnshuffle extends /* @__PURE__ */ layerOf<[downscaleFactor: number], Downscaled>(
  "PixelUnshuffle",
  unshuffling,
) {}

interface Grouped extends OperationLayer {
  /** How many groups there are. */
  readonly groups: number;
}

/**
 * Splits the channels into groups and takes one of each group in turn (Zhang et al. 2018): (N, C, …) → (N, C, …).
 *
 * @example new ChannelShuffle(2).forward(tensor([[[1], [2], [3], [4]]])) // tensor([[[1], [3], [2], [4]]])
 */
export class ChannelShuffle extends /* @__PURE__ */ layerOf<[groups: number], Grouped>(
  "ChannelShuffle",
  taking,
) {}

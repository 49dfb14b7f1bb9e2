// Permutations that move elements between channels and positions.
import { ShapeError, type Tensor } from "@saccade/tensor";
import { required, signature, size, tensorRule } from "@saccade/tensor/contract";

const x = /* @__PURE__ */ required(tensorRule());
const pixelShuffleCall = /* @__PURE__ */ signature(
  "pixelShuffle",
  { x, upscaleFactor: required(size()) },
  "pixelShuffle(x, 2)",
);
const pixelUnshuffleCall = /* @__PURE__ */ signature(
  "pixelUnshuffle",
  { x, downscaleFactor: required(size()) },
  "pixelUnshuffle(x, 2)",
);
const channelShuffleCall = /* @__PURE__ */ signature(
  "channelShuffle",
  { x, groups: required(size()) },
  "channelShuffle(x, 2)",
);

/**
 * Makes an image r times as large from r² channels (Shi et al. 2016): x (…, C · r², H, W) → (…, C, H · r, W · r).
 *
 * @throws ShapeError unless r² divides the channels.
 * @example functional.pixelShuffle(tensor([[[[1]], [[2]], [[3]], [[4]]]]), 2) // tensor([[[[1, 2], [3, 4]]]])
 */
export function pixelShuffle(x: Tensor, upscaleFactor: number): Tensor {
  pixelShuffleCall([x, upscaleFactor]);
  return pixelsFromChannels("pixelShuffle", x, upscaleFactor);
}

/** {@link pixelShuffle} of checked settings. */
export function pixelsFromChannels(what: string, x: Tensor, r: number): Tensor {
  const [channels, height, width] = sizesOf(what, x);
  if (channels % r ** 2 !== 0)
    throw new ShapeError(
      `${what}: the ${channels} channels of x ${x.describe()} must be divisible by upscaleFactor² = ${r ** 2}.`,
    );
  const [lead, c] = [x.shape.slice(0, -3), channels / r ** 2];
  const parts = x.reshape([...lead, c, r, r, height, width]);
  const at = (dim: number): number => lead.length + dim;
  const order = [...lead.keys(), at(0), at(3), at(1), at(4), at(2)]; // (…, C, H, r, W, r)
  return parts.permute(order).reshape([...lead, c, height * r, width * r]);
}

/**
 * Makes r² channels from an image, r times as small: x (…, C, H · r, W · r) → (…, C · r², H, W), the inverse of
 * {@link pixelShuffle}.
 *
 * @throws ShapeError unless r divides the rows and columns.
 * @example functional.pixelUnshuffle(tensor([[[[1, 2], [3, 4]]]]), 2).flatten() // tensor([1, 2, 3, 4])
 */
export function pixelUnshuffle(x: Tensor, downscaleFactor: number): Tensor {
  pixelUnshuffleCall([x, downscaleFactor]);
  return channelsFromPixels("pixelUnshuffle", x, downscaleFactor);
}

/** {@link pixelUnshuffle} of checked settings. */
export function channelsFromPixels(what: string, x: Tensor, r: number): Tensor {
  const [channels, height, width] = sizesOf(what, x);
  if (height % r !== 0 || width % r !== 0)
    throw new ShapeError(
      `${what}: the rows and columns of x ${x.describe()} must be divisible by downscaleFactor ${r}.`,
    );
  const lead = x.shape.slice(0, -3);
  const parts = x.reshape([...lead, channels, height / r, r, width / r, r]);
  const at = (dim: number): number => lead.length + dim;
  const order = [...lead.keys(), at(0), at(2), at(4), at(1), at(3)]; // (…, C, r, r, H, W)
  return parts.permute(order).reshape([...lead, channels * r ** 2, height / r, width / r]);
}

function sizesOf(what: string, x: Tensor): readonly [channels: number, height: number, width: number] {
  if (x.ndim < 3)
    throw new ShapeError(
      `${what}: x ${x.describe()} must have at least 3 dims, (…, channels, rows, columns).`,
    );
  return [x.size(-3), x.size(-2), x.size(-1)];
}

/**
 * Splits the channels into groups and takes one of each group in turn (Zhang et al. 2018): x (N, C, …) → (N, C, …).
 *
 * @throws ShapeError unless groups divides the channels.
 * @example functional.channelShuffle(tensor([[[1], [2], [3], [4]]]), 2) // tensor([[[1], [3], [2], [4]]])
 */
export function channelShuffle(x: Tensor, groups: number): Tensor {
  channelShuffleCall([x, groups]);
  return channelsInTurn("channelShuffle", x, groups);
}

/** {@link channelShuffle} of checked settings. */
export function channelsInTurn(what: string, x: Tensor, groups: number): Tensor {
  if (x.ndim < 3) throw new ShapeError(`${what}: x ${x.describe()} must have at least 3 dims, (N, C, …).`);
  const [n, channels, ...rest] = x.shape as [number, number, ...number[]];
  if (channels % groups !== 0)
    throw new ShapeError(
      `${what}: the ${channels} channels of x ${x.describe()} must be divisible by groups ${groups}.`,
    );
  return x
    .reshape([n, groups, channels / groups, ...rest])
    .transpose(1, 2)
    .reshape(x.shape);
}

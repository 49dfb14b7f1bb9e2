// The norms under PyTorch's internal names, which also give the statistics.
import { type Shape, type Tensor, zeros } from "@saccade/tensor";
import { checkSameBackend, within } from "@saccade/tensor/backend";
import { listOf, required, size } from "@saccade/tensor/contract";
import { declare } from "../declare.ts";
import { type BatchNormFunctionOptions, batchNormCall, normalizeBatch } from "../layers/batch-norm.ts";
import { checkChannels, checkMomentum } from "../layers/channel-norm.ts";
import { type GroupNormFunctionOptions, groupNormCall, normalizeGroups } from "../layers/group-norm.ts";
import { layerNorm } from "../layers/layer-norm.ts";

/** A norm's output and statistics. */
export interface NativeNorm {
  /** The normalized tensor, in x's shape. */
  readonly output: Tensor;
  /** The mean of each group of elements that is normalized together. */
  readonly mean: Tensor;
  /** 1 / √(variance + eps). */
  readonly rstd: Tensor;
}

/** The output of `nativeBatchNorm`, and the statistics of the batch. */
export interface NativeBatchNorm {
  /** The normalized tensor, in x's shape. */
  readonly output: Tensor;
  /** The mean of each channel (c); without `training`, of no elements. */
  readonly saveMean: Tensor;
  /** 1 / √(variance + eps) of each channel (c); without `training`, of no elements. */
  readonly saveInvstd: Tensor;
}

function statistics(x: Tensor, dims: readonly number[], eps: number): { mean: Tensor; rstd: Tensor } {
  const mean = x.mean(dims, { keepdim: true });
  const variance = x.sub(mean).square().mean(dims, { keepdim: true });
  return { mean, rstd: variance.add(eps).rsqrt() };
}

const batchCall = /* @__PURE__ */ declare(
  "nativeBatchNorm(x, weight, bias, runningMean, runningVar, { training: true })",
  () => {
    const { tensors, options } = batchNormCall.parts();
    const { runningMean, runningVar, ...affine } = tensors!;
    return { tensors: { ...affine, runningMean: runningMean!, runningVar: runningVar! }, options: options! };
  },
);
const layerOf = /* @__PURE__ */ declare("nativeLayerNorm(x, [8], weight, bias)", () => {
  const { positional, options } = groupNormCall.parts();
  const { x, weight, bias } = positional!;
  return { positional: { x, normalizedShape: required(listOf(size())), weight, bias }, options: options! };
});
const groupOf = /* @__PURE__ */ declare("nativeGroupNorm(x, 2, weight, bias)", () => {
  const { positional, options } = groupNormCall.parts();
  return { positional: positional!, options: options! };
});

/** Options of `functional.nativeBatchNorm`. */
export interface NativeBatchNormOptions extends BatchNormFunctionOptions {}
/** Options of `functional.nativeLayerNorm` and `functional.nativeGroupNorm`. */
export interface NativeNormOptions extends GroupNormFunctionOptions {}

/**
 * `batchNorm` that also gives the statistics of the batch, which have no gradient, as in PyTorch.
 *
 * @throws ShapeError, ArgumentError, BackendError as `batchNorm` does.
 * @example functional.nativeBatchNorm(tensor([[1], [3]]), null, null, null, null, { training: true }).saveMean // tensor([2])
 */
export function nativeBatchNorm(
  x: Tensor,
  weight: Tensor | null = null,
  bias: Tensor | null = null,
  runningMean: Tensor | null = null,
  runningVar: Tensor | null = null,
  options?: NativeBatchNormOptions,
): NativeBatchNorm {
  const settings = batchCall([x, weight, bias, runningMean, runningVar, options]);
  const given = { x, runningMean, runningVar, weight, bias };
  const running = checkChannels("nativeBatchNorm", given, settings.training);
  if (settings.training) checkMomentum("nativeBatchNorm", settings.momentum, running);
  const output = normalizeBatch("nativeBatchNorm", x, running, { ...settings, weight, bias });
  if (!settings.training) {
    const { dtype, backend } = x;
    const none = zeros([0], { dtype, backend });
    return { output, saveMean: none, saveInvstd: none };
  }
  const dims = x.shape.map((_, dim) => dim).filter((dim) => dim !== 1);
  const { mean, rstd } = statistics(x.detach(), dims, settings.eps);
  return { output, saveMean: mean.flatten(), saveInvstd: rstd.flatten() };
}

/**
 * `layerNorm` that also gives the mean and 1 / √(variance + eps), with sizes of 1 in the place of `normalizedShape`.
 *
 * @throws ShapeError, DTypeError as `layerNorm` does.
 * @example functional.nativeLayerNorm(tensor([[1, 3]]), [2]).mean // tensor([[2]])
 */
export function nativeLayerNorm(
  x: Tensor,
  normalizedShape: Shape,
  weight: Tensor | null = null,
  bias: Tensor | null = null,
  options?: NativeNormOptions,
): NativeNorm {
  const { eps } = layerOf([x, normalizedShape, weight, bias, options]);
  const given = [x, weight, bias];
  checkSameBackend(
    "nativeLayerNorm",
    given.filter((one) => one !== null),
  );
  const output = within("nativeLayerNorm", () => layerNorm(x, normalizedShape, weight, bias, eps));
  const dims = normalizedShape.map((_, i) => -1 - i);
  return { output, ...statistics(x, dims, eps) };
}

/**
 * `groupNorm` that also gives the mean and 1 / √(variance + eps) of each group: (n, numGroups).
 *
 * @throws ShapeError as `groupNorm` does.
 * @example functional.nativeGroupNorm(tensor([[1, 3]]), 1).mean // tensor([[2]])
 */
export function nativeGroupNorm(
  x: Tensor,
  numGroups: number,
  weight: Tensor | null = null,
  bias: Tensor | null = null,
  options?: NativeNormOptions,
): NativeNorm {
  const { eps } = groupOf([x, numGroups, weight, bias, options]);
  checkChannels("nativeGroupNorm", { x, weight, bias }, true);
  const output = normalizeGroups("nativeGroupNorm", x, numGroups, { weight, bias, eps });
  const n = x.size(0);
  const rows = x.reshape([n, numGroups, x.numel / Math.max(1, n * numGroups)]);
  const { mean, rstd } = statistics(rows, [2], eps);
  return { output, mean: mean.squeeze(2), rstd: rstd.squeeze(2) };
}

import { DTypeError, scope, type Tensor, zeros } from "@saccade/tensor";
import {
  badArgument,
  checkOptions,
  checkRange,
  checkSameBackend,
  fresh,
  isFloat,
  optionNames,
  refuseExtra,
} from "@saccade/tensor/backend";
import * as fused from "@saccade/tensor/fused";
import { checkGradients, type Gradients, mapGradients, presentGradients } from "./gradients.ts";

/** Options of {@link clipGradNorm}. */
export interface ClipGradNormOptions {
  /** p of the p-norm, 1 or more; Infinity for the largest magnitude. Default 2. */
  readonly normType?: number;
  /**
   * Added to the norm before dividing. Default 1e-6, PyTorch's. With 0, gradients are unchanged up to maxNorm and
   * scaled by exactly maxNorm / norm above it, as in "Dive into Deep Learning".
   */
  readonly eps?: number;
}

const clipExample = "clipGradNorm(grads, 1, { normType: 2 })";
const clipOptions = optionNames<ClipGradNormOptions>(
  "clipGradNorm",
  { normType: true, eps: true },
  clipExample,
);
const settingOptions = optionNames<ClipGradNormOptions & { maxNorm: number }>(
  "clipGradNorm",
  { maxNorm: true, normType: true, eps: true },
  "{ clipGradNorm: { maxNorm: 1 } }",
);

/** The result of {@link clipGradNorm}. */
export interface ClippedGradients<G extends Gradients> {
  /** The new gradients, in the same form. */
  readonly grads: G;
  /** The total norm of all gradients before clipping: a scalar. */
  readonly norm: Tensor;
}

/**
 * Scales gradients by min(1, maxNorm / (norm + eps)), so that their total norm is at most about `maxNorm`. Returns new
 * gradients in the same form, without reading values back. If `maxNorm` is a function, every replay of a compiled step
 * calls it again. Pascanu et al. 2013, "On the difficulty of training recurrent neural networks".
 *
 * @throws ArgumentError unless maxNorm is above 0, for an eps below 0, a normType below 1, an unknown option, or gradients that are not
 * tensors.
 * @example clipGradNorm([tensor([3, 4])], 1) // { grads: [tensor([0.6000, 0.8000])], norm: tensor(5) }
 */
export function clipGradNorm<G extends Gradients>(
  grads: G,
  maxNorm: number | (() => number),
  options: ClipGradNormOptions = {},
): ClippedGradients<G> {
  refuseExtra(clipOptions, arguments, 3);
  checkGradients("clipGradNorm", grads);
  checkFloats("clipGradNorm", presentGradients(grads));
  if (typeof maxNorm !== "number" && typeof maxNorm !== "function")
    throw badArgument("clipGradNorm", "maxNorm", "a number above 0", maxNorm, `write ${clipExample}`);
  checkOptions(clipOptions, options);
  const most = typeof maxNorm === "function" ? maxNorm : () => maxNorm;
  return scope(() => {
    const { norm, factor } = clipping(grads, most, options);
    return { grads: mapGradients(grads, (grad) => grad.mul(factor.to(grad.dtype))), norm };
  });
}

function checkFloats(what: string, grads: readonly Tensor[]): void {
  const other = grads.find(({ dtype }) => !isFloat(dtype));
  if (other !== undefined)
    throw new DTypeError(`${what}: a gradient is ${other.describe()}, expected floats.`);
  if (grads.length > 0) checkSameBackend(what, grads);
}

/** The total norm of all gradients and the clipping factor: scalars, not read back. */
export function clipping(
  grads: Gradients,
  maxNorm: () => number,
  { normType = 2, eps = 1e-6 }: ClipGradNormOptions,
): { readonly norm: Tensor; readonly factor: Tensor } {
  const most = (): number => {
    const value = maxNorm();
    checkMaxNorm(value);
    return value;
  };
  most();
  checkNorm(normType, eps);
  const norm = gradNorm(grads, normType);
  const factor = fused.clipFactor(
    norm,
    fresh(() => ({ maxNorm: most(), eps })),
  );
  return { norm, factor };
}

function checkNorm(normType: unknown, eps: unknown): void {
  checkRange("clipGradNorm", "normType", normType, 1, Number.POSITIVE_INFINITY);
  checkRange("clipGradNorm", "eps", eps, 0, Number.MAX_VALUE);
}

// A norm of 0 would make every gradient 0.
function checkMaxNorm(maxNorm: unknown): void {
  if (!(typeof maxNorm === "number" && maxNorm > 0))
    throw badArgument("clipGradNorm", "maxNorm", "a number above 0", maxNorm, "write null for no clipping");
}

/** @throws ArgumentError unless `clip` is null, a maximum norm, or a maximum norm with options. */
export function checkClipSetting(clip: unknown): void {
  if (clip === null) return;
  if (typeof clip === "number") {
    checkMaxNorm(clip);
    return;
  }
  if (typeof clip !== "object" || clip === null)
    throw badArgument(
      "clipGradNorm",
      "the setting",
      "a number above 0 or an object",
      clip,
      "write { maxNorm: 1 }",
    );
  checkOptions(settingOptions, clip);
  checkMaxNorm(Reflect.get(clip, "maxNorm"));
  checkNorm(Reflect.get(clip, "normType") ?? 2, Reflect.get(clip, "eps") ?? 0);
}

/** The total p-norm of all gradients, a scalar; 0 if there are none. */
export function gradNorm(grads: Gradients, normType: number = 2): Tensor {
  const present = presentGradients(grads);
  return present.length === 0 ? zeros([]) : fused.totalNorm(present, normType);
}

/**
 * Clamps every element of every gradient to [−value, value]. Returns new gradients in the same form.
 *
 * @throws ArgumentError unless the value is above 0, or for gradients that are not tensors.
 * @example clipGradValue([tensor([3, -4])], 0.5) // [tensor([0.5000, -0.5000])]
 */
export function clipGradValue<G extends Gradients>(grads: G, value: number): G {
  refuseExtra("clipGradValue", arguments, 2);
  checkGradients("clipGradValue", grads);
  if (!(typeof value === "number" && value > 0))
    throw badArgument("clipGradValue", "value", "a number above 0", value);
  return scope(() => mapGradients(grads, (grad) => grad.clamp({ min: -value, max: value })));
}

import { scope, type Tensor, zeros } from "@saccade/tensor";
import { clipFactor, hostWork, totalNorm } from "@saccade/tensor/backend";
import { type Gradients, mapGradients, presentGradients } from "./gradients.ts";

export interface ClipGradNormOptions {
  /** p of the p-norm, 1 or more; Infinity for the largest magnitude. Default 2. */
  readonly normType?: number;
  /**
   * Added to the norm before dividing. Default 1e-6, PyTorch's. With 0, gradients are left alone up to maxNorm
   * and scaled by exactly maxNorm / norm above it, as in "Dive into Deep Learning".
   */
  readonly eps?: number;
}

export interface ClippedGradients<G extends Gradients> {
  readonly grads: G;
  /** The norm of all gradients together, before clipping: a scalar. */
  readonly norm: Tensor;
}

/**
 * Scales gradients down together so that their common norm is at most about `maxNorm`: by
 * min(1, maxNorm / (norm + eps)). Returns new gradients in the same form; nothing is read back. A function as
 * `maxNorm` is asked anew in every replay of a compiled step.
 * Pascanu et al. 2013, "On the difficulty of training recurrent neural networks".
 *
 * @throws RangeError for a maxNorm or eps below 0 and a normType below 1.
 */
export function clipGradNorm<G extends Gradients>(
  grads: G,
  maxNorm: number | (() => number),
  options: ClipGradNormOptions = {},
): ClippedGradients<G> {
  const most = typeof maxNorm === "number" ? () => maxNorm : maxNorm;
  return scope(() => {
    const { norm, factor } = clipping(grads, most, options);
    return { grads: mapGradients(grads, (grad) => grad.mul(factor.to(grad.dtype))), norm };
  });
}

/** The norm of all gradients together, and by what they are multiplied to be clipped: scalars, nothing is read back. */
export function clipping(
  grads: Gradients,
  maxNorm: () => number,
  { normType = 2, eps = 1e-6 }: ClipGradNormOptions,
): { readonly norm: Tensor; readonly factor: Tensor } {
  const most = (): number => {
    const value = maxNorm();
    requireNotNegative("clipGradNorm", "maxNorm", value);
    return value;
  };
  most();
  requireNotNegative("clipGradNorm", "eps", eps);
  const norm = gradNorm(grads, normType);
  const factor = clipFactor(
    norm,
    hostWork(() => ({ maxNorm: most(), eps })),
  );
  return { norm, factor };
}

/** The p-norm of all gradients together, a scalar; 0 where there are none. */
export function gradNorm(grads: Gradients, normType: number = 2): Tensor {
  const present = presentGradients(grads);
  return present.length === 0 ? zeros([]) : totalNorm(present, normType);
}

/**
 * Holds every element of every gradient between −value and value. Returns new gradients in the same form.
 *
 * @throws RangeError for a value below 0.
 */
export function clipGradValue<G extends Gradients>(grads: G, value: number): G {
  requireNotNegative("clipGradValue", "value", value);
  return scope(() => mapGradients(grads, (grad) => grad.clamp({ min: -value, max: value })));
}

function requireNotNegative(what: string, name: string, value: number): void {
  if (!(value >= 0)) throw new RangeError(`${what}: ${name} ${value} must be a number of 0 or more.`);
}

import { div, gt, scope, type Tensor, totalNorm, where, zeros } from "@saccade/tensor";
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
 * min(1, maxNorm / (norm + eps)). Returns new gradients in the same form; nothing is read back.
 * Pascanu et al. 2013, "On the difficulty of training recurrent neural networks".
 *
 * @throws RangeError for a maxNorm or eps below 0 and a normType below 1.
 */
export function clipGradNorm<G extends Gradients>(
  grads: G,
  maxNorm: number,
  options: ClipGradNormOptions = {},
): ClippedGradients<G> {
  const { normType = 2, eps = 1e-6 } = options;
  requireNotNegative("clipGradNorm", "maxNorm", maxNorm);
  requireNotNegative("clipGradNorm", "eps", eps);
  return scope(() => {
    const norm = gradNorm(grads, normType);
    const factor = scaleTo(norm, maxNorm, eps);
    return { grads: mapGradients(grads, (grad) => grad.mul(factor.to(grad.dtype))), norm };
  });
}

/** The p-norm of all gradients together, a scalar; 0 where there are none. */
export function gradNorm(grads: Gradients, normType: number = 2): Tensor {
  const present = presentGradients(grads);
  return present.length === 0 ? zeros([]) : totalNorm(present, normType);
}

function scaleTo(norm: Tensor, maxNorm: number, eps: number): Tensor {
  if (eps === 0) return where(gt(norm, maxNorm), div(maxNorm, norm), 1);
  return div(maxNorm, norm.add(eps)).clamp({ max: 1 });
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

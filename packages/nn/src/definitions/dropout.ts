import { bernoulli, type Generator, type Tensor, where } from "@saccade/tensor";

// Not run by the library: every backend has the fused op, which is held to this bit for bit (test/definitions/dropout.test.ts),
// and a model with a Dropout would carry half a kilobyte of random tensors for a path that nothing takes.

/**
 * Sets each element of x to 0 with probability p and divides the others by 1 − p, so that the mean stays: (…) → (…).
 * Srivastava et al. 2014, section 10 (inverted dropout).
 *
 * @example dropout(ones([4]), 1) // tensor([0, 0, 0, 0])
 */
export function dropout(
  x: Tensor,
  p: number,
  {
    generator,
  }: {
    /** The generator of the mask. Default: the default generator. */
    readonly generator?: Generator;
  } = {},
): Tensor {
  const { backend } = x;
  const kept = bernoulli(1 - p, x.shape, generator ? { generator, backend } : { backend });
  return where(kept, x.mul(p === 1 ? 0 : 1 / (1 - p)), 0);
}

import type { Tensor } from "@saccade/tensor";
import type { RMSpropOptions } from "../optim/kinds.ts";
import { decays, direction, numbers, type Step } from "./direction.ts";

/** A parameter and its state in RMSprop, which starts as zeros. */
export interface RMSpropState {
  /** The parameter. */
  readonly x: Tensor;
  /** The running mean of the gradient's square. */
  readonly square: Tensor;
  /** The running mean of the gradient. */
  readonly mean: Tensor;
  /** The velocity. */
  readonly velocity: Tensor;
}

/** Options of {@link rmsprop}. */
export interface RMSpropTerms extends Partial<RMSpropOptions> {}

/**
 * A step of RMSprop with gradient g (Hinton, Srivastava and Swersky 2012, lecture 6e; `centered`: Graves 2013, equations 38
 * to 41, with eps outside the root as in PyTorch).
 *
 * @example
 * const [x, zero] = [tensor([3]), tensor([0])];
 * rmsprop({ x, square: zero, mean: zero, velocity: zero }, tensor([6])).x // tensor([2.9000])
 */
export function rmsprop(
  state: RMSpropState,
  g: Tensor,
  options: RMSpropTerms = {},
  t: Step = 1,
): RMSpropState {
  const n = numbers(t, () => {
    const { lr = 0.01, alpha = 0.99, eps = 1e-8, weightDecay = 0, momentum = 0 } = options;
    return { lr, alpha, share: 1 - alpha, eps, momentum, ...decays(lr, weightDecay) };
  });
  const { x, d } = direction(state.x, g, n, options);
  const square = state.square.mul(n.alpha).add(d.mul(n.share).mul(d));
  const mean = state.mean.mul(n.alpha).add(d.mul(n.share));
  const variance = options.centered ? square.sub(mean.square()).clamp({ min: 0 }) : square; // rounding may leave it below 0
  const velocity = state.velocity.mul(n.momentum).add(d.div(variance.sqrt().add(n.eps)));
  return { x: x.sub(velocity.mul(n.lr)), square, mean, velocity };
}

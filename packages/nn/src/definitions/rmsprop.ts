import type { Tensor } from "@saccade/tensor";
import type { RMSpropOptions } from "../optim/kinds.ts";

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

/**
 * A step of RMSprop with gradient g (Hinton, Srivastava and Swersky 2012, lecture 6e; `centered`: Graves 2013, equations 38
 * to 41, with eps outside the root as in PyTorch).
 *
 * @example
 * const [x, zero] = [tensor([3]), tensor([0])];
 * rmsprop({ x, square: zero, mean: zero, velocity: zero }, tensor([6])).x // tensor([2.9000])
 */
export function rmsprop(state: RMSpropState, g: Tensor, options: Partial<RMSpropOptions> = {}): RMSpropState {
  const { lr = 0.01, alpha = 0.99, eps = 1e-8, weightDecay = 0, momentum = 0, centered, maximize } = options;
  const d = (maximize ? g.neg() : g).add(state.x.mul(weightDecay));
  const square = state.square.mul(alpha).add(d.mul(1 - alpha).mul(d));
  const mean = state.mean.mul(alpha).add(d.mul(1 - alpha));
  const spread = centered ? square.sub(mean.square()).clamp({ min: 0 }) : square; // rounding may leave it below 0
  const velocity = state.velocity.mul(momentum).add(d.div(spread.sqrt().add(eps)));
  return { x: state.x.sub(velocity.mul(lr)), square, mean, velocity };
}

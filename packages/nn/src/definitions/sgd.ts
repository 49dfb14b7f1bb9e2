import type { Tensor } from "@saccade/tensor";
import type { SGDOptions } from "../optim/kinds.ts";
import { decays, direction, numbers, type Step } from "./direction.ts";

/** A parameter and its state in SGD. */
export interface SGDState {
  /** The parameter. */
  readonly x: Tensor;
  /** The velocity; null before the first step. */
  readonly velocity: Tensor | null;
}

/** Options of {@link sgd}. */
export interface SGDTerms extends Partial<SGDOptions> {}

/**
 * A step of stochastic gradient descent with gradient g (Sutskever et al. 2013, equations 1 to 4, in PyTorch's form: the
 * learning rate multiplies the velocity, and the first velocity is the gradient).
 *
 * @example sgd({ x: tensor([3]), velocity: null }, tensor([6]), { lr: 0.1 }).x // tensor([2.4000])
 */
export function sgd(state: SGDState, g: Tensor, options: SGDTerms = {}, t: Step = 1): SGDState {
  const n = numbers(t, () => {
    const { lr = 1e-3, momentum = 0, dampening = 0, weightDecay = 0 } = options;
    return { lr, momentum, share: 1 - dampening, ...decays(lr, weightDecay) };
  });
  const { x, d } = direction(state.x, g, n, options);
  const before = options.momentum ? state.velocity : null;
  const velocity = before ? before.mul(n.momentum).add(d.mul(n.share)) : d;
  const move = options.nesterov ? d.add(velocity.mul(n.momentum)) : velocity;
  return { x: x.sub(move.mul(n.lr)), velocity };
}

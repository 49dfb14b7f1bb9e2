import type { Tensor } from "@saccade/tensor";
import type { SGDOptions } from "../optim/kinds.ts";

/** A parameter and its state in SGD. */
export interface SGDState {
  /** The parameter. */
  readonly x: Tensor;
  /** The velocity; null before the first step. */
  readonly velocity: Tensor | null;
}

/**
 * A step of stochastic gradient descent with gradient g (Sutskever et al. 2013, equations 1 to 4, in PyTorch's form: the
 * learning rate multiplies the velocity, and the first velocity is the gradient).
 *
 * @example sgd({ x: tensor([3]), velocity: null }, tensor([6]), { lr: 0.1 }).x // tensor([2.4000])
 */
export function sgd({ x, velocity }: SGDState, g: Tensor, options: Partial<SGDOptions> = {}): SGDState {
  const { lr = 1e-3, momentum = 0, dampening = 0, weightDecay = 0, nesterov, maximize } = options;
  const d = (maximize ? g.neg() : g).add(x.mul(weightDecay));
  const next = velocity ? velocity.mul(momentum).add(d.mul(1 - dampening)) : d;
  const move = nesterov ? d.add(next.mul(momentum)) : momentum > 0 ? next : d;
  return { x: x.sub(move.mul(lr)), velocity: next };
}

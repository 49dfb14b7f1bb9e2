import type { Tensor } from "@saccade/tensor";
import type { ASGDOptions } from "../optim/kinds.ts";
import { decays, direction, numbers, type Scalar, type Step, towards } from "./direction.ts";

/** A parameter and its state in averaged SGD. The average starts as zeros, eta as lr, mu as 1. */
export interface ASGDState {
  /** The parameter. */
  readonly x: Tensor;
  /** The average of the parameter from step t0 on; the parameter itself before. */
  readonly ax: Tensor;
  /** The learning rate of this step. */
  readonly eta: Scalar;
  /** The share of the parameter in the average. */
  readonly mu: Scalar;
}

/** Options of {@link asgd}. */
export interface ASGDTerms extends Partial<ASGDOptions> {}

/**
 * Step t = 1, 2, … of averaged stochastic gradient descent with gradient g (Polyak and Juditsky 1992, "Acceleration of
 * Stochastic Approximation by Averaging").
 *
 * @example asgd({ x: tensor([3]), ax: tensor([0]), eta: 0.1, mu: 1 }, tensor([6]), 1, { lr: 0.1, lambd: 0 }).x // tensor([2.4000])
 */
export function asgd(state: ASGDState, g: Tensor, t: Step, options: ASGDTerms = {}): ASGDState {
  const n = numbers(t, (t) => {
    const { lr = 0.01, lambd = 1e-4, alpha = 0.75, t0 = 1e6, weightDecay = 0 } = options;
    const eta = lr / (1 + lambd * lr * t) ** alpha;
    return { lambd, eta, mu: 1 / Math.max(1, t - t0), ...decays(lr, weightDecay) }; // eta and mu of the next step
  });
  const { d } = direction(state.x, g, n, options);
  const x = state.x.sub(state.x.mul(n.lambd).add(d).mul(state.eta));
  return { x, ax: towards(state.ax, x, state.mu), eta: n.eta, mu: n.mu };
}

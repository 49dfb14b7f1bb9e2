import type { Tensor } from "@saccade/tensor";
import type { RAdamOptions } from "../optim/kinds.ts";
import { decays, direction, numbers, type Step, towards } from "./direction.ts";

/** A parameter and its state in RAdam, which starts as zeros. */
export interface RAdamState {
  /** The parameter. */
  readonly x: Tensor;
  /** The running mean of the gradient. */
  readonly m: Tensor;
  /** The running mean of the gradient's square. */
  readonly v: Tensor;
}

/** Options of {@link radam}. */
export interface RAdamTerms extends Partial<RAdamOptions> {}

/**
 * Step t = 1, 2, … of RAdam with gradient g (Liu et al. 2020, "On the Variance of the Adaptive Learning Rate and Beyond",
 * algorithm 2).
 *
 * @example
 * const [x, zero] = [tensor([3]), tensor([0])];
 * radam({ x, m: zero, v: zero }, tensor([6]), 1, { lr: 0.1 }).x // tensor([2.4000])
 */
export function radam(state: RAdamState, g: Tensor, t: Step, options: RAdamTerms = {}): RAdamState {
  const n = numbers(t, (t) => {
    const { lr = 1e-3, betas: [b1, b2] = [0.9, 0.999], eps = 1e-8, weightDecay = 0 } = options;
    const means = { toM: 1 - b1, toV: 1 - b2, ...decays(lr, weightDecay) };
    const [c1, c2, most] = [1 - b1 ** t, 1 - b2 ** t, 2 / (1 - b2) - 1];
    const rho = most - (2 * t * b2 ** t) / c2;
    if (rho <= 5) return { ...means, adaptive: 0, plain: lr / c1, eps: 1 }; // the variance of v cannot be estimated yet
    const rectified = Math.sqrt(((rho - 4) * (rho - 2) * most) / ((most - 4) * (most - 2) * rho));
    return { ...means, adaptive: (lr / c1) * rectified * Math.sqrt(c2), plain: 0, eps };
  });
  const { x, d } = direction(state.x, g, n, options);
  const m = towards(state.m, d, n.toM);
  const v = towards(state.v, d.square(), n.toV);
  const rate = v.sqrt().add(n.eps).reciprocal().mul(n.adaptive).add(n.plain);
  return { x: x.sub(m.mul(rate)), m, v };
}

import type { Tensor } from "@saccade/tensor";
import type { AdamaxOptions } from "../optim/kinds.ts";
import { decays, direction, numbers, type Step, towards } from "./direction.ts";

/** A parameter and its state in Adamax, which starts as zeros. */
export interface AdamaxState {
  /** The parameter. */
  readonly x: Tensor;
  /** The running mean of the gradient. */
  readonly m: Tensor;
  /** The largest magnitude of the gradient, which decays. */
  readonly u: Tensor;
}

/** Options of {@link adamax}. */
export interface AdamaxTerms extends Partial<AdamaxOptions> {}

/**
 * Step t = 1, 2, … of Adamax with gradient g (Kingma and Ba 2015, algorithm 2).
 *
 * @example
 * const [x, zero] = [tensor([3]), tensor([0])];
 * adamax({ x, m: zero, u: zero }, tensor([6]), 1, { lr: 0.1 }).x // tensor([2.9000])
 */
export function adamax(state: AdamaxState, g: Tensor, t: Step, options: AdamaxTerms = {}): AdamaxState {
  const n = numbers(t, (t) => {
    const { lr = 2e-3, betas: [b1, b2] = [0.9, 0.999], eps = 1e-8, weightDecay = 0 } = options;
    return { toM: 1 - b1, b2, rate: lr / (1 - b1 ** t), eps, ...decays(lr, weightDecay) };
  });
  const { x, d } = direction(state.x, g, n, options);
  const m = towards(state.m, d, n.toM);
  const u = state.u.mul(n.b2).maximum(d.abs().add(n.eps));
  return { x: x.sub(m.div(u).mul(n.rate)), m, u };
}

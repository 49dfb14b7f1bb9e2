import type { Tensor } from "@saccade/tensor";
import type { NAdamOptions } from "../optim/kinds.ts";
import { decays, direction, numbers, type Step, towards } from "./direction.ts";

/** A parameter and its state in NAdam. m and v start as zeros, muProduct as 1. */
export interface NAdamState {
  /** The parameter. */
  readonly x: Tensor;
  /** The running mean of the gradient. */
  readonly m: Tensor;
  /** The running mean of the gradient's square. */
  readonly v: Tensor;
  /** The product of all momenta so far, a scalar. */
  readonly muProduct: Tensor;
}

/** Options of {@link nadam}. */
export interface NAdamTerms extends Partial<NAdamOptions> {}

/**
 * Step t = 1, 2, … of NAdam with gradient g (Dozat 2016, "Incorporating Nesterov Momentum into Adam", algorithm 8).
 *
 * @example
 * const [x, zero] = [tensor([3]), tensor([0])];
 * nadam({ x, m: zero, v: zero, muProduct: tensor(1) }, tensor([6]), 1, { lr: 0.1 }).x // tensor([2.8944])
 */
export function nadam(state: NAdamState, g: Tensor, t: Step, options: NAdamTerms = {}): NAdamState {
  const n = numbers(t, (t) => {
    const { lr = 2e-3, betas: [b1, b2] = [0.9, 0.999], eps = 1e-8, weightDecay = 0 } = options;
    const { momentumDecay = 4e-3 } = options;
    const momentum = (step: number): number => b1 * (1 - 0.5 * 0.96 ** (step * momentumDecay)); // grows to b1
    const [mu, next] = [momentum(t), momentum(t + 1)];
    const means = { toM: 1 - b1, toV: 1 - b2, c2: 1 - b2 ** t, eps };
    return { ...means, mu, next, ofG: lr * (1 - mu), ofM: lr * next, ...decays(lr, weightDecay) };
  });
  const { x, d } = direction(state.x, g, n, options);
  const m = towards(state.m, d, n.toM);
  const v = towards(state.v, d.square(), n.toV);
  const muProduct = state.muProduct.mul(n.mu);
  const now = d.mul(n.ofG).div(muProduct.neg().add(1));
  const ahead = m.mul(n.ofM).div(muProduct.mul(n.next).neg().add(1));
  return { x: x.sub(now.add(ahead).div(v.div(n.c2).sqrt().add(n.eps))), m, v, muProduct };
}

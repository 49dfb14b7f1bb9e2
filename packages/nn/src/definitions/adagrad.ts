import type { Tensor } from "@saccade/tensor";
import type { AdagradOptions } from "../optim/kinds.ts";
import { decays, direction, numbers, type Step } from "./direction.ts";

/** A parameter and its state in Adagrad. */
export interface AdagradState {
  /** The parameter. */
  readonly x: Tensor;
  /** The sum of the gradients' squares; starts as zeros, or as a positive constant. */
  readonly sum: Tensor;
  /** The steps so far, from 0. */
  readonly t: number;
}

/** Options of {@link adagrad}. */
export interface AdagradTerms extends Partial<AdagradOptions> {}

/**
 * A step of Adagrad with gradient g (Duchi, Hazan and Singer 2011, equation 1 with diagonal matrices).
 *
 * @example adagrad({ x: tensor([3]), sum: tensor([0]), t: 0 }, tensor([6]), { lr: 0.1 }).x // tensor([2.9000])
 */
export function adagrad(
  state: AdagradState,
  g: Tensor,
  options: AdagradTerms = {},
  t: Step = state.t + 1,
): AdagradState {
  const n = numbers(t, (t) => {
    const { lr = 0.01, lrDecay = 0, weightDecay = 0, eps = 1e-10 } = options;
    return { rate: lr / (1 + (t - 1) * lrDecay), eps, ...decays(lr, weightDecay) };
  });
  const { x, d } = direction(state.x, g, n, options);
  const sum = state.sum.add(d.square());
  return { x: x.sub(d.mul(n.rate).div(sum.sqrt().add(n.eps))), sum, t: state.t + 1 };
}

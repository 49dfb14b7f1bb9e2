import type { Tensor } from "@saccade/tensor";
import type { AdagradOptions } from "../optim/kinds.ts";

/** A parameter and its state in Adagrad. */
export interface AdagradState {
  /** The parameter. */
  readonly x: Tensor;
  /** The sum of the gradients' squares; starts as zeros, or as a positive constant. */
  readonly sum: Tensor;
  /** The steps so far, from 0. */
  readonly t: number;
}

/**
 * A step of Adagrad with gradient g (Duchi, Hazan and Singer 2011, equation 1 with diagonal matrices).
 *
 * @example adagrad({ x: tensor([3]), sum: tensor([0]), t: 0 }, tensor([6]), { lr: 0.1 }).x // tensor([2.9000])
 */
export function adagrad(state: AdagradState, g: Tensor, options: Partial<AdagradOptions> = {}): AdagradState {
  const { lr = 0.01, lrDecay = 0, weightDecay = 0, eps = 1e-10, maximize } = options;
  const d = (maximize ? g.neg() : g).add(state.x.mul(weightDecay));
  const sum = state.sum.add(d.square());
  const rate = lr / (1 + state.t * lrDecay);
  return { x: state.x.sub(d.mul(rate).div(sum.sqrt().add(eps))), sum, t: state.t + 1 };
}

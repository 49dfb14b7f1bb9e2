import type { Tensor } from "@saccade/tensor";
import type { AdamOptions } from "../optim/kinds.ts";

/** A parameter and its state in Adam. m, v and vMax start as zeros, t as 0. */
export interface AdamState {
  /** The parameter. */
  readonly x: Tensor;
  /** The running mean of the gradient. */
  readonly m: Tensor;
  /** The running mean of the gradient's square. */
  readonly v: Tensor;
  /** The largest v so far. */
  readonly vMax: Tensor;
  /** The steps so far. */
  readonly t: number;
}

/**
 * A step of Adam with gradient g (Kingma and Ba 2015, algorithm 1). `amsgrad` divides by the largest mean square so far
 * (Reddi et al. 2018, algorithm 2).
 *
 * @example
 * const [x, zero] = [tensor([3]), tensor([0])];
 * adam({ x, m: zero, v: zero, vMax: zero, t: 0 }, tensor([6]), { lr: 0.1 }).x // tensor([2.9000])
 */
export function adam(state: AdamState, g: Tensor, options: Partial<AdamOptions> = {}): AdamState {
  const { lr = 1e-3, eps = 1e-8, weightDecay = 0, amsgrad, maximize } = options;
  const [b1, b2] = options.betas ?? [0.9, 0.999];
  const t = state.t + 1;
  const d = (maximize ? g.neg() : g).add(state.x.mul(weightDecay));
  const m = state.m.mul(b1).add(d.mul(1 - b1));
  const v = state.v.mul(b2).add(d.mul(1 - b2).mul(d));
  const vMax = state.vMax.maximum(v);
  // m and v started as zeros, hence 1 − b ** t.
  const spread = (amsgrad ? vMax : v).sqrt().mul(1 / Math.sqrt(1 - b2 ** t));
  return { x: state.x.sub(m.mul(lr / (1 - b1 ** t)).div(spread.add(eps))), m, v, vMax, t };
}

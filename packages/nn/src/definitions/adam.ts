import type { Tensor } from "@saccade/tensor";
import type { AdamOptions } from "../optim/kinds.ts";
import { decays, direction, numbers, type Step } from "./direction.ts";

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

/** Options of {@link adam} and {@link adamW}. */
export interface AdamTerms extends Partial<AdamOptions> {}

/**
 * A step of Adam with gradient g (Kingma and Ba 2015, algorithm 1). `amsgrad` divides by the largest mean square so far
 * (Reddi et al. 2018, algorithm 2).
 *
 * @example
 * const [x, zero] = [tensor([3]), tensor([0])];
 * adam({ x, m: zero, v: zero, vMax: zero, t: 0 }, tensor([6]), { lr: 0.1 }).x // tensor([2.9000])
 */
export function adam(
  state: AdamState,
  g: Tensor,
  options: AdamTerms = {},
  t: Step = state.t + 1,
  decoupledWeightDecay: boolean = false,
): AdamState {
  const initialDecay = decoupledWeightDecay ? 0.01 : 0;
  const n = numbers(t, (t) => {
    const { lr = 1e-3, betas: [b1, b2] = [0.9, 0.999], eps = 1e-8, weightDecay = initialDecay } = options;
    // m and v started as zeros, hence 1 − b ** t.
    const [rate, correction] = [lr / (1 - b1 ** t), 1 / Math.sqrt(1 - b2 ** t)];
    return { b1, toM: 1 - b1, b2, toV: 1 - b2, rate, correction, eps, ...decays(lr, weightDecay) };
  });
  const { maximize = false, weightDecay = initialDecay, amsgrad } = options;
  const { x, d } = direction(state.x, g, n, { maximize, weightDecay, decoupledWeightDecay });
  const m = state.m.mul(n.b1).add(d.mul(n.toM));
  const v = state.v.mul(n.b2).add(d.mul(n.toV).mul(d));
  const vMax = state.vMax.maximum(v);
  const spread = (amsgrad ? vMax : v).sqrt().mul(n.correction);
  return { x: x.sub(m.mul(n.rate).div(spread.add(n.eps))), m, v, vMax, t: state.t + 1 };
}

/**
 * A step of Adam with decoupled weight decay: the parameter is shrunk directly, not through the gradient (Loshchilov and
 * Hutter 2019, algorithm 2).
 *
 * @example
 * const [x, zero] = [tensor([3]), tensor([0])];
 * adamW({ x, m: zero, v: zero, vMax: zero, t: 0 }, tensor([6]), { lr: 0.1, weightDecay: 0.1 }).x // tensor([2.8700])
 */
export function adamW(state: AdamState, g: Tensor, options: AdamTerms = {}, t?: Step): AdamState {
  return adam(state, g, options, t, true);
}

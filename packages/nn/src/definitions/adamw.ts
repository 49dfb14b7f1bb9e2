import type { Tensor } from "@saccade/tensor";
import type { AdamOptions } from "../optim/kinds.ts";
import { type AdamState, adam } from "./adam.ts";

/**
 * A step of Adam with decoupled weight decay: the parameter is shrunk directly, not through the gradient (Loshchilov and
 * Hutter 2019, algorithm 2).
 *
 * @example
 * const [x, zero] = [tensor([3]), tensor([0])];
 * adamW({ x, m: zero, v: zero, vMax: zero, t: 0 }, tensor([6]), { lr: 0.1, weightDecay: 0.1 }).x // tensor([2.8700])
 */
export function adamW(state: AdamState, g: Tensor, options: Partial<AdamOptions> = {}): AdamState {
  const { lr = 1e-3, weightDecay = 0.01 } = options;
  return adam({ ...state, x: state.x.mul(1 - lr * weightDecay) }, g, { ...options, weightDecay: 0 });
}

import type { Tensor } from "@saccade/tensor";
import type { LionOptions } from "../optim/kinds.ts";
import { decays, direction, numbers, type Step, towards } from "./direction.ts";

/** A parameter and its state in Lion, which starts as zeros. */
export interface LionState {
  /** The parameter. */
  readonly x: Tensor;
  /** The running mean of the gradient. */
  readonly m: Tensor;
}

/** Options of {@link lion}. */
export interface LionTerms extends Partial<LionOptions> {}

/**
 * A step of Lion with gradient g (Chen et al. 2023, "Symbolic Discovery of Optimization Algorithms", algorithm 2): every
 * element moves by lr, weight decay is decoupled.
 *
 * @example lion({ x: tensor([3]), m: tensor([0]) }, tensor([6]), { lr: 0.1 }).x // tensor([2.9000])
 */
export function lion(state: LionState, g: Tensor, options: LionTerms = {}, t: Step = 1): LionState {
  const n = numbers(t, () => {
    const { lr = 1e-4, betas: [b1, b2] = [0.9, 0.99], weightDecay = 0 } = options;
    return { toMove: 1 - b1, toM: 1 - b2, lr, ...decays(lr, weightDecay) };
  });
  const { maximize = false, weightDecay = 0 } = options;
  const { x, d } = direction(state.x, g, n, { maximize, weightDecay, decoupledWeightDecay: true });
  const move = towards(state.m, d, n.toMove).sign().mul(n.lr);
  return { x: x.sub(move), m: towards(state.m, d, n.toM) };
}

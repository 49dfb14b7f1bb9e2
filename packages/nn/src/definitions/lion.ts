import type { Tensor } from "@saccade/tensor";
import type { LionOptions } from "../optim/kinds.ts";
import { decayRates, direction, type Rates, towards } from "./direction.ts";

/** A parameter and its state in Lion, which starts as zeros. */
export interface LionState {
  /** The parameter. */
  readonly x: Tensor;
  /** The running mean of the gradient. */
  readonly m: Tensor;
}

/** Options of {@link lion}. */
export interface LionTerms extends Partial<LionOptions> {}

type Names = "r1" | "r2" | "lr" | "decay" | "shrink";

/** The numbers of a step. */
export function lionRates(o: LionTerms): Rates<Names, number> {
  const { lr = 1e-4, betas: [b1, b2] = [0.9, 0.99], weightDecay = 0 } = o;
  return { r1: 1 - b1, r2: 1 - b2, lr, ...decayRates(lr, weightDecay) };
}

/** A step with gradient g and these numbers. */
export function lionStep(state: LionState, g: Tensor, n: Rates<Names>, options: LionTerms): LionState {
  const { maximize = false, weightDecay = 0 } = options;
  const { x, d } = direction(state.x, g, n, { maximize, weightDecay, decoupledWeightDecay: true });
  const step = towards(state.m, d, n.r1).sign().mul(n.lr);
  return { x: x.sub(step), m: towards(state.m, d, n.r2) };
}

/**
 * A step of Lion with gradient g (Chen et al. 2023, "Symbolic Discovery of Optimization Algorithms", algorithm 2): every
 * element moves by lr, weight decay is decoupled.
 *
 * @example lion({ x: tensor([3]), m: tensor([0]) }, tensor([6]), { lr: 0.1 }).x // tensor([2.9000])
 */
export function lion(state: LionState, g: Tensor, options: LionTerms = {}): LionState {
  return lionStep(state, g, lionRates(options), options);
}

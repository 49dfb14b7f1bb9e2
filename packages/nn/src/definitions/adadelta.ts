import type { Tensor } from "@saccade/tensor";
import type { AdadeltaOptions } from "../optim/kinds.ts";
import { decays, direction, numbers, type Step, towards } from "./direction.ts";

/** A parameter and its state in Adadelta, which starts as zeros. */
export interface AdadeltaState {
  /** The parameter. */
  readonly x: Tensor;
  /** The running mean of the gradient's square. */
  readonly square: Tensor;
  /** The running mean of the square of the changes. */
  readonly delta: Tensor;
}

/** Options of {@link adadelta}. */
export interface AdadeltaTerms extends Partial<AdadeltaOptions> {}

/**
 * A step of Adadelta with gradient g (Zeiler 2012, "ADADELTA: An Adaptive Learning Rate Method", algorithm 1).
 *
 * @example
 * const [x, zero] = [tensor([3]), tensor([0])];
 * adadelta({ x, square: zero, delta: zero }, tensor([6])).x // tensor([2.9968])
 */
export function adadelta(
  state: AdadeltaState,
  g: Tensor,
  options: AdadeltaTerms = {},
  t: Step = 1,
): AdadeltaState {
  const n = numbers(t, () => {
    const { lr = 1, rho = 0.9, eps = 1e-6, weightDecay = 0 } = options;
    return { share: 1 - rho, lr, eps, ...decays(lr, weightDecay) };
  });
  const { x, d } = direction(state.x, g, n, options);
  const square = towards(state.square, d.square(), n.share);
  const change = state.delta.add(n.eps).sqrt().div(square.add(n.eps).sqrt()).mul(d);
  return { x: x.sub(change.mul(n.lr)), square, delta: towards(state.delta, change.square(), n.share) };
}

import { type Tensor, where } from "@saccade/tensor";
import type { RpropOptions } from "../optim/kinds.ts";
import { numbers, type Step } from "./direction.ts";

/** A parameter and its state in Rprop. */
export interface RpropState {
  /** The parameter. */
  readonly x: Tensor;
  /** The last gradient, zeros at first. */
  readonly last: Tensor;
  /** The step of each element, lr at first. */
  readonly size: Tensor;
}

/** Options of {@link rprop}. */
export interface RpropTerms extends Partial<RpropOptions> {}

/**
 * A step of resilient backpropagation with gradient g (Riedmiller and Braun 1993): only the signs of the gradient count; an
 * element's step grows while its sign stays, and shrinks where it changes.
 *
 * @example rprop({ x: tensor([3]), last: tensor([0]), size: tensor([0.1]) }, tensor([6])).x // tensor([2.9000])
 */
export function rprop(state: RpropState, g: Tensor, options: RpropTerms = {}, t: Step = 1): RpropState {
  const n = numbers(t, () => {
    const { etas: [shrink, grow] = [0.5, 1.2], stepSizes: [least, most] = [1e-6, 50] } = options;
    return { shrink, grow, least, most };
  });
  const d = options.maximize ? g.neg() : g;
  const turn = d.mul(state.last).sign();
  const smaller = where(turn.lt(0), state.size.mul(n.shrink), state.size);
  const size = where(turn.gt(0), state.size.mul(n.grow), smaller).maximum(n.least).minimum(n.most);
  const last = where(turn.lt(0), 0, d); // an element that turned back rests for one step
  return { x: state.x.sub(last.sign().mul(size)), last, size };
}

import type { Tensor } from "@saccade/tensor";

/** A number, or a scalar tensor that holds one. */
export type Scalar = number | Tensor;

/** The numbers of one step, by name. */
type Numbers<Names extends string, N extends Scalar = Scalar> = Readonly<Record<Names, N>>;

/**
 * A step's number, 1, 2, …; or what makes a definition's numbers from it: an optimizer gives them as scalar tensors, which its
 * compiled steps compute again.
 */
export type Step =
  | number
  | (<Names extends string>(of: (t: number) => Numbers<Names, number>) => Numbers<Names>);

/** The numbers of a step. */
export function numbers<Names extends string>(
  t: Step,
  of: (t: number) => Numbers<Names, number>,
): Numbers<Names> {
  return typeof t === "number" ? of(t) : t(of);
}

/** Where a step goes. */
export interface DirectionOptions {
  /** Goes up the gradient instead of down. */
  readonly maximize?: boolean;
  /** Weight decay shrinks the parameter itself, not through the gradient. */
  readonly decoupledWeightDecay?: boolean;
  /** The weight of the decay. */
  readonly weightDecay?: number;
}

/**
 * The parameter x and the direction d that a step starts with. Weight decay is added to the gradient (an L2 penalty), or
 * shrinks the parameter by 1 − lr · weightDecay (decoupled; Loshchilov and Hutter 2019).
 *
 * @example direction(tensor([2]), tensor([1]), { decay: 0.1, shrink: 0.99 }, { weightDecay: 0.1 }).d // tensor([1.2000])
 */
export function direction(
  x: Tensor,
  g: Tensor,
  { decay, shrink }: Numbers<"decay" | "shrink">,
  { maximize = false, decoupledWeightDecay = false, weightDecay = 0 }: DirectionOptions,
): { readonly x: Tensor; readonly d: Tensor } {
  const d = maximize ? g.neg() : g;
  if (weightDecay === 0) return { x, d };
  return decoupledWeightDecay ? { x: x.mul(shrink), d } : { x, d: d.add(x.mul(decay)) };
}

/** The numbers that {@link direction} takes. */
export function decays(lr: number, weightDecay: number): Numbers<"decay" | "shrink", number> {
  return { decay: weightDecay, shrink: 1 - lr * weightDecay };
}

/**
 * The running mean a, moved towards b by the share r: a + r (b − a).
 *
 * @example towards(tensor([0]), tensor([10]), 0.1) // tensor([1])
 */
export function towards(a: Tensor, b: Tensor, r: Scalar): Tensor {
  return a.add(b.sub(a).mul(r));
}

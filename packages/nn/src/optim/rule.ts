import type { Tensor } from "@saccade/tensor";
import type { ParamState } from "./param-state.ts";

/** Options that every optimizer has. */
export interface BaseOptions {
  /** The learning rate: schedulers change it. */
  lr: number;
}

/**
 * How one kind of optimizer updates one parameter. An optimizer is this and nothing more: a rule of your own
 * handed to the `Optimizer` constructor makes a new one.
 */
export interface UpdateRule<O extends BaseOptions> {
  /** The optimizer's name, for messages and checkpoints. */
  readonly kind: string;
  /** Every option with its default: an option that is not here is unknown. */
  readonly defaults: O;
  /** @throws RangeError for values that make no sense. */
  check(options: O): void;
  /** The names, PyTorch's, of the state tensors that every updated parameter has. */
  readonly stateNames: readonly string[];
  /** Those that only some options bring; where they are missing they start anew. */
  readonly optionalStateNames: readonly string[];
  /** Writes the parameter and its state, through `applyInto`. `state.step` counts this update already. */
  update(param: Tensor, grad: Tensor, state: ParamState, options: O): void;
}

/** @throws RangeError unless `value` is a finite number of at least `low` (and below `below`). */
export function checkRange(
  kind: string,
  name: string,
  value: number,
  low: number,
  below: number = Number.POSITIVE_INFINITY,
): void {
  if (typeof value === "number" && value >= low && value < below) return;
  const range = below === Number.POSITIVE_INFINITY ? `${low} or more` : `at least ${low} and below ${below}`;
  throw new RangeError(`${kind}: ${name} is ${value}; it must be a number, ${range}.`);
}

/** @throws RangeError unless both of Adam's betas are in [0, 1). */
export function checkBetas(kind: string, betas: readonly [number, number]): void {
  if (!Array.isArray(betas) || betas.length !== 2) {
    throw new RangeError(`${kind}: betas must be two numbers, such as [0.9, 0.999].`);
  }
  betas.forEach((beta, i) => {
    checkRange(kind, `betas[${i}]`, beta, 0, 1);
  });
}

import type { Tensor } from "@saccade/tensor";
import { badArgument } from "@saccade/tensor/backend";
import type { ParamState } from "./param-state.ts";

/** Options that every optimizer has. */
export interface BaseOptions {
  /** The learning rate: schedulers change it. */
  lr: number;
}

/** A parameter to update, its gradient, and what is remembered of it. */
export interface ParamUpdate {
  /** The parameter. */
  readonly param: Tensor;
  /** Its gradient, of its shape and dtype. */
  readonly grad: Tensor;
  /** What the optimizer remembers of it. */
  readonly state: ParamState;
}

/**
 * How one kind of optimizer updates parameters. An optimizer is this and nothing more: a rule of your own
 * handed to the `Optimizer` constructor makes a new one.
 */
export interface UpdateRule<O extends BaseOptions> {
  /** The optimizer's name, for messages and checkpoints. */
  readonly kind: string;
  /** Every option with its default: an option that is not here is unknown. */
  readonly defaults: O;
  /** Checks values, whose types are those of the defaults already. @throws ArgumentError for one out of range. */
  check(options: O): void;
  /** The names, PyTorch's, of the state tensors that every updated parameter has. */
  readonly stateNames: readonly string[];
  /** Those that only some options bring; where they are missing they start anew. */
  readonly optionalStateNames: readonly string[];
  /**
   * Writes parameters and their states, through `applyInto`, from gradients that are still to be multiplied by `factor`,
   * a scalar, where there is one. `state.step` counts this update already. {@link oneByOne} makes it simple. What an
   * op's attrs take of options and state belongs in `hostWork`, so that compiled steps see the values of their call.
   */
  update(updates: readonly ParamUpdate[], options: O, factor: Tensor | null): void;
}

/** A rule's `update` from one that knows a single parameter and its gradient. */
export function oneByOne<O extends BaseOptions>(
  update: (param: Tensor, grad: Tensor, state: ParamState, options: O) => void,
): UpdateRule<O>["update"] {
  return (updates, options, factor) => {
    for (const { param, grad, state } of updates) {
      update(param, factor === null ? grad : grad.mul(factor.to(grad.dtype)), state, options);
    }
  };
}

/**
 * Refuses what is not a number within bounds.
 *
 * @throws ArgumentError unless `value` is a finite number of at least `low` (and below `below`).
 */
export function checkRange(
  kind: string,
  name: string,
  value: unknown,
  low: number,
  below: number = Number.POSITIVE_INFINITY,
): void {
  if (typeof value === "number" && value >= low && value < below) return;
  const end = below === Number.POSITIVE_INFINITY ? "" : ` and below ${below}`;
  throw badArgument(kind, name, `a finite number ≥ ${low}${end}`, value);
}

/** @throws ArgumentError unless both of Adam's betas are in [0, 1). */
export function checkBetas(kind: string, betas: readonly [number, number]): void {
  if (!Array.isArray(betas) || betas.length !== 2)
    throw badArgument(kind, "betas", "two numbers, such as [0.9, 0.999]", betas);
  betas.forEach((beta, i) => {
    checkRange(kind, `betas[${i}]`, beta, 0, 1);
  });
}

import type { Tensor } from "@saccade/tensor";
import type { Rules } from "@saccade/tensor/contract";
import type { ParamState } from "./param-state.ts";

/** Options of every optimizer. */
export interface BaseOptions {
  /** The learning rate. Schedulers change it. */
  lr: number;
}

/** A parameter to update, its gradient and its state. */
export interface ParamUpdate {
  /** The parameter. */
  readonly param: Tensor;
  /** The gradient, with the parameter's shape and dtype. */
  readonly grad: Tensor;
  /** The optimizer state of the parameter. */
  readonly state: ParamState;
}

/**
 * The update rule of an optimizer. To make a new kind of optimizer, pass your own rule to the `Optimizer` constructor.
 */
export interface UpdateRule<O extends BaseOptions> {
  /** The optimizer's name, for messages and checkpoints. */
  readonly kind: string;
  /** All options with their defaults. Other options are rejected as unknown. */
  readonly defaults: O;
  /** The rules of their values. An option without one must have the type of its default. */
  readonly rules?: Rules;
  /** Checks values that have passed their rules. @throws ArgumentError for values that do not go together. */
  check(options: O): void;
  /** The names (PyTorch's) of the state tensors of every updated parameter. */
  readonly stateNames: readonly string[];
  /** Names of state tensors that exist only with some options. If missing in a loaded state, they are created. */
  readonly optionalStateNames: readonly string[];
  /** Those of the state tensors that are scalars; the others have the parameter's shape. */
  readonly scalarNames?: readonly string[];
  /**
   * Updates parameters and their state with `applyInto`. If there is a `factor`, a scalar, the gradients must be
   * multiplied by it. `state.step` already counts this update. {@link oneByOne} makes an update from a simpler
   * function. Read options and state for an op's attributes in `fresh`, so that compiled steps use the current
   * values.
   */
  update(updates: readonly ParamUpdate[], options: O, factor: Tensor | null): void;
}

/**
 * Makes a rule's `update` from a function that updates a single parameter.
 *
 * @example
 * const update = oneByOne<{ lr: number }>((w, g, _, { lr }) => void applyInto(ops.sub, [w, g.mul(lr)], {}, [w]));
 * const w = tensor([1, 2]);
 * update([{ param: w, grad: tensor([10, 10]), state: { step: 1, tensors: new Map() } }], { lr: 0.1 }, null);
 * w // tensor([0, 1])
 */
export function oneByOne<O extends BaseOptions>(
  update: (param: Tensor, grad: Tensor, state: ParamState, options: O) => void,
): UpdateRule<O>["update"] {
  return (updates, options, factor) => {
    for (const { param, grad, state } of updates)
      update(param, factor === null ? grad : grad.mul(factor.to(grad.dtype)), state, options);
  };
}

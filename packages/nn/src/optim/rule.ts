import type { Tensor } from "@saccade/tensor";
import {
  applyInto,
  contiguousOp,
  fresh,
  hostData,
  type StepAttrs,
  type StepOp,
  withoutTapes,
} from "@saccade/tensor/backend";
import type { Rules } from "@saccade/tensor/contract";
import type { Scalar, Step } from "../definitions/direction.ts";
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

/** What a rule declares, whether a fused op or a definition makes its step. */
interface Declared<O extends BaseOptions> extends Pick<UpdateRule<O>, "kind"> {
  /** Each option with its rule and default. */
  readonly rules: Rules;
  /** Refuses options that do not go together. */
  check?(options: NoInfer<O>): void;
}

/** The defaults that rules declare. */
export function defaultsOf<O>(rules: Rules): O {
  return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, rule.default])) as O;
}

/** An optimizer whose step is one fused op for all parameters of a group. A definition in tensor ops holds the op. */
interface FusedRule<O extends BaseOptions, A extends StepAttrs>
  extends Declared<O>,
    Pick<UpdateRule<O>, "stateNames" | "optionalStateNames"> {
  readonly op: StepOp<A>;
  /** The optional state tensors that these options use. */
  uses?(options: O): readonly string[];
  /** The initial value of state tensors. Default 0. */
  initial?(options: O): number;
  /** The op's attributes, before new state tensors are made. Every replay of a compiled step recomputes them. */
  attrs(options: O, states: readonly ParamState[]): A;
}

/** The rule of a fused op. */
export function fusedRule<O extends BaseOptions, A extends StepAttrs>(
  declared: FusedRule<O, A>,
): UpdateRule<O> {
  const { rules, op, stateNames } = declared;
  return {
    check() {},
    ...declared,
    defaults: defaultsOf<O>(rules),
    update(updates, options, factor) {
      const all = updates.map(({ state }) => state);
      const live = fresh(() => declared.attrs(options, all));
      const names = [...stateNames, ...(declared.uses?.(options) ?? [])];
      const inputs: Tensor[] = [];
      const targets: Tensor[] = [];
      for (const { param, grad, state } of updates) {
        const states = names.map((name) => state.tensor(name, declared.initial?.(options)));
        inputs.push(param, grad, ...states);
        targets.push(param, ...states);
      }
      applyInto(op, factor === null ? inputs : [...inputs, factor], live, targets);
    },
  };
}

/** An optimizer whose step is its definition in tensor ops. `S` are the definition's names of the state. */
interface PlainRule<O extends BaseOptions, S extends string> extends Declared<O> {
  /** PyTorch's names of the state, by the definition's. */
  readonly state: Readonly<Record<S, string>>;
  /** Those of PyTorch's names that are scalars. */
  readonly scalarNames?: readonly string[];
  /** The initial value of a state tensor. Default 0. */
  initial?(name: NoInfer<S>, options: NoInfer<O>): number;
  /** The definition. */
  step(
    state: Readonly<Record<NoInfer<S> | "x", Tensor>>,
    g: Tensor,
    t: Step,
    options: NoInfer<O>,
  ): Readonly<Record<NoInfer<S> | "x", Scalar>>;
}

/** The rule of a definition, which runs for each parameter. */
export function plainRule<O extends BaseOptions, S extends string>(declared: PlainRule<O, S>): UpdateRule<O> {
  const { kind, rules, scalarNames = [] } = declared;
  const entries = Object.entries(declared.state) as [S, string][];
  return {
    kind,
    rules,
    defaults: defaultsOf<O>(rules),
    check: (options) => declared.check?.(options),
    stateNames: entries.map(([, name]) => name),
    scalarNames,
    optionalStateNames: [],
    update: oneByOne((x, g, state, options) =>
      withoutTapes(() => {
        const before = entries.map(([own, name]): [string, Tensor] => {
          const { value } = fresh(() => ({ value: declared.initial?.(own, options) ?? 0 }));
          return [own, state.tensor(name, value, scalarNames.includes(name) ? [] : undefined)];
        });
        const old = Object.fromEntries([["x", x], ...before]) as Record<S | "x", Tensor>;
        const after = declared.step(old, g, (of) => scalars(x, () => of(state.step)), options);
        for (const [own, target] of Object.entries<Tensor>(old))
          applyInto(contiguousOp, [after[own as S] as Tensor], {}, [target]);
      }),
    ),
  };
}

/** Numbers as scalars of a parameter's dtype, on its backend. Every replay of a compiled step recomputes them. */
function scalars<N extends string>(
  { backend, dtype }: Tensor,
  read: () => Readonly<Record<N, number>>,
): Record<N, Tensor> {
  const names = fresh(() => Object.keys(read()));
  const numbers = (): number[] => Object.values<number>(read());
  const make = (): Float32Array | Float64Array =>
    dtype === "float64" ? Float64Array.from(numbers()) : Float32Array.from(numbers());
  const all = hostData(make, [names.length], { backend, dtype });
  return Object.fromEntries(names.map((name, i) => [name, all.select(0, i)])) as Record<N, Tensor>;
}

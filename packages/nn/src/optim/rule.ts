import type { Tensor } from "@saccade/tensor";
import {
  applyInto,
  assume,
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

/** The defaults that rules declare. */
export function defaultsOf<O>(rules: Rules): O {
  return Object.fromEntries(Object.entries(rules).map(([name, rule]) => [name, rule.default])) as O;
}

/** A part of the state that only some options use. */
interface OptionalPart<O> {
  /** PyTorch's name. */
  readonly name: string;
  used(options: O): boolean;
}

/** A part of the state, by the definition's name and by PyTorch's. */
interface Part<O> extends Partial<OptionalPart<O>> {
  readonly own: string;
  readonly name: string;
}

/** A parameter and its state by the definition's names. The optional parts `P` are null until a step has made them. */
type StateOf<S extends string, P extends string> = Readonly<
  Record<S | "x", Tensor> & Record<P, Tensor | null>
>;

/** An optimizer by its definition in tensor ops. */
interface Defined<O extends BaseOptions, S extends string, P extends string, A extends StepAttrs>
  extends Pick<UpdateRule<O>, "kind"> {
  /** Each option with its rule and default. */
  readonly rules: Rules;
  /** Refuses options that do not go together. */
  check?(options: NoInfer<O>): void;
  /** PyTorch's names of the state, by the definition's. */
  readonly state: Readonly<Record<S, string>>;
  readonly optional?: Readonly<Record<P, OptionalPart<NoInfer<O>>>>;
  /** Those of PyTorch's names that are scalars. */
  readonly scalarNames?: readonly string[];
  /** The initial value of a state tensor. Default 0. */
  initial?(name: NoInfer<S>, options: NoInfer<O>): number;
  /** The definition. */
  step(
    state: StateOf<NoInfer<S>, NoInfer<P>>,
    g: Tensor,
    t: Step,
    options: NoInfer<O>,
  ): Readonly<Record<NoInfer<S> | "x", Scalar> & Record<NoInfer<P>, Scalar | null>>;
  /** An op that makes the step of all parameters of a group. Its inputs are the parts of the state in their order. */
  readonly fused?: {
    readonly op: StepOp<A>;
    /** The op's attributes, before new state tensors are made. Every replay of a compiled step recomputes them. */
    attrs(options: NoInfer<O>, states: readonly ParamState[]): A;
  };
}

/** The rule of a definition, which runs for each parameter on backends that compose the fused op of others, or without one. */
export function defined<
  O extends BaseOptions,
  S extends string,
  P extends string = never,
  A extends StepAttrs = StepAttrs,
>(declared: Defined<O, S, P, A>): UpdateRule<O> {
  const { kind, rules, scalarNames = [], fused, initial } = declared;
  const always = Object.entries<string>(declared.state).map(([own, name]): Part<O> => ({ own, name }));
  const optional = Object.entries<OptionalPart<O>>(declared.optional ?? {});
  const parts = [...always, ...optional.map(([own, part]): Part<O> => ({ own, ...part }))];
  const namesOf = (some: readonly Part<O>[]): string[] => some.map(({ name }) => name);
  const usedBy = (options: O): readonly Part<O>[] =>
    optional.length === 0 ? parts : parts.filter(({ used }) => used?.(options) ?? true);
  const tensor = (state: ParamState, { own, name }: Part<O>, options: O): Tensor => {
    const fill = initial ? fresh(() => ({ value: initial(own as S, options) })).value : 0;
    return state.tensor(name, fill, scalarNames.includes(name) ? [] : undefined);
  };

  const byDefinition = oneByOne<O>((x, g, state, options) =>
    withoutTapes(() => {
      const old: Record<string, Tensor | null> = { x };
      for (const part of parts) {
        const made = (): boolean => part.used === undefined || state.tensors.has(part.name);
        if (part.used) assume(state, made);
        old[part.own] = made() ? tensor(state, part, options) : null;
      }
      const t: Step = (of) => scalars(x, () => of(state.step));
      const after: Readonly<Record<string, unknown>> = declared.step(old as StateOf<S, P>, g, t, options);
      applyInto(contiguousOp, [after["x"] as Tensor], {}, [x]);
      for (const part of usedBy(options)) {
        const target = old[part.own] ?? tensor(state, part, options);
        applyInto(contiguousOp, [after[part.own] as Tensor], {}, [target]);
      }
    }),
  );
  return {
    kind,
    rules,
    defaults: defaultsOf<O>(rules),
    check: (options) => declared.check?.(options),
    stateNames: namesOf(always),
    optionalStateNames: namesOf(parts.slice(always.length)),
    scalarNames,
    update(updates, options, factor) {
      if (!fused || updates[0]!.param.backend.composes?.(fused.op.name))
        return byDefinition(updates, options, factor);
      const all = updates.map(({ state }) => state);
      const live = fresh(() => fused.attrs(options, all));
      const used = usedBy(options);
      const inputs: Tensor[] = [];
      const targets: Tensor[] = [];
      for (const { param, grad, state } of updates) {
        const states = used.map((part) => tensor(state, part, options));
        inputs.push(param, grad, ...states);
        targets.push(param, ...states);
      }
      applyInto(fused.op, factor === null ? inputs : [...inputs, factor], live, targets);
    },
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

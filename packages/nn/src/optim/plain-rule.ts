import type { Tensor } from "@saccade/tensor";
import { applyInto, fresh, hostData, ops, withoutTapes } from "@saccade/tensor/backend";
import type { Rules } from "@saccade/tensor/contract";
import type { Rates } from "../definitions/direction.ts";
import { defaultsOf } from "./options.ts";
import { type BaseOptions, oneByOne, type UpdateRule } from "./rule.ts";

/** The declaration of an optimizer whose step is its definition: tensor ops, with numbers that follow from the options. */
export interface PlainRule<O extends BaseOptions, S extends string, N extends string>
  extends Pick<UpdateRule<O>, "kind"> {
  /** Each option with its rule and default. */
  readonly rules: Rules;
  /** Refuses options that do not go together. */
  check?(options: NoInfer<O>): void;
  /** PyTorch's names of the state, by the definition's. */
  readonly state: Readonly<Record<Exclude<S, "x">, string>>;
  /** Those of PyTorch's names that are scalars. */
  readonly scalarNames?: readonly string[];
  /** The initial value of a state tensor. Default 0. */
  initial?(name: Exclude<S, "x">, options: NoInfer<O>): number;
  /** The numbers of step t = 1, 2, … Every replay of a compiled step recomputes them. */
  rates(options: NoInfer<O>, t: number): Rates<N, number>;
  /** The step. */
  step(
    state: Readonly<Record<S | "x", Tensor>>,
    g: Tensor,
    rates: Rates<N>,
    options: NoInfer<O>,
  ): Readonly<Record<S | "x", Tensor | number>>;
}

/** An update rule that runs a definition for each parameter. */
/* @__NO_SIDE_EFFECTS__ */
export function plainRule<O extends BaseOptions, S extends string, N extends string>(
  declared: PlainRule<O, S, N>,
): UpdateRule<O> {
  const { kind, rules, scalarNames = [] } = declared;
  const entries = Object.entries(declared.state) as [Exclude<S, "x">, string][];
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
        const fill = (own: Exclude<S, "x">): number =>
          fresh(() => ({ value: declared.initial?.(own, options) ?? 0 })).value;
        const before = entries.map(([own, name]): [string, Tensor] => [
          own,
          state.tensor(name, fill(own), scalarNames.includes(name) ? [] : undefined),
        ]);
        const old = Object.fromEntries([["x", x], ...before]) as Record<S | "x", Tensor>;
        const rates = scalars(x, () => declared.rates(options, state.step));
        const after = declared.step(old, g, rates, options);
        for (const [own, target] of Object.entries<Tensor>(old))
          applyInto(ops.contiguous, [after[own as S] as Tensor], {}, [target]);
      }),
    ),
  };
}

/** Numbers as scalars of a parameter's dtype, on its backend. Every replay of a compiled step recomputes them. */
function scalars<N extends string>(
  { backend, dtype }: Tensor,
  read: () => Rates<N, number>,
): Record<N, Tensor> {
  const names = fresh(() => Object.keys(read()));
  const numbers = (): number[] => Object.values<number>(read());
  const make = (): Float32Array | Float64Array =>
    dtype === "float64" ? Float64Array.from(numbers()) : Float32Array.from(numbers());
  const all = hostData(make, [names.length], { backend, dtype });
  return Object.fromEntries(names.map((name, i) => [name, all.select(0, i)])) as Record<N, Tensor>;
}

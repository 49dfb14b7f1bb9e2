import type { Tensor } from "@saccade/tensor";
import { applyInto, fresh, type StepAttrs, type StepOp } from "@saccade/tensor/backend";
import type { Rules } from "@saccade/tensor/contract";
import { defaultsOf } from "./options.ts";
import type { ParamState } from "./param-state.ts";
import type { BaseOptions, UpdateRule } from "./rule.ts";

/** The declaration of an optimizer whose step is one fused op. */
export interface FusedRule<O extends BaseOptions, A extends StepAttrs>
  extends Pick<UpdateRule<O>, "kind" | "stateNames" | "optionalStateNames"> {
  /** Each option with its rule and default. */
  readonly rules: Rules;
  /** Refuses options that do not go together. */
  check?(options: O): void;
  readonly op: StepOp<A>;
  /** The optional state tensors that these options use. */
  uses?(options: O): readonly string[];
  /** The initial value of state tensors. Default 0. */
  initial?(options: O): number;
  /** The op's attributes, before new state tensors are made. Every replay of a compiled step recomputes them. */
  attrs(options: O, states: readonly ParamState[]): A;
}

/** An update rule that updates all parameters of a group with one fused op. */
/* @__NO_SIDE_EFFECTS__ */
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

import type { Tensor } from "@saccade/tensor";
import { applyInto, fresh, type StepAttrs, type StepOp } from "@saccade/tensor/backend";
import type { ParamState } from "./param-state.ts";
import type { ParamUpdate } from "./rule.ts";

/**
 * Updates all parameters with one op. Its attributes are computed before the state tensors are created, and again in
 * every replay of a compiled step.
 */
export function applyStep<A extends StepAttrs>(
  op: StepOp<A>,
  updates: readonly ParamUpdate[],
  factor: Tensor | null,
  attrs: (states: readonly ParamState[]) => A,
  tensors: (state: ParamState) => readonly Tensor[],
): void {
  const live = fresh(() => attrs(updates.map(({ state }) => state)));
  const inputs: Tensor[] = [];
  const targets: Tensor[] = [];
  for (const { param, grad, state } of updates) {
    const states = tensors(state);
    inputs.push(param, grad, ...states);
    targets.push(param, ...states);
  }
  applyInto(op, factor === null ? inputs : [...inputs, factor], live, targets);
}

import { type Tensor, zeros } from "@saccade/tensor";
import type { SequenceOptions } from "@saccade/tensor/backend";
import * as fused from "@saccade/tensor/fused";
import type { GateWeights } from "./weights.ts";

/** The states at all steps, and the parts of the final state. */
export interface SequenceRun {
  /** (T, B, H) */
  readonly states: Tensor;
  /** Each (B, H). */
  readonly last: readonly Tensor[];
}

/**
 * Runs a recurrent cell over a sequence: projected inputs (T, B, G H) and the parts of the initial state, each (B, H).
 * The first part is the output.
 */
export type RunCell = (
  projected: Tensor,
  state: readonly Tensor[],
  weights: GateWeights,
  options?: SequenceOptions,
) => SequenceRun;

/** See {@link fused.gruSequence}. */
export const runGru: RunCell = (projected, [h], weights, options) => {
  const { states, last } = fused.gruSequence(projected, h!, weights.weightHh, biasOf(weights), options);
  return { states, last: [last] };
};

/** See {@link fused.lstmSequence}. */
export const runLstm: RunCell = (projected, [h, c], weights, options) => {
  const { weightHh } = weights;
  const run = fused.lstmSequence(projected, h!, c!, weightHh, biasOf(weights), options);
  return { states: run.states, last: [run.lastState, run.lastCell] };
};

function biasOf({ weightHh, biasHh }: GateWeights): Tensor {
  return biasHh ?? zeros([weightHh.size(0)], { dtype: weightHh.dtype, backend: weightHh.backend });
}

import { cat, type Tensor, zeros } from "@saccade/tensor";
import { dropped } from "../layers/dropout.ts";
import type { RunCell } from "./cells.ts";
import { type GateWeights, projectInput } from "./weights.ts";

/** How a stack of recurrent layers runs. */
export interface ScanPlan {
  readonly cell: RunCell;
  /** 1, or 2 for a bidirectional network. */
  readonly directions: 1 | 2;
  /** The time dim of x (T, B, I) or (B, T, I). */
  readonly timeDim: 0 | 1;
  /** The dropout probability between layers; 0 unless training. */
  readonly dropout: number;
  /** (B) int32; null when all sequences are T long. */
  readonly lengths: Tensor | null;
}

/** The outputs at all steps, and the final state of each layer and direction. */
export interface ScanResult {
  /** (T, B, D H) or (B, T, D H) */
  readonly output: Tensor;
  /** For each layer and direction, the parts of the final state, each (B, H). */
  readonly finals: readonly (readonly Tensor[])[];
}

/** Runs stacked layers. `weights` and `initial` have one entry for each layer and direction, layer first. */
export function scanLayers(
  plan: ScanPlan,
  x: Tensor,
  weights: readonly GateWeights[],
  initial: readonly (readonly Tensor[])[],
): ScanResult {
  const finals: (readonly Tensor[])[] = [];
  let input = x;
  for (let layer = 0; layer < weights.length; layer += plan.directions) {
    if (layer > 0 && plan.dropout > 0) input = dropped(input, plan.dropout, true);
    const outputs: Tensor[] = [];
    for (let k = layer; k < layer + plan.directions; k++) {
      const { output, final } = scan(plan, input, weights[k]!, initial[k]!, k > layer);
      outputs.push(output);
      finals.push(final);
    }
    input = outputs.length === 1 ? outputs[0]! : cat(outputs, -1);
  }
  return { output: input, finals };
}

// One direction of one layer.
function scan(
  { cell, timeDim, lengths }: ScanPlan,
  x: Tensor,
  weights: GateWeights,
  initial: readonly Tensor[],
  reverse: boolean,
): { output: Tensor; final: readonly Tensor[] } {
  const projected = projectInput(x, weights); // all steps in one product
  const timeFirst = (y: Tensor): Tensor => (timeDim === 0 ? y : y.transpose(0, 1));
  const { states, last } = cell(timeFirst(projected), initial, weights, { reverse, lengths });
  return { output: timeFirst(states), final: last };
}

/** The default initial state: zeros, for each layer and direction. */
export function zeroStates(
  like: Tensor,
  count: number,
  parts: number,
  batch: number,
  hidden: number,
): Tensor[][] {
  const zero = zeros([batch, hidden], { dtype: like.dtype, backend: like.backend });
  return Array.from({ length: count }, () => new Array<Tensor>(parts).fill(zero));
}

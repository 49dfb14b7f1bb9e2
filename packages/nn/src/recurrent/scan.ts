import { cat, type Tensor } from "@saccade/tensor";
import { dropped } from "../layers/dropout.ts";
import { type Cell, type GateParameters, projectInput } from "./cells.ts";

/** How a stack of recurrent layers runs. */
export interface ScanPlan {
  readonly cell: Cell;
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
  { cell, directions, timeDim, dropout, lengths }: ScanPlan,
  x: Tensor,
  weights: readonly GateParameters[],
  initial: readonly (readonly Tensor[])[],
): ScanResult {
  const timeFirst = (y: Tensor): Tensor => (timeDim === 0 ? y : y.transpose(0, 1));
  const finals: (readonly Tensor[])[] = [];
  let input = x;
  for (let layer = 0; layer < weights.length; layer += directions) {
    if (layer > 0 && dropout > 0) input = dropped(input, dropout, true);
    const outputs: Tensor[] = [];
    for (let k = layer; k < layer + directions; k++) {
      const projected = timeFirst(projectInput(input, weights[k]!)); // all steps in one product
      const { states, last } = cell.run(projected, initial[k]!, weights[k]!, { reverse: k > layer, lengths });
      outputs.push(timeFirst(states));
      finals.push(last);
    }
    input = outputs.length === 1 ? outputs[0]! : cat(outputs, -1);
  }
  return { output: input, finals };
}

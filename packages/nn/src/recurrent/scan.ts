import { cat, stack, type Tensor, unbind, where, zeros } from "@saccade/tensor";
import { dropout } from "../layers/dropout.ts";
import { type CellStep, type GateWeights, projectInput } from "./weights.ts";

/** How a stack of recurrent layers runs. */
export interface ScanPlan {
  readonly step: CellStep;
  /** 1, or 2 for a bidirectional network. */
  readonly directions: 1 | 2;
  /** Where time stands in x (T, B, I) or (B, T, I). */
  readonly timeDim: 0 | 1;
  /** Between layers; 0 unless training. */
  readonly dropout: number;
  /** T masks (B, 1), true within a sequence's length; null when all sequences are T long. */
  readonly masks: readonly Tensor[] | null;
}

/** Outputs of all steps, and the last state of each layer and direction. */
export interface ScanResult {
  /** (T, B, D H) or (B, T, D H) */
  readonly output: Tensor;
  /** For each layer and direction the state, each of its parts (B, H). */
  readonly finals: readonly (readonly Tensor[])[];
}

/** Runs layers one on another. `weights` and `initial` have one entry for each layer and direction, layer first. */
export function scanLayers(
  plan: ScanPlan,
  x: Tensor,
  weights: readonly GateWeights[],
  initial: readonly (readonly Tensor[])[],
): ScanResult {
  const finals: (readonly Tensor[])[] = [];
  let input = x;
  for (let layer = 0; layer < weights.length; layer += plan.directions) {
    if (layer > 0 && plan.dropout > 0) input = dropout(input, plan.dropout);
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

// One direction of one layer. A sequence that is over keeps its state; one that has not begun (from its end,
// in reverse) keeps its first. Both give zeros.
function scan(
  { step, timeDim, masks }: ScanPlan,
  x: Tensor,
  weights: GateWeights,
  initial: readonly Tensor[],
  reverse: boolean,
): { output: Tensor; final: readonly Tensor[] } {
  const projected = unbind(projectInput(x, weights), timeDim); // T of (B, G H), from one product
  const outputs = new Array<Tensor>(projected.length);
  let state = initial;
  for (let i = 0; i < projected.length; i++) {
    const t = reverse ? projected.length - 1 - i : i;
    const next = step(projected[t]!, state, weights);
    const mask = masks?.[t];
    if (mask === undefined) {
      state = next;
      outputs[t] = next[0]!;
    } else {
      state = next.map((part, j) => where(mask, part, state[j]!));
      outputs[t] = where(mask, next[0]!, 0);
    }
  }
  return { output: stack(outputs, timeDim), final: state };
}

/** The state that networks start from unless given one: zeros, for each layer and direction. */
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

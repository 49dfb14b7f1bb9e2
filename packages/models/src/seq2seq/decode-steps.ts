import { stack, type Tensor } from "@saccade/tensor";
import type { DecoderState } from "./interfaces.ts";

/** One step of a recurrent decoder: the next state of each layer (b, h), an output (b, size), and weights (b, 1, n). */
interface Step {
  readonly hidden: readonly Tensor[];
  readonly output: Tensor;
  readonly weights: Tensor;
}

/** Runs a recurrent decoder over embedded words (b, steps, embed): outputs (b, steps, size), weights (steps, b, 1, n). */
export function decodeSteps<S extends DecoderState>(
  words: Tensor,
  state: S,
  step: (word: Tensor, hidden: readonly Tensor[]) => Step,
): { readonly output: Tensor; readonly state: S; readonly weights: Tensor } {
  const outputs: Tensor[] = [];
  const weights: Tensor[] = [];
  let hidden: readonly Tensor[] = state.hidden.unbind(0);
  for (const word of words.unbind(1)) {
    const next = step(word, hidden);
    hidden = next.hidden;
    outputs.push(next.output);
    weights.push(next.weights);
  }
  return { output: stack(outputs, 1), state: { ...state, hidden: stack(hidden) }, weights: stack(weights) };
}

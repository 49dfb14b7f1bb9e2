import type { Bert } from "@saccade/models";
import type { Tensor } from "@saccade/tensor";

/** Hidden states (…, dModel) to scores (…, vocabulary). */
export type MaskedHead = (hidden: Tensor) => Tensor;

/** The model's own head for masked tokens; without one, a hidden state is compared with each embedding. */
export function maskedHeadOf(bert: Bert): MaskedHead {
  return bert.maskedHead === null
    ? (hidden) => bert.embedding.scores(hidden)
    : (hidden) => bert.logits(hidden);
}

import { type Generator, multinomial, type Tensor } from "@saccade/tensor";
import { topKFilter, topPFilter } from "./filters.ts";
import { checkLogProb } from "./step.ts";

/** How a token is chosen from its scores. */
export interface SampleSettings {
  /** 0 for the most probable token. */
  readonly temperature: number;
  readonly topK: number | undefined;
  readonly topP: number | undefined;
  readonly generator: Generator | undefined;
}

/**
 * A token by its scores (vocabulary): temperature, then top-k, then top-p, in Hugging Face's order.
 *
 * @throws ArgumentError for scores that are NaN.
 */
export function sampleToken(logits: Tensor, { temperature, topK, topP, generator }: SampleSettings): number {
  checkLogProb("generate", logits.max().item());
  if (temperature === 0) return logits.argmax().item();
  let scores = logits.div(temperature);
  if (topK !== undefined) scores = topKFilter(scores, topK);
  if (topP !== undefined) scores = topPFilter(scores, topP);
  return multinomial(scores.softmax(-1), 1, generator === undefined ? {} : { generator }).item();
}

import type { Tensor } from "@saccade/tensor";

/** The state of a PointerGenerator. */
export interface CopyState {
  /** The encoder's states, (b, n, h). */
  readonly encOutputs: Tensor;
  /** The projected keys, (b, n, h). */
  readonly projectedKeys: Tensor;
  /** (layers, b, h) */
  readonly hidden: Tensor;
  /** The number of source words of each sequence: (b). */
  readonly validLens: Tensor | undefined;
  /** The ids that copying each source word produces: (b, source steps). */
  readonly copyIds: Tensor | undefined;
}

/** A PointerGenerator's attention and choices at each step. */
export interface CopyTrace {
  /** The attention over the source, which is also the distribution of the word to copy: (b, steps, n). */
  readonly weights: Tensor;
  /** The probability of generating a word of the vocabulary instead of copying, (b, steps); 1 without copying. */
  readonly pGen: Tensor;
}

/** The result of a PointerGenerator. */
export interface CopyResult extends CopyTrace {
  /** Log-probabilities: (b, steps, vocabulary + n) with copying, (b, steps, vocabulary) without. */
  readonly output: Tensor;
  /** The state after the token. */
  readonly state: CopyState;
}

/** The result of `PointerGenerator.logLikelihood`. */
export interface CopyLikelihood extends CopyTrace {
  /** The log-probability of each target word, (b, steps). */
  readonly logProbs: Tensor;
}

import type { Tensor } from "@saccade/tensor";

/** What a network says after one more token. */
export interface TokenResult<S> {
  /** Logarithms of the probabilities of each next token: (vocabulary). */
  readonly logProbs: Tensor;
  readonly state: S;
  /** Where it looked: (source steps). */
  readonly weights: Tensor;
}

/** Feeds one token to a network in a state. The state given is not changed. */
export type TokenStep<S> = (token: number, state: S) => TokenResult<S>;

export interface DecodingOptions {
  /** The token that starts a sentence, and the one that ends it. */
  readonly bos: number;
  readonly eos: number;
  /** At most so many tokens are decoded. */
  readonly maxSteps: number;
}

/** What might have come at a place, and how probable it was there. */
export interface Candidate {
  readonly token: number;
  readonly logProb: number;
}

/** A decoded sentence. */
export interface Hypothesis {
  /** The tokens, without `bos`, and with `eos` where the sentence ended by itself. */
  readonly tokens: readonly number[];
  /** The sum of the tokens' log-probabilities. */
  readonly logProb: number;
  /** For each token where the network looked: (tokens, source steps). */
  readonly weights: readonly (readonly number[])[];
}

/** @throws RangeError unless maxSteps is a whole number ≥ 1. */
export function checkMaxSteps(what: string, maxSteps: number, name: string = "maxSteps"): void {
  if (Number.isInteger(maxSteps) && maxSteps >= 1) return;
  throw new RangeError(`${what}: ${name} is ${maxSteps}; it must be a whole number ≥ 1.`);
}

/** @throws RangeError when a network no longer gives numbers. */
export function checkLogProb(what: string, logProb: number): number {
  if (!Number.isNaN(logProb)) return logProb;
  throw new RangeError(
    `${what}: the network's scores are NaN; train it anew with a lower lr, or clip its gradients.`,
  );
}

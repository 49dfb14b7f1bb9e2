import { noGrad } from "@saccade/autograd";
import type { Tensor } from "@saccade/tensor";
import {
  type Candidate,
  checkLogProb,
  checkMaxSteps,
  type DecodingOptions,
  type Hypothesis,
  type TokenStep,
} from "./step.ts";

export interface GreedyOptions extends DecodingOptions {
  /** Tokens that the sentence is made to begin with. Default none. */
  readonly prefix?: readonly number[];
  /** How many of the most probable tokens are noted at every step. Default 0. */
  readonly candidates?: number;
}

/** A greedily decoded sentence. */
export interface GreedyHypothesis extends Hypothesis {
  /** For each token what might have stood there, the most probable first. */
  readonly candidates: readonly (readonly Candidate[])[];
}

/**
 * Takes the most probable token at every step, behind `prefix`, until `eos` or for `maxSteps`. Each step is read back.
 *
 * @throws RangeError for fewer than one step, or a number of candidates that is none.
 */
export function greedyDecode<S>(
  step: TokenStep<S>,
  initial: S,
  { bos, eos, maxSteps, prefix = [], candidates: count = 0 }: GreedyOptions,
): GreedyHypothesis {
  checkMaxSteps("greedyDecode", maxSteps);
  if (!Number.isInteger(count) || count < 0) {
    throw new RangeError(`greedyDecode: candidates is ${count}; it must be a whole number ≥ 0.`);
  }
  return noGrad(() => {
    const tokens: number[] = [];
    const weights: number[][] = [];
    const candidates: Candidate[][] = [];
    let logProb = 0;
    let state = initial;
    let token = bos;
    while (tokens.length < maxSteps && token !== eos) {
      const next = step(token, state);
      token = prefix[tokens.length] ?? next.logProbs.argmax().item();
      logProb += checkLogProb("greedyDecode", next.logProbs.select(0, token).item());
      tokens.push(token);
      weights.push([...next.weights.dataSync()]);
      if (count > 0) candidates.push(mostProbable(next.logProbs, count));
      state = next.state;
    }
    return { tokens, logProb, weights, candidates };
  });
}

function mostProbable(logProbs: Tensor, count: number): Candidate[] {
  const { values, indices } = logProbs.topk(Math.min(count, logProbs.numel));
  const tokens = indices.dataSync();
  return Array.from(values.dataSync(), (logProb, i) => ({ token: tokens[i]!, logProb }));
}

import { noGrad } from "@saccade/autograd";
import { IndexError, type Tensor } from "@saccade/tensor";
import { refuseExtra } from "@saccade/tensor/backend";
import { listOf, type OptionsOf, options, whole } from "@saccade/tensor/contract";
import {
  type Candidate,
  checkLogProb,
  checkResult,
  checkStep,
  decodingRules,
  type Hypothesis,
  type TokenStep,
} from "./step.ts";

const greedyOptions = options(
  "greedyDecode",
  {
    ...decodingRules,
    /** Tokens that the sentence must start with. Default: none. */
    prefix: { ...listOf(whole(undefined, { min: 0 })), must: "an array of token ids" },
    /** The number of most probable tokens to return for every step. Default 0. */
    candidates: whole(0, { min: 0 }),
  },
  { example: "greedyDecode(step, state, { bos, eos, maxSteps: 20 })" },
);

/** Options of {@link greedyDecode}. */
export interface GreedyOptions extends OptionsOf<typeof greedyOptions> {}

/** A greedily decoded sentence. */
export interface GreedyHypothesis extends Hypothesis {
  /** The candidates for each token, most probable first. */
  readonly candidates: readonly (readonly Candidate[])[];
}

/**
 * Takes the most probable token at every step, after `prefix`, until `eos` or `maxSteps`. Each step reads values back.
 *
 * @throws ArgumentError for invalid options; ArgumentError if the network returns NaN.
 * @example
 * const logProbs = tensor([-9, -9, -3, -0.1]);
 * const step = () => ({ logProbs, state: 0, weights: ones([1]) });
 * greedyDecode(step, 0, { bos: 1, eos: 2, maxSteps: 3 }).tokens // [3, 3, 3]
 */
export function greedyDecode<S>(step: TokenStep<S>, initial: S, given: GreedyOptions): GreedyHypothesis {
  refuseExtra("greedyDecode", arguments, 3);
  checkStep("greedyDecode", step);
  const { bos, eos, maxSteps, prefix = [], candidates: count } = greedyOptions(given);
  return noGrad(() => {
    const tokens: number[] = [];
    const weights: number[][] = [];
    const candidates: Candidate[][] = [];
    let logProb = 0;
    let state = initial;
    let token = bos;
    while (tokens.length < maxSteps && tokens.at(-1) !== eos) {
      const next = checkResult("greedyDecode", step(token, state));
      token = prefix[tokens.length] ?? next.logProbs.argmax().item();
      if (token >= next.logProbs.numel) {
        throw new IndexError(
          `greedyDecode: prefix has token ${token}, beyond the vocabulary of ${next.logProbs.numel}.`,
        );
      }
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

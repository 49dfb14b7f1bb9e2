import { noGrad } from "@saccade/autograd";
import { IndexError } from "@saccade/tensor";
import { listOf, type OptionsOf, required, signature, unchecked, whole } from "@saccade/tensor/contract";
import { append, mostProbable, search } from "./search.ts";
import {
  type Candidate,
  decodingRules,
  type Hypothesis,
  resultOf,
  stepRule,
  type TokenStep,
} from "./step.ts";

const name = "greedyDecode";
const call = signature(
  name,
  { step: required(stepRule), initial: unchecked("a state") },
  {
    ...decodingRules,
    /** Tokens that the sentence must start with. Default: none. */
    prefix: { ...listOf(whole(undefined, { min: 0 })), must: "an array of token ids" },
    /** The number of most probable tokens to return for every step. Default 0. */
    candidates: whole(0, { min: 0 }),
  },
  { example: `${name}(step, state, { bos, eos, maxSteps: 20 })` },
);

/** Options of {@link greedyDecode}. */
export interface GreedyOptions extends OptionsOf<typeof call> {}

/** A greedily decoded sentence. */
export interface GreedyHypothesis extends Hypothesis {
  /** The candidates for each token, most probable first. */
  readonly candidates: readonly (readonly Candidate[])[];
}

/**
 * Takes the most probable token at every step, after `prefix`, until `eos` or `maxSteps`. Each step reads values back.
 *
 * @throws ArgumentError if the network returns NaN; IndexError for a token of `prefix` beyond the vocabulary.
 * @example
 * const logProbs = tensor([-9, -9, -3, -0.1]);
 * const step = () => ({ logProbs, state: 0, weights: ones([1]) });
 * greedyDecode(step, 0, { bos: 1, eos: 2, maxSteps: 3 }).tokens // [3, 3, 3]
 */
export function greedyDecode<S>(step: TokenStep<S>, initial: S, given: GreedyOptions): GreedyHypothesis {
  const { bos, eos, maxSteps, prefix = [], candidates: count } = call(arguments, given);
  const candidates: Candidate[][] = [];
  const [found] = noGrad(() =>
    search(initial, { eos, maxSteps, beamSize: 1 }, ([before], length) => {
      const { logProbs, state, weights } = resultOf(name, step(before!.tokens.at(-1) ?? bos, before!.state));
      const token = prefix[length - 1] ?? logProbs.argmax().item();
      if (token >= logProbs.numel)
        throw new IndexError(
          `${name}: prefix has token ${token}, beyond the vocabulary of ${logProbs.numel}.`,
        );
      if (count > 0) candidates.push(...mostProbable(logProbs.unsqueeze(0), count));
      const logProb = logProbs.select(0, token).item();
      return [append(name, before!, { token, logProb }, { state, weights: [...weights.dataSync()] })];
    }),
  );
  const { tokens, logProb, weights } = found!;
  return { tokens, logProb, weights, candidates };
}

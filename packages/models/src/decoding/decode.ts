import { noGrad } from "@saccade/autograd";
import { IndexError } from "@saccade/tensor";
import { listOf, type OptionsOf, signature, whole } from "@saccade/tensor/contract";
import * as search from "./search.ts";

const greedyCall = signature(
  "greedyDecode",
  search.searchRules,
  {
    ...search.decodingRules,
    /** Tokens that the sentence must start with. Default: none. */
    prefix: { ...listOf(whole(undefined, { min: 0 })), must: "an array of token ids" },
    /** The number of most probable tokens to return for every step. Default 0. */
    candidates: whole(0, { min: 0 }),
  },
  { example: "greedyDecode(step, state, { bos, eos, maxSteps: 20 })" },
);

/** Options of {@link greedyDecode}. */
export interface GreedyOptions extends OptionsOf<typeof greedyCall, typeof search.decodingRules> {}

/** A greedily decoded sentence. */
export interface GreedyHypothesis extends search.Hypothesis {
  /** The candidates for each token, most probable first. */
  readonly candidates: readonly (readonly search.Candidate[])[];
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
export function greedyDecode<S>(
  step: search.TokenStep<S>,
  initial: S,
  given: GreedyOptions,
): GreedyHypothesis {
  const { bos, eos, maxSteps, prefix = [], candidates: count } = greedyCall([step, initial, given]);
  const candidates: search.Candidate[][] = [];
  const [found] = noGrad(() =>
    search.search(initial, { eos, maxSteps, beamSize: 1 }, ([before]) => {
      const { logProbs, ...next } = search.feed("greedyDecode", step, before!, bos);
      const token = prefix[before!.tokens.length] ?? logProbs.argmax().item();
      if (token >= logProbs.numel)
        throw new IndexError(
          `greedyDecode: prefix has token ${token}, beyond the vocabulary of ${logProbs.numel}.`,
        );
      if (count > 0) candidates.push(...search.mostProbable(logProbs.unsqueeze(0), count));
      const logProb = logProbs.select(0, token).item();
      return [search.append("greedyDecode", before!, { token, logProb }, next)];
    }),
  );
  const { tokens, logProb, weights } = found!;
  return { tokens, logProb, weights, candidates };
}

const beamCall = signature(
  "beamSearch",
  search.searchRules,
  { ...search.decodingRules, ...search.beamRules },
  {
    example: "beamSearch(step, state, { bos, eos, maxSteps: 20, beamSize: 4 })",
    renamed: { numBeams: "write beamSize" },
  },
);

/** Options of {@link beamSearch}. */
export interface BeamSearchOptions
  extends OptionsOf<typeof beamCall, typeof search.decodingRules & typeof search.beamRules> {}

/**
 * Keeps the `beamSize` most probable hypotheses at every step. Returns up to `beamSize` sentences, best first. Stops
 * when that many have ended, or after `maxSteps`. Each step reads values back.
 *
 * @throws ArgumentError if the network returns NaN.
 * @example
 * const logProbs = tensor([-9, -9, -0.1, -3]);
 * const step = () => ({ logProbs, state: 0, weights: ones([1]) });
 * beamSearch(step, 0, { bos: 1, eos: 2, maxSteps: 20 })[0].tokens // [2]
 */
export function beamSearch<S>(
  step: search.TokenStep<S>,
  initial: S,
  given: BeamSearchOptions,
): search.RankedHypothesis[] {
  const { bos, lengthPenalty, ...settings } = beamCall([step, initial, given]);
  const found = noGrad(() =>
    search.search(initial, settings, (open) =>
      open.flatMap((before) => {
        const { logProbs, ...next } = search.feed("beamSearch", step, before, bos);
        const [candidates] = search.mostProbable(logProbs.unsqueeze(0), settings.beamSize);
        return candidates!.map((one) => search.append("beamSearch", before, one, { ...next, lengthPenalty }));
      }),
    ),
  );
  return found.map(({ state: _, ...hypothesis }) => hypothesis);
}

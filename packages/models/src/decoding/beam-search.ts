import { noGrad } from "@saccade/autograd";
import { type OptionsOf, required, signature, unchecked } from "@saccade/tensor/contract";
import { append, beamRules, mostProbable, type RankedHypothesis, search } from "./search.ts";
import { decodingRules, resultOf, stepRule, type TokenStep } from "./step.ts";

const name = "beamSearch";
const call = signature(
  name,
  { step: required(stepRule), initial: unchecked("a state") },
  { ...decodingRules, ...beamRules },
  {
    example: `${name}(step, state, { bos, eos, maxSteps: 20, beamSize: 4 })`,
    renamed: { numBeams: "write beamSize" },
  },
);

/** Options of {@link beamSearch}. */
export interface BeamSearchOptions extends OptionsOf<typeof call> {}

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
export function beamSearch<S>(step: TokenStep<S>, initial: S, given: BeamSearchOptions): RankedHypothesis[] {
  const { bos, lengthPenalty, ...settings } = call(arguments, given);
  const found = noGrad(() =>
    search(initial, settings, (open) =>
      open.flatMap((before) => {
        const { logProbs, state, weights } = resultOf(name, step(before.tokens.at(-1) ?? bos, before.state));
        const next = { state, weights: [...weights.dataSync()], lengthPenalty };
        const [candidates] = mostProbable(logProbs.unsqueeze(0), settings.beamSize);
        return candidates!.map((candidate) => append(name, before, candidate, next));
      }),
    ),
  );
  return found.map(({ state: _, ...hypothesis }) => hypothesis);
}

import { noGrad } from "@saccade/autograd";
import { refuseExtra } from "@saccade/tensor/backend";
import { number, type OptionsOf, options, size } from "@saccade/tensor/contract";
import {
  checkLogProb,
  checkResult,
  checkStep,
  decodingRules,
  type Hypothesis,
  type TokenStep,
} from "./step.ts";

/** Rules of the options of a beam. Beyond a penalty of 10, the length alone decides. */
export const beamRules = {
  /** The number of hypotheses kept at every step. Default 4; 1 is greedy decoding. */
  beamSize: size(4),
  /**
   * α of the length penalty ((5 + length) / 6)^α by which log-probabilities are divided (Wu et al. 2016,
   * equation 14). 0, the default, ranks by probability alone, which favours short sentences.
   */
  lengthPenalty: number(0, { min: 0, max: 10 }),
};

const beamOptions = options(
  "beamSearch",
  { ...decodingRules, ...beamRules },
  {
    example: "beamSearch(step, state, { bos, eos, maxSteps: 20, beamSize: 4 })",
    renamed: { numBeams: "write beamSize" },
  },
);

/** Options of {@link beamSearch}. */
export interface BeamSearchOptions extends OptionsOf<typeof beamOptions> {}

/** A hypothesis with its score. */
export interface RankedHypothesis extends Hypothesis {
  /** logProb over the length penalty. */
  readonly score: number;
}

/** A hypothesis that has not ended. */
export interface OpenHypothesis<S> extends RankedHypothesis {
  readonly state: S;
}

/**
 * Keeps the `beamSize` most probable hypotheses at every step. Returns up to `beamSize` sentences, best first. Stops
 * when that many have ended, or after `maxSteps`. Each step reads values back.
 *
 * @throws ArgumentError for invalid options; ArgumentError if the network returns NaN.
 * @example
 * const logProbs = tensor([-9, -9, -0.1, -3]);
 * const step = () => ({ logProbs, state: 0, weights: ones([1]) });
 * beamSearch(step, 0, { bos: 1, eos: 2, maxSteps: 20 })[0].tokens // [2]
 */
export function beamSearch<S>(step: TokenStep<S>, initial: S, given: BeamSearchOptions): RankedHypothesis[] {
  refuseExtra("beamSearch", arguments, 3);
  checkStep("beamSearch", step);
  const { bos, eos, maxSteps, beamSize, lengthPenalty } = beamOptions(given);
  const settings = { eos, maxSteps, beamSize };
  return noGrad(() =>
    searchBeams(initial, settings, (open, length) => {
      const penalty = lengthFactor(length, lengthPenalty);
      return open.flatMap((hypothesis) => grow(step, hypothesis, bos, beamSize, penalty));
    }),
  );
}

/** How a beam is searched. */
export interface BeamSettings {
  /** undefined where no token ends a sentence. */
  readonly eos: number | undefined;
  readonly maxSteps: number;
  readonly beamSize: number;
}

/** The divisor of the log-probability of so many tokens. See {@link BeamSearchOptions.lengthPenalty}. */
export function lengthFactor(length: number, lengthPenalty: number): number {
  return ((5 + length) / 6) ** lengthPenalty;
}

/**
 * The loop of a beam search: `growAll` gives the continuations of all open hypotheses, each of `length` tokens; the best
 * are kept.
 */
export function searchBeams<S>(
  initial: S,
  { eos, maxSteps, beamSize }: BeamSettings,
  growAll: (open: readonly OpenHypothesis<S>[], length: number) => OpenHypothesis<S>[],
): RankedHypothesis[] {
  let open: OpenHypothesis<S>[] = [{ tokens: [], logProb: 0, weights: [], score: 0, state: initial }];
  const ended: RankedHypothesis[] = [];
  for (let length = 1; length <= maxSteps && open.length > 0 && ended.length < beamSize; length++) {
    const grown = best(growAll(open, length), beamSize);
    ended.push(...grown.filter(({ tokens }) => tokens.at(-1) === eos).map(withoutState));
    open = grown.filter(({ tokens }) => tokens.at(-1) !== eos);
  }
  return best([...ended, ...open.map(withoutState)], beamSize);
}

// The most probable continuations of one hypothesis.
function grow<S>(
  step: TokenStep<S>,
  hypothesis: OpenHypothesis<S>,
  bos: number,
  beamSize: number,
  penalty: number,
): OpenHypothesis<S>[] {
  const { logProbs, state, weights } = checkResult(
    "beamSearch",
    step(hypothesis.tokens.at(-1) ?? bos, hypothesis.state),
  );
  const { values, indices } = logProbs.topk(Math.min(beamSize, logProbs.numel));
  const row = [...weights.dataSync()];
  const tokens = indices.dataSync();
  return Array.from(values.dataSync(), (value, i) => {
    const logProb = hypothesis.logProb + checkLogProb("beamSearch", value);
    return {
      tokens: [...hypothesis.tokens, tokens[i]!],
      weights: [...hypothesis.weights, row],
      logProb,
      score: logProb / penalty,
      state,
    };
  });
}

function best<H extends RankedHypothesis>(hypotheses: readonly H[], count: number): H[] {
  return hypotheses.toSorted((a, b) => b.score - a.score).slice(0, count);
}

function withoutState<S>({ tokens, logProb, weights, score }: OpenHypothesis<S>): RankedHypothesis {
  return { tokens, logProb, weights, score };
}

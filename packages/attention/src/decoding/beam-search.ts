import { noGrad } from "@saccade/autograd";
import {
  checkLogProb,
  checkMaxSteps,
  type DecodingOptions,
  type Hypothesis,
  type TokenStep,
} from "./step.ts";

export interface BeamSearchOptions extends DecodingOptions {
  /** How many hypotheses are kept at every step. Default 4; 1 is greedy decoding. */
  readonly beamSize?: number;
  /**
   * α of the length penalty ((5 + length) / 6)^α by which log-probabilities are divided (Wu et al. 2016,
   * equation 14). 0, the default, ranks by probability alone, which favours short sentences.
   */
  readonly lengthPenalty?: number;
}

/** A hypothesis with its place in the ranking. */
export interface RankedHypothesis extends Hypothesis {
  /** logProb over the length penalty. */
  readonly score: number;
}

interface Open<S> extends RankedHypothesis {
  readonly state: S;
}

/**
 * Keeps the `beamSize` most probable beginnings at every step, and gives up to as many sentences, the best first:
 * it stops when so many have ended, or after `maxSteps`. Beams of 1 decode greedily. Each step is read back.
 *
 * @throws RangeError for a beam size or a number of steps below 1.
 */
export function beamSearch<S>(
  step: TokenStep<S>,
  initial: S,
  options: BeamSearchOptions,
): RankedHypothesis[] {
  const { bos, eos, maxSteps, beamSize = 4, lengthPenalty = 0 } = options;
  checkMaxSteps("beamSearch", maxSteps);
  if (!Number.isInteger(beamSize) || beamSize < 1) {
    throw new RangeError(`beamSearch: beamSize ${beamSize} must be a whole number ≥ 1.`);
  }
  return noGrad(() => {
    let open: Open<S>[] = [{ tokens: [], logProb: 0, weights: [], score: 0, state: initial }];
    const ended: RankedHypothesis[] = [];
    for (let length = 1; length <= maxSteps && open.length > 0 && ended.length < beamSize; length++) {
      const penalty = ((5 + length) / 6) ** lengthPenalty;
      const grown = best(
        open.flatMap((hypothesis) => grow(step, hypothesis, bos, beamSize, penalty)),
        beamSize,
      );
      ended.push(...grown.filter(({ tokens }) => tokens.at(-1) === eos).map(withoutState));
      open = grown.filter(({ tokens }) => tokens.at(-1) !== eos);
    }
    return best([...ended, ...open.map(withoutState)], beamSize);
  });
}

// The most probable continuations of one hypothesis.
function grow<S>(
  step: TokenStep<S>,
  hypothesis: Open<S>,
  bos: number,
  beamSize: number,
  penalty: number,
): Open<S>[] {
  const { logProbs, state, weights } = step(hypothesis.tokens.at(-1) ?? bos, hypothesis.state);
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

function withoutState<S>({ tokens, logProb, weights, score }: Open<S>): RankedHypothesis {
  return { tokens, logProb, weights, score };
}

import type { Module } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { number, size } from "@saccade/tensor/contract";
import { type Candidate, type Hypothesis, numberFrom } from "./step.ts";

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

/** A hypothesis with its score. */
export interface RankedHypothesis extends Hypothesis {
  /** logProb over the length penalty. */
  readonly score: number;
}

/** A hypothesis that has not ended. */
export interface Open<S> extends RankedHypothesis {
  readonly state: S;
}

/** How a search runs. */
export interface SearchSettings {
  /** undefined where no token ends a sentence. */
  readonly eos: number | undefined;
  readonly maxSteps: number;
  readonly beamSize: number;
}

/**
 * The loop of all decoding: `grow` gives the continuations of the open hypotheses, each of `length` tokens; the `beamSize` best
 * are kept, until that many have ended. See `beamSearch` in "@saccade/attention/definitions".
 */
export function search<S>(
  initial: S,
  { eos, maxSteps, beamSize }: SearchSettings,
  grow: (open: readonly Open<S>[], length: number) => Open<S>[],
): Open<S>[] {
  const best = (all: Open<S>[]) => all.toSorted((a, b) => b.score - a.score).slice(0, beamSize);
  let open: Open<S>[] = [{ tokens: [], logProb: 0, weights: [], score: 0, state: initial }];
  const ended: Open<S>[] = [];
  for (let length = 1; length <= maxSteps && open.length > 0 && ended.length < beamSize; length++) {
    const kept = best(grow(open, length));
    ended.push(...kept.filter(({ tokens }) => tokens.at(-1) === eos));
    open = kept.filter(({ tokens }) => tokens.at(-1) !== eos);
  }
  return best([...ended, ...open]);
}

/** A hypothesis with one more token. @throws ArgumentError for a score that is NaN. */
export function append<S>(
  what: string,
  before: Open<S>,
  { token, logProb: more }: Candidate,
  next: { readonly state: S; readonly weights?: readonly number[]; readonly lengthPenalty?: number },
): Open<S> {
  const tokens = [...before.tokens, token];
  const logProb = before.logProb + numberFrom(what, more);
  const score = logProb / ((5 + tokens.length) / 6) ** (next.lengthPenalty ?? 0);
  const weights = next.weights === undefined ? before.weights : [...before.weights, next.weights];
  return { tokens, logProb, weights, score, state: next.state };
}

/** The most probable tokens of each row, best first: logProbs (rows, vocabulary). */
export function mostProbable(logProbs: Tensor, count: number): Candidate[][] {
  const { values, indices } = logProbs.topk(Math.min(count, logProbs.size(-1)));
  const [all, tokens, width] = [values.dataSync(), indices.dataSync(), values.size(-1)];
  return Array.from({ length: logProbs.size(0) }, (_, row) =>
    Array.from({ length: width }, (_, i) => {
      const at = row * width + i;
      return { token: tokens[at]!, logProb: all[at]! };
    }),
  );
}

/** Runs `f` with the module and its submodules in eval mode, then restores each one's mode. */
export function inEvalMode<T>(module: Module, f: () => T): T {
  const before = module.modules().map((part) => ({ part, training: part.training }));
  module.eval();
  try {
    return f();
  } finally {
    for (const { part, training } of before) part.training = training;
  }
}

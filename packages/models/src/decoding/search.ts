import type { Module } from "@saccade/nn";
import { ArgumentError, ShapeError, Tensor } from "@saccade/tensor";
import { badArgument } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import * as definition from "../definitions/decoding.ts";

/** The network's output after one more token. */
export interface TokenResult<S> {
  /** The log-probabilities of the next token: (vocabulary). */
  readonly logProbs: Tensor;
  /** The state after the token. */
  readonly state: S;
  /** The attention weights: (source steps). */
  readonly weights: Tensor;
}

/** Feeds one token to a network in a given state, which is not modified. */
export type TokenStep<S> = (token: number, state: S) => TokenResult<S>;

const stepFix = "it takes a token and a state, and returns { logProbs, state, weights }";

/** Rules of the arguments of all decoding functions. */
export const searchRules = {
  step: c.required(c.withFix(c.callable<TokenStep<never>>(), stepFix)),
  initial: c.unchecked("a state"),
};

const token = c.required(c.whole(undefined, { min: 0, max: 2 ** 31 - 1 }));

/** Rules of the options of all decoding functions. */
export const decodingRules = {
  /** The token that starts a sentence. */
  bos: token,
  /** The token that ends a sentence. */
  eos: token,
  /** The maximum number of decoded tokens. */
  maxSteps: c.required(c.size()),
};

/** Options of all decoding functions. */
export interface DecodingOptions extends c.Given<typeof decodingRules> {}

/** A candidate token and its probability. */
export interface Candidate {
  /** The token's id. */
  readonly token: number;
  /** The log-probability of the token. */
  readonly logProb: number;
}

/** A decoded sentence. */
export interface Hypothesis {
  /** The tokens, without `bos`, and with `eos` if the network ended the sentence. */
  readonly tokens: readonly number[];
  /** The sum of the tokens' log-probabilities. */
  readonly logProb: number;
  /** The attention weights for each token: (tokens, source steps). */
  readonly weights: readonly (readonly number[])[];
}

/** Feeds the last token of a hypothesis. @throws ArgumentError, ShapeError unless log-probabilities and weights come back. */
export function feed<S>(what: string, step: TokenStep<S>, { tokens, state }: Open<S>, bos: number) {
  const result = step(tokens.at(-1) ?? bos, state);
  const { logProbs, weights }: { logProbs?: unknown; weights?: unknown } = Object(result);
  if (!(logProbs instanceof Tensor && weights instanceof Tensor))
    throw badArgument(what, "the result of step", "{ logProbs, state, weights }", result);
  if (logProbs.ndim !== 1 || logProbs.numel === 0)
    throw new ShapeError(
      `${what}: the logProbs that step returned, ${logProbs.describe()}, must be (vocabulary); use flatten() for one row.`,
    );
  return { logProbs, state: result.state, weights: [...weights.dataSync()] };
}

/** A score of the network. @throws ArgumentError if it is NaN. */
export function numberFrom(what: string, score: number): number {
  if (!Number.isNaN(score)) return score;
  throw new ArgumentError(
    `${what}: the network's scores are NaN; retrain it with a lower lr, or clip its gradients.`,
  );
}

/** Rules of the options of a beam. Beyond a penalty of 10, the length alone decides. */
export const beamRules = {
  /** The number of hypotheses kept at every step. Default 4; 1 is greedy decoding. */
  beamSize: c.size(4),
  /**
   * α of the length penalty ((5 + length) / 6)^α by which log-probabilities are divided (Wu et al. 2016,
   * equation 14). 0, the default, ranks only by probability, which favors short sentences.
   */
  lengthPenalty: c.number(0, { min: 0, max: 10 }),
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

/** Runs a beam search: `grow` gives all continuations of the open hypotheses. */
export function search<S>(
  initial: S,
  settings: definition.BeamSettings,
  grow: (open: readonly Open<S>[]) => readonly Open<S>[],
): readonly Open<S>[] {
  const steps = definition.beamSearch(startOf(initial), settings);
  let step = steps.next();
  while (!step.done) step = steps.next(grow(step.value));
  return step.value;
}

/** {@link search} whose continuations come later. */
export async function searchAsync<S>(
  initial: S,
  settings: definition.BeamSettings,
  grow: (open: readonly Open<S>[]) => Promise<readonly Open<S>[]>,
): Promise<readonly Open<S>[]> {
  const steps = definition.beamSearch(startOf(initial), settings);
  let step = steps.next();
  while (!step.done) step = steps.next(await grow(step.value));
  return step.value;
}

function startOf<S>(state: S): Open<S> {
  return { tokens: [], logProb: 0, weights: [], score: 0, state };
}

/** A hypothesis with one more token. @throws ArgumentError for a score that is NaN. */
export function append<S>(
  what: string,
  before: Open<S>,
  { token, logProb }: Candidate,
  next: { readonly state: S; readonly weights?: readonly number[]; readonly lengthPenalty?: number },
): Open<S> {
  const extended = definition.extended(before, token, numberFrom(what, logProb), next.lengthPenalty);
  const weights = next.weights === undefined ? before.weights : [...before.weights, next.weights];
  return { ...extended, weights, state: next.state };
}

/** The most probable tokens of each row, best first: logProbs (rows, vocabulary). */
export function mostProbable(logProbs: Tensor, count: number): Candidate[][] {
  const { values, indices } = logProbs.topk(Math.min(count, logProbs.size(-1)));
  return candidatesOf(values.dataSync(), indices.dataSync(), logProbs.size(0));
}

/** Candidates of some rows, from the elements of what `topk` gives. */
export function candidatesOf(
  values: ArrayLike<number>,
  indices: ArrayLike<number>,
  rows: number,
): Candidate[][] {
  const width = values.length / rows;
  return Array.from({ length: rows }, (_, row) =>
    Array.from({ length: width }, (_, i) => {
      const at = row * width + i;
      return { token: indices[at]!, logProb: values[at]! };
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

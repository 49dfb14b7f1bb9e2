import { ArgumentError, ShapeError, Tensor } from "@saccade/tensor";
import { badArgument } from "@saccade/tensor/backend";
import { callable, type Given, required, size, whole, withFix } from "@saccade/tensor/contract";

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

/** The rule of a {@link TokenStep}. */
export const stepRule = withFix(
  callable<TokenStep<never>>(),
  "it takes a token and a state, and returns { logProbs, state, weights }",
);

/** Rules of the options of all decoding functions. */
export const decodingRules = {
  /** The token that starts a sentence. */
  bos: required(whole(undefined, { min: 0, max: 2 ** 31 - 1 })),
  /** The token that ends a sentence. */
  eos: required(whole(undefined, { min: 0, max: 2 ** 31 - 1 })),
  /** The maximum number of decoded tokens. */
  maxSteps: required(size()),
};

/** Options of all decoding functions. */
export interface DecodingOptions extends Given<typeof decodingRules> {}

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

/** The result of a step. @throws ArgumentError, ShapeError unless it has log-probabilities (vocabulary) and weights. */
export function resultOf<S>(what: string, result: TokenResult<S>): TokenResult<S> {
  const { logProbs, weights }: { logProbs?: unknown; weights?: unknown } = Object(result);
  if (!(logProbs instanceof Tensor && weights instanceof Tensor))
    throw badArgument(what, "the result of step", "{ logProbs, state, weights }", result);
  if (logProbs.ndim === 1 && logProbs.numel > 0) return result;
  throw new ShapeError(
    `${what}: the logProbs that step returned, ${logProbs.describe()}, must be (vocabulary); use flatten() for one row.`,
  );
}

/** A score of the network. @throws ArgumentError if it is NaN. */
export function numberFrom(what: string, score: number): number {
  if (!Number.isNaN(score)) return score;
  throw new ArgumentError(
    `${what}: the network's scores are NaN; train it anew with a lower lr, or clip its gradients.`,
  );
}

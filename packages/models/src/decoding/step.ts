import { ArgumentError, ShapeError, Tensor } from "@saccade/tensor";
import {
  badArgument,
  checkFunction,
  checkInteger,
  checkOptions,
  type OptionNames,
} from "@saccade/tensor/backend";

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

/** Options of all decoding functions. */
export interface DecodingOptions {
  /** The tokens that start and end a sentence. */
  readonly bos: number;
  /** The id that ends a sequence. */
  readonly eos: number;
  /** The maximum number of decoded tokens. */
  readonly maxSteps: number;
}

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

/** @throws ArgumentError unless `step` is a function, the options are known, and bos, eos and maxSteps are whole numbers. */
export function checkDecoding(names: OptionNames, step: unknown, options: DecodingOptions): void {
  const { what } = names;
  checkFunction(what, "step", step, "it takes a token and a state, and returns { logProbs, state, weights }");
  if (options === undefined)
    throw badArgument(what, "options", "an object", options, `write ${names.example}`);
  checkOptions(names, options);
  checkInteger(what, "bos", options.bos, 0, 2 ** 31 - 1);
  checkInteger(what, "eos", options.eos, 0, 2 ** 31 - 1);
  checkInteger(what, "maxSteps", options.maxSteps, 1);
}

/**
 * @throws ArgumentError unless a step returned log-probabilities and weights; ShapeError unless the scores are
 * (vocabulary).
 */
export function checkResult<S>(what: string, result: TokenResult<S>): TokenResult<S> {
  const { logProbs, weights }: { logProbs?: unknown; weights?: unknown } = Object(result);
  if (!(logProbs instanceof Tensor && weights instanceof Tensor)) {
    throw badArgument(what, "what step returns", "{ logProbs, state, weights }", result);
  }
  if (logProbs.ndim === 1 && logProbs.numel > 0) return result;
  throw new ShapeError(
    `${what}: the logProbs that step returned, ${logProbs.describe()}, must be (vocabulary); use flatten() for one row.`,
  );
}

/** @throws ArgumentError if the network returns NaN. */
export function checkLogProb(what: string, logProb: number): number {
  if (!Number.isNaN(logProb)) return logProb;
  throw new ArgumentError(
    `${what}: the network's scores are NaN; train it anew with a lower lr, or clip its gradients.`,
  );
}

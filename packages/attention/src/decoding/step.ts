import { ShapeError, Tensor } from "@saccade/tensor";
import {
  badArgument,
  checkFunction,
  checkInteger,
  checkOptions,
  type OptionNames,
} from "@saccade/tensor/backend";

/** What a network says after one more token. */
export interface TokenResult<S> {
  /** Logarithms of the probabilities of each next token: (vocabulary). */
  readonly logProbs: Tensor;
  readonly state: S;
  /** Where it looked: (source steps). */
  readonly weights: Tensor;
}

/** Feeds one token to a network in a state. The state given is not changed. */
export type TokenStep<S> = (token: number, state: S) => TokenResult<S>;

/** Options of every way to decode a sentence. */
export interface DecodingOptions {
  /** The token that starts a sentence, and the one that ends it. */
  readonly bos: number;
  readonly eos: number;
  /** At most so many tokens are decoded. */
  readonly maxSteps: number;
}

/** What might have come at a place, and how probable it was there. */
export interface Candidate {
  readonly token: number;
  readonly logProb: number;
}

/** A decoded sentence. */
export interface Hypothesis {
  /** The tokens, without `bos`, and with `eos` where the sentence ended by itself. */
  readonly tokens: readonly number[];
  /** The sum of the tokens' log-probabilities. */
  readonly logProb: number;
  /** For each token where the network looked: (tokens, source steps). */
  readonly weights: readonly (readonly number[])[];
}

/** @throws ArgumentError unless `step` is a function, the options are known, and bos, eos and maxSteps are whole numbers. */
export function checkDecoding(names: OptionNames, step: unknown, options: DecodingOptions): void {
  const { what } = names;
  checkFunction(what, "step", step, "it takes a token and a state, and returns { logProbs, state, weights }");
  if (options === undefined)
    throw badArgument(what, "options", "an object", options, `write ${names.example}`);
  checkOptions(names, options);
  checkInteger(what, "bos", options.bos, 0);
  checkInteger(what, "eos", options.eos, 0);
  checkInteger(what, "maxSteps", options.maxSteps, 1);
}

/** @throws ArgumentError unless a step gave scores of each next token, and weights; ShapeError unless the scores are (vocabulary). */
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

/** @throws RangeError when a network no longer gives numbers. */
export function checkLogProb(what: string, logProb: number): number {
  if (!Number.isNaN(logProb)) return logProb;
  throw new RangeError(
    `${what}: the network's scores are NaN; train it anew with a lower lr, or clip its gradients.`,
  );
}

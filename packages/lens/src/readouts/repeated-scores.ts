import { noGrad } from "@saccade/autograd";
import { stack, type Tensor } from "@saccade/tensor";
import { checkInteger, iterable } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { type ActivationCache, cacheRule } from "../cache/activation-cache.ts";
import { declare } from "../calls.ts";
import { sitesRule, squarePatternsIn } from "./patterns.ts";

const scored = declare("repeatedScores(cache, { period: 20 })", {
  given: { cache: cacheRule },
  options: {
    /** The length of the sequence before it repeats. Default half of the input. */
    period: c.size(),
    ...sitesRule,
  },
});

/** Options of {@link repeatedScores}. */
export interface RepeatedScoresOptions extends c.OptionsOf<typeof scored, typeof sitesRule> {}

/** The result of {@link repeatedScores}, each (layers, heads). It is a named tuple. */
export interface RepeatedScores extends Iterable<Tensor> {
  /** The mean attention to the position before. */
  readonly previousToken: Tensor;
  /** The mean attention to the same token, one period before. */
  readonly duplicateToken: Tensor;
  /** The mean attention to the token after that one. */
  readonly induction: Tensor;
}

/**
 * Scores of head detectors on a random sequence that repeats (Olsson et al. 2022): the mean attention along a diagonal of each
 * pattern, 1, `period` and `period` − 1 positions back, over batch and queries that have such a key. {@link detectHead} takes
 * any text.
 *
 * @param cache a run of [sequence, sequence], with the patterns of all layers
 * @throws ArgumentError for a period that is not shorter than the input, or a cache without patterns.
 * @example
 * const gpt = new GPT({ vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 2, numHeads: 2 });
 * const { cache } = runWithCache(gpt, tensor([[1, 2, 3, 1, 2, 3]], { dtype: "int32" }));
 * repeatedScores(cache).induction.shape // [2, 2]
 */
export function repeatedScores(cache: ActivationCache, options: RepeatedScoresOptions = {}): RepeatedScores {
  const call = scored([cache, options]);
  const patterns = squarePatternsIn(call);
  const n = patterns[0]!.size(-1);
  const { what, period = Math.floor(n / 2) } = call;
  checkInteger(what, "period", period, 1, n - 1, "it is less than the input's length");
  return noGrad(() => {
    const along = (back: number): Tensor =>
      stack(patterns.map((pattern) => pattern.diagonal({ offset: -back, dim1: 2, dim2: 3 }).mean([0, 2])));
    return iterable({
      previousToken: along(1),
      duplicateToken: along(period),
      induction: along(period - 1),
    });
  });
}

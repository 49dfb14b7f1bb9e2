import { matchingNGrams } from "./n-grams.ts";

/**
 * The BLEU of one sentence as d2l has it (Zhang et al., Dive into Deep Learning, 9.7): the brevity penalty times the product of
 * the precisions p_n^(1/2ⁿ), n from 1 to k or to the sentence's length. An empty sentence scores 0.
 *
 * @example bleu(["le", "chat", "noir"], ["le", "chat", "est", "noir"], 2) // 0.6025
 */
export function bleu(prediction: readonly string[], reference: readonly string[], k: number): number {
  if (prediction.length === 0) return 0;
  let score = Math.exp(Math.min(0, 1 - reference.length / prediction.length));
  for (let n = 1; n <= Math.min(k, prediction.length); n++) {
    score *= (matchingNGrams(prediction, reference, n) / (prediction.length - n + 1)) ** (0.5 ** n);
  }
  return score;
}

/**
 * BLEU of a corpus, each sentence with one reference (Papineni et al. 2002, section 2.3): exp(min(0, 1 − r / c)) times the
 * geometric mean of the clipped n-gram precisions, n from 1 to k. 0 if no n-gram of some n matches.
 *
 * @example corpusBleu([["a", "b", "c"]], [["a", "b", "d"]], 2) // 0.5774
 */
export function corpusBleu(
  predictions: readonly (readonly string[])[],
  references: readonly (readonly string[])[],
  k: number = 4,
): number {
  const [c, r] = [predictions, references].map((side) => side.reduce((sum, words) => sum + words.length, 0));
  let logs = 0;
  for (let n = 1; n <= k; n++) {
    const matches = predictions.reduce((sum, words, i) => sum + matchingNGrams(words, references[i]!, n), 0);
    if (matches === 0) return 0;
    const count = predictions.reduce((sum, words) => sum + Math.max(0, words.length - n + 1), 0);
    logs += Math.log(matches / count) / k;
  }
  return Math.exp(Math.min(0, 1 - r! / c!) + logs);
}

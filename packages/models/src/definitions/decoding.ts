// Beam search, and BLEU, which rates what it found.

/** A sequence that a beam search found. */
export interface Hypothesis {
  /** Ending in `eos` if it has ended. */
  readonly tokens: readonly number[];
  /** The sum of the tokens' log-probabilities. */
  readonly logProb: number;
  /** logProb over the length penalty. */
  readonly score: number;
}

/**
 * A hypothesis with one more token, and its score logProb / ((5 + length) / 6)^α (Wu et al. 2016, equation 14).
 *
 * @example extended({ tokens: [4], logProb: -1, score: -1 }, 7, -2).tokens // [4, 7]
 */
export function extended(before: Hypothesis, token: number, logProb: number, alpha: number = 0): Hypothesis {
  const tokens = [...before.tokens, token];
  const sum = before.logProb + logProb;
  return { tokens, logProb: sum, score: sum / ((5 + tokens.length) / 6) ** alpha };
}

/** How long a beam search runs, and how wide it is. */
export interface BeamSettings {
  /** The token that ends a sequence; undefined for none. */
  readonly eos: number | undefined;
  /** The most tokens of a sequence. */
  readonly maxSteps: number;
  /** The number of hypotheses that are kept. */
  readonly beamSize: number;
}

/**
 * Keeps the `beamSize` best continuations of the open hypotheses at every step, until that many have ended, or for `maxSteps`
 * (Graves 2012, algorithm 1). A generator: it yields the open hypotheses, is given their continuations, and returns what it
 * found, best first. A network may thus take its time, or take all of them at once.
 *
 * @example
 * const search = beamSearch({ tokens: [], logProb: 0, score: 0 }, { eos: 1, maxSteps: 5, beamSize: 1 });
 * const [first] = search.next().value;
 * search.next([extended(first, 0, -2), extended(first, 1, -0.5)]).value[0].tokens // [1]
 */
export function* beamSearch<H extends Hypothesis>(
  first: H,
  { eos, maxSteps, beamSize }: BeamSettings,
): Generator<readonly H[], readonly H[], readonly H[]> {
  const best = (all: readonly H[]) => all.toSorted((a, b) => b.score - a.score).slice(0, beamSize);
  let open: readonly H[] = [first];
  const ended: H[] = [];
  for (let step = 0; step < maxSteps && open.length > 0 && ended.length < beamSize; step++) {
    const kept = best(yield open);
    ended.push(...kept.filter(({ tokens }) => tokens.at(-1) === eos));
    open = kept.filter(({ tokens }) => tokens.at(-1) !== eos);
  }
  return best([...ended, ...open]);
}

// How often each n-gram of the words occurs.
function countNGrams(words: readonly string[], n: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i + n <= words.length; i++) {
    const gram = words.slice(i, i + n).join(" ");
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

/**
 * The number of common n-grams, each counted as often as in the text with fewer of it.
 *
 * @example matchingNGrams(["a", "a", "b"], ["a", "b"], 1) // 2
 */
export function matchingNGrams(
  prediction: readonly string[],
  reference: readonly string[],
  n: number,
): number {
  const available = countNGrams(reference, n);
  let matches = 0;
  for (const [gram, count] of countNGrams(prediction, n))
    matches += Math.min(count, available.get(gram) ?? 0);
  return matches;
}

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

import { ArgumentError } from "@saccade/tensor";
import { badArgument, checkInteger, refuseExtra } from "@saccade/tensor/backend";
import { isListOf, isText } from "../contract/check-options.ts";

/**
 * The similarity of a translation and a reference, from 0 to 1: a brevity penalty times the product of the
 * n-gram precisions p_n^(1/2^n) for n up to k (Papineni et al. 2002; weights of Zhang et al., Dive into Deep
 * Learning, 9.7). For a translation shorter than k, only its existing n-grams count; an empty one scores 0.
 *
 * @param prediction words joined by single spaces
 * @param label the reference, in the same form
 * @param k the length of the longest n-grams to compare
 * @throws ArgumentError unless both are strings and k is a whole number ≥ 1.
 * @example bleu("le chat noir", "le chat est noir", 2) // 0.6025
 */
export function bleu(prediction: string, label: string, k: number): number {
  refuseExtra("bleu", arguments, 3);
  checkText("prediction", prediction);
  checkText("label", label);
  checkInteger("bleu", "k", k, 1);
  const [predicted, reference] = [split(prediction), split(label)];
  if (predicted.length === 0) return 0;
  let score = Math.exp(Math.min(0, 1 - reference.length / predicted.length));
  for (let n = 1; n <= Math.min(k, predicted.length); n++) {
    score *= (matchingNGrams(predicted, reference, n) / (predicted.length - n + 1)) ** (0.5 ** n);
  }
  return score;
}

/**
 * BLEU of a corpus, each sentence with one reference (Papineni et al. 2002): the brevity penalty exp(1 − r / c), if the
 * predictions' c words are fewer than the references' r, times the geometric mean of the clipped n-gram precisions for
 * n up to k, counted over the whole corpus. 0 if no n-gram of some n matches.
 *
 * @param predictions words joined by single spaces
 * @param references one for each prediction, in the same form
 * @param k the length of the longest n-grams to compare. Default 4.
 * @throws ArgumentError unless both are arrays of strings of one length ≥ 1, and k is a whole number ≥ 1.
 * @example corpusBleu(["le chat est noir", "je suis ici"], ["le chat est noir", "je suis là"]) // 0.8223
 */
export function corpusBleu(
  predictions: readonly string[],
  references: readonly string[],
  k: number = 4,
): number {
  refuseExtra("corpusBleu", arguments, 3);
  checkTexts("predictions", predictions);
  checkTexts("references", references);
  if (predictions.length !== references.length) {
    throw new ArgumentError(
      `corpusBleu: ${predictions.length} predictions and ${references.length} references; give each prediction one.`,
    );
  }
  if (predictions.length === 0)
    throw new ArgumentError("corpusBleu: predictions is empty; give at least one.");
  checkInteger("corpusBleu", "k", k, 1);
  const pairs = predictions.map((text, i) => [split(text), split(references[i]!)] as const);
  const [words, wanted] = [0, 1].map((side) => pairs.reduce((sum, pair) => sum + pair[side]!.length, 0));
  let logs = 0;
  for (let n = 1; n <= k; n++) {
    let [matches, count] = [0, 0];
    for (const [predicted, reference] of pairs) {
      matches += matchingNGrams(predicted, reference, n);
      count += Math.max(0, predicted.length - n + 1);
    }
    if (matches === 0) return 0;
    logs += Math.log(matches / count) / k;
  }
  return Math.exp(Math.min(0, 1 - wanted! / words!) + logs);
}

function split(text: string): string[] {
  return text === "" ? [] : text.split(" ");
}

/** The number of n-grams that are in both, each as often as in the one that has fewer of it. */
function matchingNGrams(predicted: readonly string[], reference: readonly string[], n: number): number {
  const available = countNGrams(reference, n);
  let matches = 0;
  for (const [gram, count] of countNGrams(predicted, n)) matches += Math.min(count, available.get(gram) ?? 0);
  return matches;
}

function checkTexts(name: string, texts: unknown): void {
  if (isListOf(texts, isText)) return;
  throw badArgument("corpusBleu", name, "an array of texts", texts, "join words with single spaces");
}

function checkText(name: string, text: unknown): void {
  if (typeof text !== "string") {
    throw badArgument("bleu", name, "a text", text, "join words with single spaces");
  }
}

function countNGrams(words: readonly string[], n: number): Map<string, number> {
  const counts = new Map<string, number>();
  for (let i = 0; i + n <= words.length; i++) {
    const gram = words.slice(i, i + n).join(" ");
    counts.set(gram, (counts.get(gram) ?? 0) + 1);
  }
  return counts;
}

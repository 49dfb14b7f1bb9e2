import { badArgument, checkInteger } from "@saccade/tensor/backend";

/**
 * The similarity of a translation and a reference, from 0 to 1: a brevity penalty times the product of the
 * n-gram precisions p_n^(1/2^n) for n up to k (Papineni et al. 2002; weights of Zhang et al., Dive into Deep
 * Learning, 9.7). For a translation shorter than k, only its existing n-grams count; an empty one scores 0.
 *
 * @param prediction words joined by single spaces
 * @param label the reference, in the same form
 * @param k the length of the longest n-grams to compare
 * @throws ArgumentError unless both are strings and k is a whole number ≥ 1.
 * @example bleu("le chat noir", "le chat est noir", 2);
 */
export function bleu(prediction: string, label: string, k: number): number {
  checkText("prediction", prediction);
  checkText("label", label);
  checkInteger("bleu", "k", k, 1);
  const predicted = prediction === "" ? [] : prediction.split(" ");
  const reference = label === "" ? [] : label.split(" ");
  if (predicted.length === 0) return 0;
  let score = Math.exp(Math.min(0, 1 - reference.length / predicted.length));
  for (let n = 1; n <= Math.min(k, predicted.length); n++) {
    const available = countNGrams(reference, n);
    let matches = 0;
    for (const [gram, count] of countNGrams(predicted, n))
      matches += Math.min(count, available.get(gram) ?? 0);
    score *= (matches / (predicted.length - n + 1)) ** (0.5 ** n);
  }
  return score;
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

/**
 * BLEU's precision: the share of the prediction's n-grams that the reference has, each counted at most as often as there.
 * Without n-grams it is 0.
 */
export function precision(
  prediction: readonly string[],
  reference: readonly string[],
  n: number,
): number {
  const grams = (words: readonly string[]): string[] =>
    words.slice(n - 1).map((_, i) => words.slice(i, i + n).join(" "));
  const [mine, theirs] = [grams(prediction), grams(reference)];
  const found = mine.filter((gram) => theirs.includes(gram));
  return found.length / mine.length;
}

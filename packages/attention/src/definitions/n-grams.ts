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

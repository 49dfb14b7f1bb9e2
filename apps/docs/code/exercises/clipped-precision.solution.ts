export function precision(
  prediction: readonly string[],
  reference: readonly string[],
  n: number,
): number {
  const grams = (words: readonly string[]): string[] =>
    words.slice(n - 1).map((_, i) => words.slice(i, i + n).join(" "));
  const [mine, left] = [grams(prediction), grams(reference)];
  if (mine.length === 0) return 0;
  let found = 0;
  for (const gram of mine) {
    const place = left.indexOf(gram);
    if (place < 0) continue;
    left.splice(place, 1); // counted, so no longer there
    found++;
  }
  return found / mine.length;
}

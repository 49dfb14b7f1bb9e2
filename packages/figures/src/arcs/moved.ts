/**
 * The words of a translation that moved past others: those outside the longest run of words whose strongest source words
 * keep their order. Words without a strong source word are passed over.
 */
export function movedWords(
  weights: readonly (readonly number[])[],
  least: number = 0.4,
): ReadonlySet<number> {
  const read = weights.flatMap((row, i) => {
    const most = Math.max(...row);
    return most < least ? [] : [{ i, source: row.indexOf(most) }];
  });
  // lengths[k]: of the longest run that ends with word k; before[k]: the word before it in that run.
  const lengths: number[] = [];
  const before: number[] = [];
  read.forEach(({ source }, k) => {
    const earlier = read.slice(0, k).map((word, m) => (word.source <= source ? lengths[m]! : 0));
    const longest = Math.max(0, ...earlier);
    lengths.push(longest + 1);
    before.push(longest === 0 ? -1 : earlier.indexOf(longest));
  });
  const kept = new Set<number>();
  for (let k = lengths.indexOf(Math.max(0, ...lengths)); k >= 0; k = before[k]!) kept.add(k);
  return new Set(read.filter((_, k) => !kept.has(k)).map(({ i }) => i));
}

/** The words nearest to one that is not among them, by edits of letters; none where hardly a letter is the same. */
export function nearWords(word: string, known: readonly string[], count: number = 3): readonly string[] {
  const most = Math.floor((2 * word.length) / 3);
  return known
    .filter((other) => /\p{L}/u.test(other))
    .map((other) => ({ other, distance: edits(word, other) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ other }) => other);
}

/** Letters to insert, delete or replace to make one word from another (Levenshtein). */
function edits(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] ?? 0) + Number(a[i - 1] !== b[j - 1]);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}

/** The name that `given` most likely means, or null where none is near. */
export function nearest(given: string, names: readonly string[]): string | null {
  let best: string | null = null;
  let least = Math.max(2, Math.floor(given.length / 3)) + 1;
  for (const name of names) {
    const distance = editDistance(given.toLowerCase(), name);
    if (distance < least) [best, least] = [name, distance];
  }
  return best;
}

/** The Levenshtein distance. */
function editDistance(a: string, b: string): number {
  let above = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const row = [i];
    for (let j = 1; j <= b.length; j++) {
      const substituted = above[j - 1]! + Number(a[i - 1] !== b[j - 1]);
      row.push(Math.min(substituted, above[j]! + 1, row[j - 1]! + 1));
    }
    above = row;
  }
  return above[b.length]!;
}

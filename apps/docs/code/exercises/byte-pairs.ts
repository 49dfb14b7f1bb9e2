export interface Word {
  readonly parts: readonly string[];
  /** How often it occurs in the text. */
  readonly count: number;
}

export type Pair = readonly [left: string, right: string];

/** The most frequent pair of adjacent parts in the text. */
export function mostFrequent(words: readonly Word[]): Pair {
  const counts = new Map<string, number>();
  for (const { parts } of words)
    for (let i = 1; i < parts.length; i++) {
      const pair = `${parts[i - 1]} ${parts[i]}`;
      counts.set(pair, (counts.get(pair) ?? 0) + 1);
    }
  const [best] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a));
  const [left, right] = best.split(" ");
  return [left!, right!];
}

/** The parts, with each left and right side by side made one. */
export function merge(
  parts: readonly string[],
  [left, right]: Pair,
): string[] {
  const merged: string[] = [];
  for (let i = 0; i < parts.length; i++) {
    const both = parts[i] === left && parts[i + 1] === right;
    merged.push(both ? left + right : parts[i]!);
  }
  return merged;
}

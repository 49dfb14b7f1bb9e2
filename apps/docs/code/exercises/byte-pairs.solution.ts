export interface Word {
  readonly parts: readonly string[];
  readonly count: number;
}

export type Pair = readonly [left: string, right: string];

export function mostFrequent(words: readonly Word[]): Pair {
  const counts = new Map<string, number>();
  for (const { parts, count } of words)
    for (let i = 1; i < parts.length; i++) {
      const pair = `${parts[i - 1]} ${parts[i]}`;
      counts.set(pair, (counts.get(pair) ?? 0) + count);
    }
  const [best] = [...counts].reduce((a, b) => (b[1] > a[1] ? b : a));
  const [left, right] = best.split(" ");
  return [left!, right!];
}

export function merge(
  parts: readonly string[],
  [left, right]: Pair,
): string[] {
  const merged: string[] = [];
  for (let i = 0; i < parts.length; i++) {
    const both = parts[i] === left && parts[i + 1] === right;
    merged.push(both ? left + right : parts[i]!);
    if (both) i++;
  }
  return merged;
}

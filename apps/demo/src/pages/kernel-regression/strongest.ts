/** The `count` keys of most weight, for people who cannot see them: "1.97 (0.043), 1.99 (0.042)". */
export function strongestKeys(keys: readonly number[], weights: readonly number[], count: number): string {
  return keys
    .map((key, i) => ({ key, weight: weights[i] ?? 0 }))
    .sort((a, b) => b.weight - a.weight)
    .slice(0, count)
    .map(({ key, weight }) => `${key.toFixed(2)} (${weight.toFixed(3)})`)
    .join(", ");
}

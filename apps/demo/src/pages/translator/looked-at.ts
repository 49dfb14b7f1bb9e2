import type { Translation } from "./calls.ts";

/** The source words that a token looked at most, as text: "work 81 %, going 12 %". */
export function lookedAt({ source, weights }: Translation, token: number, most: number = 3): string {
  const row = weights[token] ?? [];
  return row
    .map((weight, i) => ({ weight, text: source[i]?.text ?? "" }))
    .toSorted((a, b) => b.weight - a.weight)
    .slice(0, most)
    .map(({ weight, text }) => `${text} ${percent(weight)}`)
    .join(", ");
}

export function percent(part: number): string {
  return `${(100 * part).toFixed(part < 0.0995 ? 1 : 0)} %`;
}

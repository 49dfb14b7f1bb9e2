import { fill } from "@saccade/figures/messages";

/** A word of the other sentence and the weight between the two. */
export type Others = readonly (readonly [word: string, weight: number])[];

export const percent = (weight: number): string => `${Math.round(100 * weight)} %`;

/** Words in quotes; beyond the first few, how many there are tells enough. */
export const quoted = (texts: readonly string[], comma: string): string =>
  texts
    .slice(0, 6)
    .map((text) => `“${text}”`)
    .join(comma) + (texts.length > 6 ? " …" : "");

/** Words in quotes, each with its weight. */
export const weighed = (t: { readonly weighed: string; readonly comma: string }, others: Others): string =>
  others.map(([word, weight]) => fill(t.weighed, { word, weight: percent(weight) })).join(t.comma);

import { scope } from "@saccade/tensor";
import { attendSmall, matrix } from "../attention/attend.ts";
import type { Attended, Rows } from "../attention/attended.ts";

/** Made-up features of the words: noun, creature, verb, pointing. "the cat licks its paw" */
export const features: Rows = [
  [0, 0, 0, 1],
  [1, 1, 0, 0],
  [0, 0, 1, 0],
  [0, 1, 0, 1],
  [1, 0, 0, 0],
];

/** Chosen by hand so that a word that points looks for a noun, a verb for its subject, a part for its owner. */
export const projections: Readonly<Record<"query" | "key" | "value", Rows>> = {
  query: [
    [0.3, 0, 0.9, 1.4],
    [1.2, 0.2, 0.1, 0],
    [0.9, 1.7, 0, 0.1],
    [0.2, 1.6, 0.1, -0.8],
  ],
  key: [
    [0.2, 1.8, 0.1, 0.3],
    [2, 0.1, 0, 0.2],
    [0.3, 0.1, 2.2, 0.4],
    [0.1, 0.2, 0.3, 1.9],
  ],
  value: [
    [0.1, 1.2, 0.4, -0.3],
    [1.8, 0.3, 0, 0.6],
    [0.2, 0, 1.6, -0.9],
    [-0.4, 0.1, 0.3, 0.5],
  ],
};

/** Attention of the sentence to itself: 5 words, 4 columns each. */
export function attendToSentence(): Attended {
  return scope(() => {
    const x = matrix(features); // (5, 4)
    const projected = (name: keyof typeof projections): Rows =>
      x.matmul(matrix(projections[name])).toArray(2);
    return attendSmall({
      ...{ q: projected("query"), k: projected("key"), v: projected("value") },
      score: "scaled",
    });
  });
}

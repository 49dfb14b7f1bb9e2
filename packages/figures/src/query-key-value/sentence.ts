import { scope, tensor } from "@saccade/tensor";
import { attendSmall } from "../attention/attend.ts";
import type { Attended, Rows } from "../attention/attended.ts";
import numbers from "./numbers.json" with { type: "json" };

/** Made-up features of the words: noun, creature, verb, pointing. "the cat licks its paw" */
export const features: Rows = numbers.features;

/** Chosen by hand so that a word that points looks for a noun, a verb for its subject, a part for its owner. */
export const projections: Readonly<Record<"query" | "key" | "value", Rows>> = numbers.projections;

/** Attention of the sentence to itself: 5 words, 4 columns each. */
export function attendToSentence(): Attended {
  return scope(() => {
    const x = tensor(features); // (5, 4)
    const projected = (name: keyof typeof projections): Rows =>
      x.matmul(tensor(projections[name])).toArray(2);
    return attendSmall({
      ...{ q: projected("query"), k: projected("key"), v: projected("value") },
      score: "scaled",
    });
  });
}

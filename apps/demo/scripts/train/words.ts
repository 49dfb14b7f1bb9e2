import { embeddedCorpus, grammarPairs } from "@saccade/datasets";
import { seededRandom } from "@saccade/figures/ui";
import { makeTales } from "./tales.ts";

/** The start of each text. */
export const endOfText = "<|endoftext|>";

/**
 * The texts that the model of words learns, all of this project and under its licence: the English sentences of the embedded
 * corpus, sentences of the grammar, and tales, in a random order that is the same for the same seed.
 */
export function wordTexts(seed: number): string[] {
  const corpus = embeddedCorpus()
    .trim()
    .split("\n")
    .map((line) => line.split("\t")[0]!);
  const grammar = grammarPairs({ languages: "en-fr", count: 4000, seed }).map(({ source }) =>
    written(source),
  );
  const tales = makeTales(900, seed).trim().split("\n");
  const random = seededRandom(seed);
  // Thrice: the corpus is short and has the most words.
  return [...corpus, ...corpus, ...corpus, ...grammar, ...tales]
    .map((text) => ({ text, place: random() }))
    .toSorted((a, b) => a.place - b.place)
    .map(({ text }) => text);
}

/** A sentence of the grammar as one writes it. */
function written(words: readonly string[]): string {
  const text = words
    .map((word) => (word === "i" ? "I" : word))
    .join(" ")
    .replace(/ ([.?!,])/g, "$1");
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

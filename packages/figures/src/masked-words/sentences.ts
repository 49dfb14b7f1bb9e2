import { kinds, maxLength, sentence, vocabulary } from "@saccade/examples/bert-grammar";
import { seededRandom } from "../ui/seeded-random.ts";

/** A sentence, and the place of its covered word. */
export interface Covered {
  readonly words: readonly string[];
  readonly masked: number;
}

/** The sentence that the figure opens with. */
export const opening: Covered = {
  words: "these old dogs bark and that cat meows softly near the river".split(" "),
  masked: 2,
};

const isNoun = (word: string): boolean => kinds.noun.includes(word);

/** Sentences of the grammar in turn, with a noun covered: the first, then the second, and so on. */
export function* sentences(): Generator<Covered, never> {
  const random = seededRandom(3);
  for (let i = 1; ; i++) {
    const words = sentence(random);
    const masked = i % 2 === 0 ? words.findIndex(isNoun) : words.findLastIndex(isNoun);
    yield { words, masked };
  }
}

/**
 * A reader's sentence, with its first noun covered.
 *
 * @throws Error if it is too long, or has a word that the models have never seen.
 */
export function sentenceOf(text: string): Covered {
  const words = text.split(/\s+/).filter(Boolean);
  const unknown = words.find((word) => !vocabulary.includes(word));
  if (unknown !== undefined)
    throw new Error(
      `sentence has "${unknown}"; the models know ${vocabulary.filter((word) => !/\[/.test(word)).join(", ")}.`,
    );
  if (words.length === 0 || words.length > maxLength - 2)
    throw new Error(`sentence has ${words.length} words; it has 1 to ${maxLength - 2}.`);
  return { words, masked: Math.max(0, words.findIndex(isNoun)) };
}

import { kinds, sentence } from "@saccade/examples/bert-grammar";
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

import { sentence } from "@saccade/examples/bert-grammar";
import { seededRandom } from "../ui/seeded-random.ts";

/** The sentence that the figure opens with, and the place of its masked word. */
export const opening = {
  words: "these old dogs bark and that cat meows softly near the river".split(" "),
  masked: 2,
};

/** Sentences of the grammar, in turn. */
export function* sentences(): Generator<readonly string[], never> {
  const random = seededRandom(3);
  while (true) yield sentence(random);
}

/**
 * Sentences of the grammar that the weights of the page were not trained on. The page opens with the first. An end-to-end
 * test holds each of their nouns, verbs and adjectives to at least half of its weight on what it translates.
 */
export const examples: readonly string[] = [
  "these small black birds ate these apples .",
  "this old man is not waiting for them .",
  "the neighbor's cat saw these flowers this morning .",
  "the pear that he is buying is not fresh .",
  "the clever owl will not eat a fresh egg .",
  "the tea that he drank last week is very hot .",
];

import type { Language } from "./calls.ts";

/**
 * Sentences of the grammars that the translators were not trained on, the first being the page's default. An
 * end-to-end test checks the weight of their nouns, verbs and adjectives on the words that they translate.
 */
export const examples: Readonly<Record<Language, readonly [string, ...string[]]>> = {
  fr: [
    "this big black bird sees some blue keys .",
    "the doctor's bird sees these clever mice .",
    "they will not open this green door tomorrow .",
    "this white bird eats bread every day .",
    "the clever owl will not eat a fresh egg .",
    "my father is buying these red flowers .",
  ],
  zh: [
    "the small bird that the farmer likes ate the big apple .",
    "their cat sees the key that she lost yesterday .",
    "i read our mother's good letter every day .",
    "our father did not see the key yesterday .",
    "the mouse that is running is clever .",
    "the girls can not sell the bench today .",
  ],
};

import type { Language } from "./languages.ts";

/**
 * Sentences of the grammars that the translators were not trained on, the first being what the page opens with. An
 * end-to-end test holds their nouns, verbs and adjectives to their weight on what they translate.
 */
export const examples: Readonly<Record<Language, readonly [string, ...string[]]>> = {
  fr: [
    "this big black bird sees some blue keys .",
    "my sister's lazy owl came this morning .",
    "they will not open this green door tomorrow .",
    "this old man is not waiting for them .",
    "the clever owl will not eat a fresh egg .",
    "i will find the student's black cow this evening .",
  ],
  zh: [
    "their cat sees the key that she lost yesterday .",
    "the tea that he drank last week is very hot .",
    "they will not open this green door tomorrow .",
    "you are not washing this clean coat now .",
    "we wrote some good poems to the friend yesterday .",
    "my brother found the teacher's new cup yesterday .",
  ],
};

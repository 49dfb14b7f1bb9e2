import type { FrenchVerb } from "./lexicon.ts";
import type { Phrase, Pronoun } from "./sentence.ts";

/** The features that French words agree with. */
export interface Person {
  readonly who: "je" | "tu" | "il" | "nous" | "ils";
  readonly feminine: boolean;
  readonly plural: boolean;
}

const pronouns: Readonly<Record<Pronoun, Person["who"]>> = {
  i: "je",
  you: "tu",
  he: "il",
  she: "il",
  we: "nous",
  they: "ils",
};

/** Person, gender and number of a phrase. The speaker is masculine, and so is whom he speaks to. */
export function personOf(phrase: Phrase): Person {
  if (phrase.type === "pronoun") {
    const { pronoun } = phrase;
    const plural = pronoun === "we" || pronoun === "they";
    return { who: pronouns[pronoun], feminine: pronoun === "she", plural };
  }
  const { noun, plural } = phrase;
  return { who: plural ? "ils" : "il", feminine: noun.gender === "f", plural };
}

/** The index of the agreeing form among masculine and feminine singular, masculine and feminine plural. */
/* @__NO_SIDE_EFFECTS__ */
export function number({ feminine, plural }: { feminine: boolean; plural: boolean }): 0 | 1 | 2 | 3 {
  if (plural) return feminine ? 3 : 2;
  return feminine ? 1 : 0;
}

/** The conjugated form. */
export function verbForm(verb: FrenchVerb, { who }: Person): string {
  return verb[who];
}

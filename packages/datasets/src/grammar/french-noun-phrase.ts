import { number } from "./french-agreement.ts";
import { beginsWithVowel } from "./french-spelling.ts";
import type { Adjective } from "./lexicon.ts";
import { pronouns } from "./pronouns.ts";
import type { Clause, NounPhrase } from "./sentence.ts";
import { type Word, word } from "./word.ts";

/** The features of a clause that its noun phrases depend on. */
export interface Around {
  /** As object of a negated verb, "un" and "de l'" become "de": "pas de chat". */
  readonly negated: boolean;
  /** Of what one likes in general one says "les chats", "le lait". */
  readonly generic: boolean;
  /** Realizes a relative clause. */
  readonly clause: (clause: Clause) => Word[];
}

const numbers = ["deux", "trois", "quatre"];

/** Article, adjectives on both sides, noun, owner, relative clause: "la petite voiture rouge du professeur". */
export function nounPhrase(phrase: NounPhrase, around: Around): Word[] {
  const { id, noun, plural, adjectives, whose, relative } = phrase;
  const form = number({ feminine: noun.gender === "f", plural });
  const name = word(noun.fr[plural ? 1 : 0], "noun", `${id}.noun`, "", noun.aspirated);
  const adjective = (one: Adjective, text: string) =>
    word(text, "adjective", `${id}.adjective${adjectives.indexOf(one)}`, `${id}.noun`);
  const before = adjectives
    .filter((one) => one.before)
    .map((one) => {
      const vowel = form === 0 && one.beforeVowel !== "" && beginsWithVowel(name);
      return adjective(one, vowel ? one.beforeVowel : one.fr[form]);
    });
  const following = adjectives.filter((one) => !one.before).map((one) => adjective(one, one.fr[form]));
  const plain = { ...around, negated: false, generic: false };
  const of = word("de", "preposition", `${id}.of`);
  const owner = whose?.type === "noun" ? [of, ...nounPhrase(whose, plain)] : [];
  const core = [...before, name];
  const that = relative === null ? [] : relativeOf(relative, around);
  return [...determiner(phrase, core, around), ...core, ...following, ...owner, ...that];
}

function relativeOf(relative: Clause, { clause }: Around): Word[] {
  const text = relative.subject.type === "gap" ? "qui" : "que";
  return [word(text, "pronoun", `${relative.id}.that`), ...clause(relative)];
}

function determiner(phrase: NounPhrase, core: readonly Word[], { negated, generic }: Around): Word[] {
  const { id, noun, plural, determiner: kind, whose, count } = phrase;
  const feminine = noun.gender === "f";
  const vowel = beginsWithVowel(core[0]!);
  const article = (text: string, is = `${id}.determiner`, sees = "") =>
    word(text, "article", is, `${id}.noun ${sees}`.trim());
  const the = plural ? "les" : feminine ? "la" : "le";
  if (kind === "the") return [article(the)];
  if (kind === "number") return [word(numbers[count - 2]!, "number", `${id}.determiner`, `${id}.noun`)];
  if (kind === "this") {
    if (plural) return [article("ces")];
    return [article(feminine ? "cette" : vowel ? "cet" : "ce")];
  }
  if (kind === "whose") {
    if (whose === null || whose.type === "noun") return [article(the, "", `${id}.of`)];
    const form = pronouns[whose.pronoun].owner[plural ? 2 : feminine && !vowel ? 1 : 0];
    return [word(form, "pronoun", `${id}.determiner`, `${id}.noun`)];
  }
  if (kind === "any" && generic) return [article(the, "")];
  if (negated) return [article("de", kind === "any" ? "" : `${id}.determiner`)];
  if (kind === "a") return [article(feminine ? "une" : "un")];
  // "des pommes", but "de petites pommes".
  if (kind === "some") return [article(core.length > 1 ? "de" : "des")];
  return [article("de", ""), article(the, "")];
}

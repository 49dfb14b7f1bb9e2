// One sentence, independent of language: who does what, when, and where. Each language realizes it.
import type { Adjective, Aspect, Noun, Verb } from "./lexicon.ts";

/** Somebody who is not named. "you" is one person; "they" are men, or men and women. */
export type Pronoun = "i" | "you" | "he" | "she" | "we" | "they";

/** A pronoun in a sentence; `id` is its place there, "subject" or the like. */
export interface PronounPhrase {
  readonly type: "pronoun";
  readonly id: string;
  readonly pronoun: Pronoun;
}

/** "any" has no article in English and in Chinese: "cats", "water". */
export type Determiner = "the" | "a" | "this" | "some" | "any" | "number" | "whose";

/** A noun with all that belongs to it. */
export interface NounPhrase {
  readonly type: "noun";
  readonly id: string;
  readonly noun: Noun;
  readonly plural: boolean;
  readonly determiner: Determiner;
  /** 2 to 4, where the determiner is "number". */
  readonly count: number;
  /** Whose it is, where the determiner is "whose". */
  readonly whose: PronounPhrase | NounPhrase | null;
  readonly adjectives: readonly Adjective[];
  readonly relative: Clause | null;
}

/** The noun that a relative clause belongs to, in the place where it is missing: "the cat that … sleeps". */
export interface Gap {
  readonly type: "gap";
  readonly id: string;
  readonly noun: Noun;
  readonly plural: boolean;
}

/** A subject or an object. */
export type Phrase = PronounPhrase | NounPhrase | Gap;

/** "to" is the place that somebody goes to. */
export type Relation = "in" | "on" | "under" | "near" | "behind" | "front" | "to";

/** Where. */
export interface Place {
  readonly id: string;
  readonly relation: Relation;
  readonly phrase: NounPhrase;
}

/** A word or two for the time. */
export type Time =
  | "now"
  | "today"
  | "yesterday"
  | "tomorrow"
  | "every day"
  | "last week"
  | "next week"
  | "this morning"
  | "this evening";

/** Who gets it: "gives … to the girl". */
export interface Recipient {
  readonly relation: "to" | "for";
  readonly phrase: NounPhrase;
}

/** An action. */
export interface Action {
  readonly type: "action";
  readonly verb: Verb;
  readonly object: Phrase | null;
  readonly recipient: Recipient | null;
  readonly place: Place | null;
}

/** How somebody or something is. */
export interface Quality {
  readonly type: "quality";
  readonly adjective: Adjective;
  readonly very: boolean;
}

/** Where somebody or something is. */
export interface Whereabouts {
  readonly type: "whereabouts";
  readonly place: Place;
}

/** A subject and its predicate. */
export interface Clause {
  readonly type: "clause";
  readonly id: string;
  readonly subject: Phrase;
  readonly predicate: Action | Quality | Whereabouts;
  readonly aspect: Aspect;
  /** Where the aspect is "modal". */
  readonly modal: "want" | "can" | "must";
  readonly negated: boolean;
  readonly often: boolean;
  readonly time: Time | null;
}

/** "There is a cat under the table." */
export interface Existence {
  readonly type: "existence";
  readonly id: string;
  readonly subject: NounPhrase;
  readonly place: Place;
}

export type Sentence = Clause | Existence;

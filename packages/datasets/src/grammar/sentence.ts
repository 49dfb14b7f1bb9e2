// One sentence, independent of language: who does what, when, and where. Each language realizes it.

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

/** An action. */
export interface Action {
  readonly type: "action";
  readonly verb: Verb;
  readonly object: Phrase | null;
  /** Who gets it: "gives … to the girl". */
  readonly recipient: { readonly relation: "to" | "for"; readonly phrase: NounPhrase } | null;
  readonly place: Place | null;
}

/** A subject and its predicate. */
export interface Clause {
  readonly type: "clause";
  readonly id: string;
  readonly subject: Phrase;
  /** An action, how somebody or something is, or where. */
  readonly predicate:
    | Action
    | { readonly type: "quality"; readonly adjective: Adjective; readonly very: boolean }
    | { readonly type: "whereabouts"; readonly place: Place };
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

// The shapes of the lexicon's entries: one concept a row, with its forms in the three languages.

/** The kind of thing that a noun names. Verbs and adjectives list the kinds they go with. */
export type Kind =
  | "person"
  | "kin"
  | "animal"
  | "food"
  | "meal"
  | "drink"
  | "text"
  | "clothes"
  | "thing"
  | "flower"
  | "vehicle"
  | "furniture"
  | "opening"
  | "building"
  | "room"
  | "outdoors"
  | "water";

/** A noun. Of meals and drinks one does not speak in the plural: "soup", "water". */
export interface Noun {
  readonly kind: Kind;
  /** Singular and plural. */
  readonly en: readonly [string, string];
  readonly fr: readonly [string, string];
  readonly gender: "m" | "f";
  /** Whether its French h keeps the vowel before it: "le hibou", but "l'hôtel". */
  readonly aspirated: boolean;
  readonly zh: string;
  /** The Chinese measure word, 只 for cats; "" for uncountable nouns. */
  readonly measure: string;
}

/** An adjective. */
export interface Adjective {
  readonly kinds: readonly Kind[];
  readonly en: string;
  /** Masculine and feminine singular, masculine and feminine plural. */
  readonly fr: readonly [string, string, string, string];
  /** Whether it precedes the noun in French. */
  readonly before: boolean;
  /** The masculine singular before a vowel, "bel"; as usual where it is "". */
  readonly beforeVowel: string;
  readonly zh: string;
  /** Whether 的 follows it before a Chinese noun. */
  readonly de: boolean;
  /** In a separate sentence: 很 (猫 很 小), 是 … 的 (猫 是 黑色 的), or not at all. */
  readonly predicate: "很" | "是" | null;
  /** Whether it may precede a noun, or only occurs in a separate sentence. */
  readonly attribute: boolean;
  /** Whether it is temporary, so that it can apply to yesterday: "was tired". */
  readonly passing: boolean;
}

/** How a verb's action lies in time: "eats", "is eating", "ate", "will eat", and "wants to eat" and the like. */
export type Aspect = "present" | "progressive" | "past" | "future" | "modal";

/** A verb. */
export interface Verb {
  /** Base, third person, past, -ing. */
  readonly en: readonly [string, string, string, string];
  /** "for" in "looks for", "" for none. */
  readonly particle: string;
  readonly fr: FrenchVerb;
  readonly zh: string;
  readonly aspects: readonly Aspect[];
  /** Of its object; none for a verb that takes no object. */
  readonly objects: readonly Kind[];
  /** Where it happens, for a verb that takes no object. */
  readonly places: readonly Kind[];
  /** Whether animals do it, too, not only people. */
  readonly animals: boolean;
  /** Whether its object may be a pronoun. */
  readonly pronouns: boolean;
  /** Without a number, whether its object is any of its kind: "likes cats", 喜欢 猫. */
  readonly generic: boolean;
  /** Whether a negated clause speaks of any such object ("did not buy a hat", 没 买 帽子) or of one that is known. */
  readonly anyObject: boolean;
  /** How another person takes part: "gives … to", "buys … for". */
  readonly recipient: "to" | "for" | null;
}

/** A French verb's forms. */
export interface FrenchVerb {
  readonly infinitive: string;
  readonly je: string;
  readonly tu: string;
  readonly il: string;
  readonly nous: string;
  readonly ils: string;
  /** Masculine singular. */
  readonly participle: string;
  /** Whether its past is formed with "être". */
  readonly etre: boolean;
}

/** A word's part of speech in its sentence. */
export type Part =
  | "noun"
  | "verb"
  | "adjective"
  | "article"
  | "auxiliary"
  | "pronoun"
  | "negation"
  | "preposition"
  | "measure"
  | "particle"
  | "adverb"
  | "number";

/**
 * A word of a realized sentence, with its meanings: keys such as "subject.noun". Alignments follow from them. A
 * target word is surely linked to the source word with the same meaning, and possibly to those that it looks at: an
 * article at its noun.
 */
export interface Word {
  readonly text: string;
  readonly part: Part;
  /** The meanings of the word, the head first: 没 is "not", and the past too. */
  readonly is: readonly string[];
  readonly sees: readonly string[];
  /** Whether it begins with an aspirated h. */
  readonly aspirated: boolean;
}

/** A word; `is` and `sees` are keys with blanks between. */
export function word(text: string, part: Part, is = "", sees = "", aspirated = false): Word {
  return { text, part, is: keys(is), sees: keys(sees), aspirated };
}

function keys(text: string): string[] {
  return text === "" ? [] : text.split(" ");
}

/** A pronoun in the three languages. */
interface PronounForms {
  /** Subject, object, owner. */
  readonly en: readonly [subject: string, object: string, owner: string];
  /** Subject and object. */
  readonly fr: readonly [subject: string, object: string];
  /** The owner of something masculine, feminine, of several things. */
  readonly owner: readonly [masculine: string, feminine: string, plural: string];
  readonly zh: string;
}

/** The forms of each pronoun. */
export const pronouns: Readonly<Record<Pronoun, PronounForms>> = {
  i: { en: ["i", "me", "my"], fr: ["je", "me"], owner: ["mon", "ma", "mes"], zh: "我" },
  you: { en: ["you", "you", "your"], fr: ["tu", "te"], owner: ["ton", "ta", "tes"], zh: "你" },
  he: { en: ["he", "him", "his"], fr: ["il", "le"], owner: ["son", "sa", "ses"], zh: "他" },
  she: { en: ["she", "her", "her"], fr: ["elle", "la"], owner: ["son", "sa", "ses"], zh: "她" },
  we: { en: ["we", "us", "our"], fr: ["nous", "nous"], owner: ["notre", "notre", "nos"], zh: "我们" },
  they: { en: ["they", "them", "their"], fr: ["ils", "les"], owner: ["leur", "leur", "leurs"], zh: "他们" },
};

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

/** A table's rows: a line each, cells apart by "|". */
export function table(text: string): readonly (readonly string[])[] {
  const lines = text.trim().split("\n");
  return lines.map((line) => line.split("|").map((cell) => cell.trim()));
}

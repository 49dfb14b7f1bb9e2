/** A noun in both languages. The English word does not reveal its French gender. */
export interface Noun {
  readonly en: string;
  /** With its article. */
  readonly fr: readonly [article: string, noun: string];
  readonly gender: "m" | "f";
}

/** An adjective, and its French masculine and feminine. */
export interface Adjective {
  readonly en: string;
  readonly m: string;
  readonly f: string;
}

const noun = (en: string, article: string, fr: string, gender: "m" | "f"): Noun => ({
  en,
  fr: [article, fr],
  gender,
});
const adjective = (en: string, m: string, f: string = m): Adjective => ({ en, m, f });

export const animals: readonly Noun[] = [
  noun("animal", "l'", "animal", "m"),
  noun("cat", "le", "chat", "m"),
  noun("dog", "le", "chien", "m"),
  noun("horse", "le", "cheval", "m"),
  noun("cow", "la", "vache", "f"),
  noun("mouse", "la", "souris", "f"),
  noun("goose", "l'", "oie", "f"),
  noun("tortoise", "la", "tortue", "f"),
];

export const places: readonly Noun[] = [
  noun("street", "la", "rue", "f"),
  noun("river", "la", "rivière", "f"),
  noun("square", "la", "place", "f"),
  noun("yard", "la", "cour", "f"),
  noun("bridge", "le", "pont", "m"),
  noun("field", "le", "champ", "m"),
  noun("path", "le", "chemin", "m"),
  noun("garden", "le", "jardin", "m"),
];

export const ofAnimals: readonly Adjective[] = [
  adjective("tired", "fatigué", "fatiguée"),
  adjective("sick", "malade"),
  adjective("scared", "effrayé", "effrayée"),
  adjective("slow", "lent", "lente"),
  adjective("hungry", "affamé", "affamée"),
];

export const ofPlaces: readonly Adjective[] = [
  adjective("wide", "large"),
  adjective("narrow", "étroit", "étroite"),
  adjective("muddy", "boueux", "boueuse"),
  adjective("noisy", "bruyant", "bruyante"),
  adjective("flooded", "inondé", "inondée"),
];

/** Verbs of an animal and a place: past, negated, participle. */
export const crossings = [
  { past: "crossed", bare: "cross", m: "traversé", f: "traversée" },
  { past: "left", bare: "leave", m: "quitté", f: "quittée" },
  { past: "saw", bare: "see", m: "vu", f: "vue" },
] as const;

/** Verbs of two animals. */
export const meetings = [
  { past: "followed", bare: "follow", m: "suivi" },
  { past: "saw", bare: "see", m: "vu" },
] as const;

export const degrees = [
  { en: "too", fr: "trop" },
  { en: "very", fr: "très" },
] as const;

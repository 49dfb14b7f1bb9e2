// Sentences about animals: [CLS] this old dog barks loudly and those cats meow near the river [SEP]. The determiner agrees
// with the noun after it, and the verb tells which animal it is.

export const [pad, cls, sep, mask] = [0, 1, 2, 3];
const specials = ["[PAD]", "[CLS]", "[SEP]", "[MASK]"];
const singular = ["this", "that"];
const plural = ["these", "those"];
const adjectives = ["old", "young", "small", "brown"];
const animals = ["dog", "cat", "bird", "cow", "lion", "frog"];
const sounds = ["bark", "meow", "sing", "moo", "roar", "croak"];
const adverbs = ["loudly", "softly", "often"];
const conjunctions = ["and", "while"];
const prepositions = ["in", "near"];
const places = ["garden", "river", "forest", "town"];
const nouns = [...animals, ...animals.map((noun) => `${noun}s`)];
// The verb of nouns[i] is verbs[i]: "dog" and "barks", "dogs" and "bark".
const verbs = [...sounds.map((verb) => `${verb}s`), ...sounds];

/** The words of a kind, in the order of their ids. */
export const kinds = {
  determiner: [...singular, ...plural],
  adjective: adjectives,
  noun: nouns,
  verb: verbs,
  adverb: adverbs,
  other: [...conjunctions, ...prepositions, "the", ...places],
} as const;

export type Kind = keyof typeof kinds;

/** All tokens; an id is a place in this list. The first four are no words. */
export const vocabulary: readonly string[] = [...specials, ...Object.values(kinds).flat()];
/** The id of the first word. */
export const firstWord = specials.length;
/** The longest sentence with [CLS] and [SEP]: two clauses of five words, a conjunction, a place of three. */
export const maxLength = 16;

const ids = new Map(vocabulary.map((word, id) => [word, id]));

/** @throws Error for a word that is not in the vocabulary. */
export function idOf(word: string): number {
  const id = ids.get(word);
  if (id === undefined) throw new Error(`"${word}" is not in the vocabulary: ${vocabulary.join(" ")}.`);
  return id;
}

/** The kind of each token; undefined for the first four. */
export const kindOf: readonly (Kind | undefined)[] = vocabulary.map((word) =>
  (Object.keys(kinds) as Kind[]).find((kind) => (kinds[kind] as readonly string[]).includes(word)),
);

/** The verb of a noun. */
export const verbOf = (noun: string): string => verbs[nouns.indexOf(noun)]!;

/** A verb in the same number as another, of another animal. */
export function otherVerb(verb: string, random: () => number): string {
  const at = verbs.indexOf(verb);
  const half = animals.length;
  const shift = 1 + Math.floor(random() * (half - 1));
  return verbs[Math.floor(at / half) * half + (((at % half) + shift) % half)]!;
}

function oneOf(words: readonly string[], random: () => number): string {
  return words[Math.floor(random() * words.length)]!;
}

function clause(random: () => number): string[] {
  const noun = oneOf(nouns, random);
  const determiners = noun.endsWith("s") ? plural : singular;
  const maybe = (words: readonly string[]): string[] => (random() < 0.5 ? [oneOf(words, random)] : []);
  return [oneOf(determiners, random), ...maybe(adjectives), noun, verbOf(noun), ...maybe(adverbs)];
}

/** The words of a sentence. */
export function sentence(random: () => number): string[] {
  return [
    ...clause(random),
    oneOf(conjunctions, random),
    ...clause(random),
    oneOf(prepositions, random),
    "the",
    oneOf(places, random),
  ];
}

/** The ids of a sentence between [CLS] and [SEP], padded to {@link maxLength}. */
export function toIds(words: readonly string[]): number[] {
  const row = [cls, ...words.map(idOf), sep];
  return [...row, ...Array.from({ length: maxLength - row.length }, () => pad)];
}

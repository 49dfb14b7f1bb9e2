import { animals, crossings, degrees, meetings, ofAnimals, ofPlaces, places } from "./lexicon.ts";

/** Words and their ids: what `predictSeq2Seq` needs of a vocabulary. */
export class WordList {
  readonly words: readonly string[];
  readonly #ids: ReadonlyMap<string, number>;

  /** @param words without the three special ones. */
  constructor(words: Iterable<string>) {
    this.words = [...new Set(["<pad>", "<bos>", "<eos>", ...words])];
    this.#ids = new Map(this.words.map((word, id) => [word, id]));
  }

  get size(): number {
    return this.words.length;
  }

  has(word: string): boolean {
    return this.#ids.has(word);
  }

  /** @throws RangeError for a word that is not on the list. */
  index(word: string): number {
    const id = this.#ids.get(word);
    if (id === undefined) throw new RangeError(`“${word}” is not in the vocabulary.`);
    return id;
  }

  ids(words: readonly string[]): number[] {
    return words.map((word) => this.index(word));
  }

  toTokens(ids: Iterable<number>): string[] {
    return Array.from(ids, (id) => this.words[id] ?? "");
  }
}

const nouns = [...animals, ...places];
const adjectives = [...ofAnimals, ...ofPlaces];
const verbs = [...crossings, ...meetings];

export type WordKind = "animals" | "places" | "ofAnimals" | "ofPlaces" | "verbs" | "others";

/** The English words by kind, in the order in which the page offers them. */
export const kinds: Readonly<Record<WordKind, readonly string[]>> = {
  animals: animals.map(({ en }) => en),
  places: places.map(({ en }) => en),
  ofAnimals: ofAnimals.map(({ en }) => en),
  ofPlaces: ofPlaces.map(({ en }) => en),
  verbs: [...new Set([...verbs.flatMap(({ past, bare }) => [past, bare]), "seen"])],
  others: ["the", "didn't", "wasn't", "was", "by", "because", "it", ...degrees.map(({ en }) => en), "."],
};

export const source: WordList = new WordList(Object.values(kinds).flat());
export const target: WordList = new WordList([
  ...["n'", "a", "pas", "été", "par", "car", "il", "elle", "était", "."],
  ...nouns.flatMap(({ fr }) => fr),
  ...adjectives.flatMap(({ m, f }) => [m, f]),
  ...crossings.flatMap(({ m, f }) => [m, f]),
  ...meetings.map(({ m }) => m),
  ...degrees.map(({ fr }) => fr),
]);
/** With its end. */
export const longestSource = 16;
export const longestTarget = 22;

/** Whether a reader's sentence may have it. */
export function isWord(word: string): boolean {
  return Object.values(kinds).some((words) => words.includes(word));
}

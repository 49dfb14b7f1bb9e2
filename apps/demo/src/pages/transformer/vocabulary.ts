import { animals, crossings, degrees, meetings, ofAnimals, ofPlaces, places } from "./lexicon.ts";
import { WordList } from "./word-list.ts";

const nouns = [...animals, ...places];
const adjectives = [...ofAnimals, ...ofPlaces];
const verbs = [...crossings, ...meetings];

export type WordKind = "animals" | "places" | "ofAnimals" | "ofPlaces" | "verbs" | "others";

/** The English words by what they are, in the order in which the page offers them. */
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

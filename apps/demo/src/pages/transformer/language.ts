import lexicon from "./lexicon.json" with { type: "json" };

// The page's English and French: words, sentences of a small grammar with their translations, and pronouns.

export const { animals, places, ofAnimals, ofPlaces, crossings, meetings, degrees } = lexicon;

/** A noun in both languages, in French with its article. The English word does not reveal its French gender. */
export type Noun = (typeof animals)[number];
/** An adjective, and its French masculine and feminine. */
export type Adjective = (typeof ofAnimals)[number];

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

const names = (list: readonly { readonly en: string }[]): string[] => list.map(({ en }) => en);
/** What a reader's sentence may have. */
export const englishWords: readonly string[] = [
  ...new Set([
    ...names([...nouns, ...adjectives]),
    ...verbs.flatMap(({ past, bare }) => [past, bare]),
    ...["seen", "the", "didn't", "wasn't", "was", "by", "because", "it"],
    ...names(degrees),
    ".",
  ]),
];
export const source: WordList = new WordList(englishWords);
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
/** Words of a sentence, without its end. */
export const mostWords: number = longestSource - 1;

/** A sentence and its translation, as lists of words. */
export interface Pair {
  readonly source: readonly string[];
  readonly target: readonly string[];
  /** The nouns by their index in the source; `meant` is the one that "it" refers to, null in a sentence without "it". */
  readonly nouns: readonly [number, number];
  readonly meant: number | null;
  /** The two nouns are never together in training. */
  readonly heldOut: boolean;
}

/** A noun, and the adjective before it, if any. */
export interface Named {
  readonly noun: Noun;
  readonly adjective: Adjective | null;
}

/** An animal and a place. */
interface Crossing {
  readonly animal: Named;
  readonly place: Named;
  readonly verb: (typeof crossings)[number];
  readonly negated: boolean;
  readonly passive: boolean;
  /** Because it was too tired. */
  readonly reason: { readonly degree: (typeof degrees)[number]; readonly adjective: Adjective } | null;
}

const genderOf = ({ feminine }: Noun): "m" | "f" => (feminine ? "f" : "m");
const inEnglish = ({ noun, adjective }: Named): string[] =>
  adjective === null ? ["the", noun.en] : ["the", adjective.en, noun.en];
const inFrench = ({ noun, adjective }: Named): string[] =>
  adjective === null ? [...noun.fr] : [...noun.fr, adjective[genderOf(noun)]];

/** An animal crosses a place, or is the reason why not. */
export function crossing({ animal, place, verb, negated, passive, reason }: Crossing): Pair {
  const [first, second] = passive ? [place, animal] : [animal, place];
  const en = passive
    ? [negated ? "wasn't" : "was", verb.past === "saw" ? "seen" : verb.past, "by"]
    : negated
      ? ["didn't", verb.bare]
      : [verb.past];
  const done = passive ? ["été", verb[genderOf(place.noun)], "par"] : [verb.m];
  const fr = negated ? ["n'", "a", "pas", ...done] : ["a", ...done];
  const source = [...inEnglish(first), ...en, ...inEnglish(second)];
  const target = [...inFrench(first), ...fr, ...inFrench(second)];
  const at: [number, number] = [inEnglish(first).length - 1, source.length - 1];
  const heldOut = isHeldOut(animals.indexOf(animal.noun), places.indexOf(place.noun));
  if (reason === null)
    return { source: [...source, "."], target: [...target, "."], nouns: at, meant: null, heldOut };
  const { degree, adjective } = reason;
  const isAnimal = ofAnimals.includes(adjective);
  const gender = genderOf((isAnimal ? animal : place).noun);
  return {
    source: [...source, "because", "it", "was", degree.en, adjective.en, "."],
    target: [...target, "car", pronounIn(gender), "était", degree.fr, adjective[gender], "."],
    nouns: at,
    meant: isAnimal === passive ? at[1] : at[0],
    heldOut,
  };
}

/** An animal follows another: only the order tells them apart. */
export function meeting(
  first: Named,
  second: Named,
  verb: (typeof meetings)[number],
  negated: boolean,
): Pair {
  const en = negated ? ["didn't", verb.bare] : [verb.past];
  const fr = negated ? ["n'", "a", "pas", verb.m] : ["a", verb.m];
  const source = [...inEnglish(first), ...en, ...inEnglish(second), "."];
  return {
    source,
    target: [...inFrench(first), ...fr, ...inFrench(second), "."],
    nouns: [inEnglish(first).length - 1, source.length - 2],
    meant: null,
    heldOut: isHeldOut(animals.indexOf(first.noun), (animals.indexOf(second.noun) + 1) % animals.length),
  };
}

// One pair of nouns in eight, each noun once; the animal and the street among them.
function isHeldOut(first: number, second: number): boolean {
  return first === second;
}

/** The sentence of the grammar that consists of these words, with its translation; null where there is none. */
export function parse(words: readonly string[]): Pair | null {
  const has = (word: string): boolean => words.includes(word);
  const named = readNamed(words);
  const [first, second] = named;
  if (first === undefined || second === undefined) return null;
  const negated = has("didn't") || has("wasn't");
  const passive = has("by");
  const [animal, place] = passive ? [second, first] : [first, second];
  const isVerb = ({ past, bare }: { readonly past: string; readonly bare: string }): boolean =>
    has(past) || has(bare) || (past === "saw" && has("seen"));
  let pair: Pair | null = null;
  if (named.every(({ noun }) => animals.includes(noun))) {
    const verb = meetings.find(isVerb);
    if (verb !== undefined) pair = meeting(first, second, verb, negated);
  } else if (animals.includes(animal.noun) && places.includes(place.noun)) {
    const verb = crossings.find(isVerb);
    const degree = degrees.find(({ en }) => en === words.at(-3));
    const adjective = adjectives.find(({ en }) => en === words.at(-2));
    const reason = has("because") && degree && adjective ? { degree, adjective } : null;
    if (verb !== undefined) pair = crossing({ animal, place, verb, negated, passive, reason });
  }
  // Misread or unread words show when the sentence is generated again.
  return pair?.source.join(" ") === words.join(" ") ? pair : null;
}

/** The nouns in their order, each with the adjective before it. */
function readNamed(words: readonly string[]): Named[] {
  return words.flatMap((word, i) => {
    const noun = nouns.find(({ en }) => en === word);
    if (noun === undefined) return [];
    const fitting = animals.includes(noun) ? ofAnimals : ofPlaces;
    return [{ noun, adjective: fitting.find(({ en }) => en === words[i - 1]) ?? null }];
  });
}

/** The different nouns of a sentence, each with its French pronoun. */
export function nounsOf(words: readonly string[]): { readonly noun: string; readonly pronoun: string }[] {
  const found = new Set(readNamed(words).map(({ noun }) => noun));
  return [...found].map((noun) => ({ noun: noun.en, pronoun: pronounIn(genderOf(noun)) }));
}

const pronounIn = (gender: "m" | "f"): string => (gender === "m" ? "il" : "elle");

/** Where the translation has the pronoun; -1 where it has none. */
export function pronounOf(target: readonly string[]): number {
  return target.findIndex((word) => word === "il" || word === "elle");
}

/** The other of the two pronouns. */
export function otherPronoun(own: string): string {
  return own === "il" ? "elle" : "il";
}

/**
 * The fate of the untouched translation's pronoun: the same, the other one after the same words, or something else, as
 * where the words before it are not the same.
 */
export type Outcome = "held" | "flipped" | "lost";

export function outcomeOf(untouched: readonly string[], target: readonly string[]): Outcome {
  const place = pronounOf(untouched);
  const own = untouched[place];
  const isSame = untouched.slice(0, place).every((word, i) => word === target[i]);
  if (own === undefined || !isSame) return "lost";
  if (target[place] === own) return "held";
  return target[place] === otherPronoun(own) ? "flipped" : "lost";
}

/** Where a sentence has its last adjective, if that is about "it"; -1 where it is not. */
export function endingOf(sentence: readonly string[]): number {
  const known = names(adjectives);
  const place = sentence.findLastIndex((word) => known.includes(word));
  return sentence.includes("it") && place > sentence.indexOf("it") ? place : -1;
}

/**
 * The sentence that heads are frozen from: the same with the adjective of "it" changed from an animal's to a place's or back;
 * where there is none, with its two nouns exchanged.
 */
export function otherSentence(sentence: readonly string[]): readonly string[] {
  const place = endingOf(sentence);
  if (place >= 0) return sentence.with(place, names(ofAnimals).includes(sentence[place]!) ? "wide" : "tired");
  const [one, other] = [...sentence.keys()].filter((i) => nouns.some(({ en }) => en === sentence[i]));
  if (one === undefined || other === undefined) return sentence;
  return sentence.with(one, sentence[other]!).with(other, sentence[one]!);
}

/** English words as one writes them. */
export function english(words: readonly string[]): string {
  return words.join(" ").replace(" .", ".");
}

/** French words as one writes them. */
export function french(words: readonly string[]): string {
  return words
    .filter((word) => word !== "<eos>")
    .join(" ")
    .replaceAll("' ", "'")
    .replaceAll(" .", ".");
}

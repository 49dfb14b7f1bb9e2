import { animals, ofAnimals, ofPlaces, places } from "./lexicon.ts";

// Pronouns in translations, and the counterpart of a sentence.

const pronouns = ["il", "elle"];

/** Where the translation has the pronoun; -1 where it has none. */
export function pronounOf(target: readonly string[]): number {
  return target.findIndex((word) => pronouns.includes(word));
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
  if (own === undefined) return "lost";
  const isSame = untouched.slice(0, place).every((word, i) => word === target[i]);
  if (!isSame) return "lost";
  if (target[place] === own) return "held";
  return target[place] === otherPronoun(own) ? "flipped" : "lost";
}

/**
 * The sentence that heads are frozen from: the same with the adjective of "it" changed from an animal's to a place's or back;
 * where there is none, with its two nouns exchanged.
 */
export function otherSentence(sentence: readonly string[]): readonly string[] {
  const [first, second] = [ofAnimals, ofPlaces].map((all) => all.map(({ en }) => en)) as [string[], string[]];
  const place = sentence.findLastIndex((word) => first.includes(word) || second.includes(word));
  if (sentence.includes("it") && place > sentence.indexOf("it")) {
    const word = sentence[place]!;
    return sentence.with(place, first.includes(word) ? "wide" : "tired");
  }
  const nouns = [...animals, ...places].map(({ en }) => en);
  const [one, other] = [...sentence.keys()].filter((i) => nouns.includes(sentence[i]!));
  if (one === undefined || other === undefined) return sentence;
  return sentence.with(one, sentence[other]!).with(other, sentence[one]!);
}

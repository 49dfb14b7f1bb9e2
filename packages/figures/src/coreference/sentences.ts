import type { Tensor } from "@saccade/tensor";
import { tensorOfIds } from "../ui/ids.ts";

/** An adjective of the animal and one of the place. */
export const pairs = ["tired wide", "sick muddy", "scared busy"] as const;

const animals = ["animal", "cat", "dog", "goose", "mouse", "horse"];
const places = ["street", "river", "yard", "bridge", "field", "road"];
const ofAnimals = ["tired", "sick", "scared"];
const ofPlaces = ["wide", "muddy", "busy"];

const template = "the _ didn't cross the _ because it was too _ .".split(" ");
const passive = "the _ wasn't crossed by the _ because it was too _ .".split(" ");
const words = [...new Set([...template, ...passive, ...animals, ...places, ...ofAnimals, ...ofPlaces])];
const ids = new Map(words.map((word, id) => [word, id]));

export const vocabSize: number = words.length;
/** Words of a sentence; the passive one is longer by one. */
export const longest: number = passive.length;

/** A sentence, and the place of what "it" means. */
export interface Sentence {
  readonly words: readonly string[];
  readonly it: number;
  readonly referent: number;
}

export function sentenceOf(animal: string, place: string, adjective: string, isPassive: boolean): Sentence {
  const nouns = isPassive ? [place, animal] : [animal, place];
  const fill = [...nouns, adjective];
  const filled = (isPassive ? passive : template).map((word) => (word === "_" ? (fill.shift() ?? "") : word));
  const meant = ofAnimals.includes(adjective) ? animal : place;
  return { words: filled, it: filled.indexOf("it"), referent: filled.indexOf(meant) };
}

/**
 * The animal and the place of a text such as "cat river".
 *
 * @throws Error for other texts.
 */
export function nounsOf(text: string): readonly [animal: string, place: string] {
  const [animal = "", place = "", ...more] = text.trim().split(/\s+/);
  if (!animals.includes(animal) || !places.includes(place) || more.length > 0)
    throw new Error(
      `sentence is "${text}"; it must be an animal and a place, such as "cat river": ` +
        `one of ${animals.join(", ")}, and one of ${places.join(", ")}.`,
    );
  return [animal, place];
}

/** The animal and the street of the known sentence are never together in training. */
export function drawSentence(random: () => number): Sentence {
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!;
  const [animal, place] = [pick(animals), pick(places)];
  if (animal === "animal" && place === "street") return drawSentence(random);
  return sentenceOf(animal, place, pick(random() < 0.5 ? ofAnimals : ofPlaces), random() < 0.5);
}

/** Sentences as tensors: words (b, n), the place of "it" (b), and the id of what it means (b). */
export interface Batch {
  readonly words: Tensor;
  readonly it: Tensor;
  readonly answer: Tensor;
}

export function toBatch(sentences: readonly Sentence[]): Batch {
  const idOf = (word: string | undefined): number => ids.get(word ?? ".") ?? 0;
  return {
    words: tensorOfIds(
      sentences.map(({ words }) => Array.from({ length: longest }, (_, i) => idOf(words[i]))),
    ),
    it: tensorOfIds(sentences.map(({ it }) => it)),
    answer: tensorOfIds(sentences.map(({ words, referent }) => idOf(words[referent]))),
  };
}

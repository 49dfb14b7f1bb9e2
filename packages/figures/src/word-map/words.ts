import { valuesOf } from "../ui/stored.ts";
import trained from "./trained.json" with { type: "json" };

/** Words that the model knows: animals, people, places, colours, moods, deeds, pronouns, and what is eaten. */
export const words: readonly string[] = [
  ...["cat", "dog", "mouse", "horse", "rabbit", "cow", "bird", "goat", "duck", "fox"],
  ...["girl", "boy", "woman", "teacher", "farmer", "sister", "father"],
  ...["river", "lake", "forest", "park", "bridge", "garden"],
  ...["red", "blue", "green", "white", "black"],
  ...["tired", "sad", "hungry", "busy"],
  ...["ran", "swam", "sang", "slept", "danced"],
  ...["it", "he", "they"],
  ...["coffee", "bread", "cake", "tea"],
];

/** Numbers of each vector. */
export const width = 64;

function rows(stored: string, across: number): readonly (readonly number[])[] {
  const values = valuesOf(stored);
  return words.map((_, i) => Array.from(values.subarray(i * across, (i + 1) * across)));
}

/** The vector of each word: its row of the trained embedding. */
export const vectors: readonly (readonly number[])[] = rows(trained.vectors, width);

/** Where each word lies on the plane on which they spread most, from -1 to 1. */
export const places: readonly (readonly number[])[] = rows(trained.places, 2);

/** Where a word lies on it. */
export function placeOf(word: string): readonly [x: number, y: number] {
  const [x, y] = places[words.indexOf(word)]!;
  return [x!, y!];
}

const directions = vectors.map((vector) => vector.map((x) => x / Math.hypot(...vector)));

/** The cosine of the angle between the vectors of two words. */
export function likeness(one: number, other: number): number {
  return directions[one]!.reduce((sum, x, i) => sum + x * directions[other]![i]!, 0);
}

/** The words that are most like one, the nearest first. */
export function nearest(word: number, count: number): readonly number[] {
  const others = words.map((_, i) => i).filter((i) => i !== word);
  return others.sort((a, b) => likeness(word, b) - likeness(word, a)).slice(0, count);
}

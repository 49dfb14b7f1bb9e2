import { editDistance } from "@saccade/tensor/checks";

/** The words nearest to one that is not among them, by edits of letters; none where hardly a letter is the same. */
export function nearWords(word: string, known: readonly string[], count: number = 3): readonly string[] {
  const most = Math.floor((2 * word.length) / 3);
  return known
    .filter((other) => /\p{L}/u.test(other))
    .map((other) => ({ other, distance: editDistance(word, other) }))
    .filter(({ distance }) => distance <= most)
    .toSorted((a, b) => a.distance - b.distance)
    .slice(0, count)
    .map(({ other }) => other);
}

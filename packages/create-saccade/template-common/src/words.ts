import { randint, sort, type Tensor, tensor } from "@saccade/tensor";

export const alphabetSize = 26;
export const wordLength = 8;

const firstLetter = "a".charCodeAt(0);

/**
 * Random words, and the same letters sorted: int32 (count, wordLength) each. Each word is drawn from sixteen letters, so
 * that some letters repeat, as in real words.
 */
export function randomWords(count: number): { words: Tensor; sorted: Tensor } {
  const letters = randint(0, alphabetSize, [count, 16], { dtype: "int32" });
  const words = letters.gather(1, randint(0, 16, [count, wordLength]));
  return { words, sorted: sort(words, 1).values };
}

/**
 * A batch of one word, int32 (1, wordLength).
 *
 * @throws RangeError unless the word has wordLength letters from a to z.
 */
export function toTensor(word: string): Tensor {
  if (!/^[a-z]+$/.test(word) || word.length !== wordLength)
    throw new RangeError(`The model sorts words of ${wordLength} letters from a to z, not "${word}".`);
  const letters = Int32Array.from(word, (letter) => letter.charCodeAt(0) - firstLetter);
  return tensor(letters).reshape([1, wordLength]);
}

/** The word that the letters spell. */
export function toWord(letters: ArrayLike<number>): string {
  return String.fromCharCode(...Array.from(letters, (letter) => firstLetter + letter));
}

import type { UnknownWord } from "../../ui/own-sentence.tsx";
import type { SourceWord } from "../translator/network/calls.ts";
import { nearWords, type ReadEnglish, readEnglish } from "../translator/network/english.ts";
import { longest } from "../translator/network/network-sizes.ts";

/** The reader's own sentence as the network is to read it: known before anything is translated. */
export interface OwnSentence extends Pick<ReadEnglish, "leftOut" | "further" | "tooMany"> {
  /** Empty where the reader wrote no word. */
  readonly words: readonly SourceWord[];
  /** Each unknown word once. */
  readonly unknown: readonly UnknownWord[];
}

/** The maximum number of words that the network reads, followed by the full stop and `<eos>`. */
export const mostWords: number = longest - 2;

/** @param vocabulary the words that the translator knows */
export function ownSentence(text: string, vocabulary: readonly string[]): OwnSentence {
  const { words: read, leftOut, further, tooMany } = readEnglish(text, mostWords + 1);
  const known = new Set([...vocabulary, "'s", "."]);
  const words = read.map((word) => ({ text: word, known: known.has(word) }));
  const unknown = [...new Set(words.filter((word) => !word.known).map((word) => word.text))];
  return {
    words,
    unknown: unknown.map((word) => ({ text: word, near: nearWords(word, vocabulary) })),
    leftOut,
    further,
    tooMany,
  };
}

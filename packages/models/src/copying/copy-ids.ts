import { badArgument, checkInteger, refuseExtra } from "@saccade/tensor/backend";
import { isListOf, isText } from "../contract/check-options.ts";
import { checkVocab, idOf, tokensOf } from "../tokens/vocabulary.ts";

/** The part of the target's vocabulary that {@link copyIds} uses. */
export interface CopyVocab {
  /** The number of tokens. */
  readonly size: number;
  /** Whether the vocabulary contains a token. */
  has(token: string): boolean;
  /** The id of a token. */
  index(token: string): number;
  /** The tokens of ids. */
  toTokens(ids: Iterable<number>): string[];
}

/**
 * The ids that a copying decoder produces when it copies each source word: the word's id in the target's
 * vocabulary, or, for a word that is not in it, the vocabulary's size + the first position of the word in the source
 * (See, Liu & Manning 2017, section 2.2: the extended vocabulary). Give it target words, too, with their source:
 * words in neither are `<unk>`.
 *
 * @param source the source words, `<eos>` included if the encoder reads it
 * @param words whose ids to give. Default: the source words.
 * @throws ArgumentError unless both are lists of strings and `vocab` is a Vocab.
 * @example copyIds(["hello", "zorvik"], new Vocab([["hello"]])) // [1, 3]
 */
export function copyIds(
  source: readonly string[],
  vocab: CopyVocab,
  words: readonly string[] = source,
): number[] {
  refuseExtra("copyIds", arguments, 3);
  checkWords("copyIds", "source", source);
  checkVocab("copyIds", vocab);
  checkInteger("copyIds", "vocab.size", vocab.size, 1);
  checkWords("copyIds", "words", words);
  return words.map((word) => {
    const position = source.indexOf(word);
    return vocab.has(word) || position < 0 ? idOf("copyIds", vocab, word) : vocab.size + position;
  });
}

/**
 * The words of ids that a copying decoder produced: from the vocabulary, or copied from the source.
 *
 * @throws ArgumentError unless `source` is a list of strings and `vocab` a Vocab; IndexError for an id beyond the source.
 * @example copiedTokens([1, 3], ["hello", "zorvik"], new Vocab([["hello"]])) // ["hello", "zorvik"]
 */
export function copiedTokens(ids: Iterable<number>, source: readonly string[], vocab: CopyVocab): string[] {
  refuseExtra("copiedTokens", arguments, 3);
  checkVocab("copiedTokens", vocab);
  checkInteger("copiedTokens", "vocab.size", vocab.size, 1);
  checkWords("copiedTokens", "source", source);
  if (typeof ids !== "object" || ids === null || !(Symbol.iterator in ids)) throw noIds(ids);
  const most = vocab.size + source.length - 1;
  return Array.from(ids, (id) => {
    checkInteger("copiedTokens", "an id of ids", id, 0, most);
    return source[id - vocab.size] ?? tokensOf("copiedTokens", vocab, [id])[0]!;
  });
}

function noIds(ids: unknown): Error {
  return badArgument(
    "copiedTokens",
    "ids",
    "a list of ids",
    ids,
    "write [...x.dataSync()] for those of a tensor",
  );
}

function checkWords(what: string, name: string, words: unknown): void {
  if (isListOf(words, isText)) return;
  throw badArgument(what, name, "a list of words", words, "split the sentence first");
}

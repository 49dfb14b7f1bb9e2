import { Tensor } from "@saccade/tensor";
import { checkInteger } from "@saccade/tensor/backend";
import { required, rule, signature, withFix } from "@saccade/tensor/contract";
import { idOf, type TranslationVocab, tokensOf, vocabRule, wordsRule } from "../tokens/vocabulary.ts";

/** The part of the target's vocabulary that {@link copyIds} uses. */
export interface CopyVocab extends TranslationVocab {
  /** The number of tokens. */
  readonly size: number;
}

const words = withFix({ ...wordsRule, must: "a list of words" }, "split the sentence first");
const idsRule = withFix(
  rule(
    "a list of ids",
    (value): value is Iterable<number> =>
      Symbol.iterator in Object(value) && typeof value === "object" && !(value instanceof Tensor),
  ),
  "write [...x.dataSync()] for those of a tensor",
);
const copyCall = signature(
  "copyIds",
  { source: required(words), vocab: required(vocabRule), words },
  "copyIds(words, vocab)",
);
const copiedCall = signature(
  "copiedTokens",
  { ids: required(idsRule), source: required(words), vocab: required(vocabRule) },
  "copiedTokens(ids, source, vocab)",
);

/**
 * The ids that a copying decoder produces when it copies each source word: the word's id in the target's
 * vocabulary, or, for a word that is not in it, the vocabulary's size + the first position of the word in the source
 * (See, Liu & Manning 2017, section 2.2: the extended vocabulary). Give it target words, too, with their source:
 * words in neither are `<unk>`.
 *
 * @param source the source words, `<eos>` included if the encoder reads it
 * @param words whose ids to give. Default: the source words.
 * @example copyIds(["hello", "zorvik"], new Vocab([["hello"]])) // [1, 3]
 */
export function copyIds(
  source: readonly string[],
  vocab: CopyVocab,
  words: readonly string[] = source,
): number[] {
  copyCall([source, vocab, words]);
  checkInteger("copyIds", "vocab.size", vocab.size, 1);
  return words.map((word) => {
    const position = source.indexOf(word);
    return vocab.has(word) || position < 0 ? idOf("copyIds", vocab, word) : vocab.size + position;
  });
}

/**
 * The words of ids that a copying decoder produced: from the vocabulary, or copied from the source.
 *
 * @throws ArgumentError for an id beyond the source.
 * @example copiedTokens([1, 3], ["hello", "zorvik"], new Vocab([["hello"]])) // ["hello", "zorvik"]
 */
export function copiedTokens(ids: Iterable<number>, source: readonly string[], vocab: CopyVocab): string[] {
  copiedCall([ids, source, vocab]);
  checkInteger("copiedTokens", "vocab.size", vocab.size, 1);
  const most = vocab.size + source.length - 1;
  return Array.from(ids, (id) => {
    checkInteger("copiedTokens", "an id of ids", id, 0, most);
    return source[id - vocab.size] ?? tokensOf("copiedTokens", vocab, [id])[0]!;
  });
}

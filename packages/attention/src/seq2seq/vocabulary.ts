/** What training needs of a vocabulary: where its special words stand. */
export interface SpecialTokens {
  has(token: string): boolean;
  index(token: string): number;
}

/** What translating needs of a vocabulary. */
export interface TranslationVocab extends SpecialTokens {
  toTokens(ids: Iterable<number>): string[];
}

/** The id of a token that must be there. @throws RangeError naming the cure where it is not. */
export function specialToken(what: string, vocab: SpecialTokens, token: string): number {
  if (vocab.has(token)) return vocab.index(token);
  throw new RangeError(
    `${what}: the vocabulary has no ${token}; make it with reservedTokens: ["<pad>", "<bos>", "<eos>"].`,
  );
}

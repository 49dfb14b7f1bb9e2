import { ArgumentError } from "@saccade/tensor";
import { badArgument, checkInteger } from "@saccade/tensor/backend";
import { isListOf, isText } from "../contract/check-options.ts";

/** The part of a vocabulary that training uses: the ids of its special words. */
export interface SpecialTokens {
  /** Whether the vocabulary contains a token. */
  has(token: string): boolean;
  /** The id of a token. */
  index(token: string): number;
}

/** The part of a vocabulary that translating uses. */
export interface TranslationVocab extends SpecialTokens {
  /** The tokens of ids. */
  toTokens(ids: Iterable<number>): string[];
}

/** @throws ArgumentError unless it is a vocabulary that gives ids and tokens. */
export function checkVocab(what: string, vocab: unknown): void {
  const { has, index, toTokens }: { readonly [Name in keyof TranslationVocab]?: unknown } = Object(vocab);
  if ([has, index, toTokens].every((method) => typeof method === "function")) return;
  throw badArgument(what, "the vocabulary", "a Vocab", vocab, example);
}

/** The id of a word, as the vocabulary gives it. */
export function idOf(what: string, vocab: SpecialTokens, token: string): number {
  const id: unknown = vocab.index(token);
  checkInteger(what, `the id that the vocabulary gives for ${JSON.stringify(token)}`, id, 0, 2 ** 31 - 1);
  return id;
}

/** The tokens of ids, as the vocabulary gives them. */
export function tokensOf(what: string, vocab: TranslationVocab, ids: Iterable<number>): string[] {
  const tokens: unknown = vocab.toTokens(ids);
  if (isListOf(tokens, isText)) return [...tokens];
  throw badArgument(what, "what the vocabulary's toTokens returns", "an array of tokens", tokens);
}

const example = 'make it with reservedTokens: ["<pad>", "<bos>", "<eos>"]';

/** The id of a token that must be there. @throws ArgumentError unless it is a vocabulary, and for one without the token. */
export function specialToken(what: string, vocab: SpecialTokens, token: string): number {
  if (typeof vocab?.has !== "function" || typeof vocab.index !== "function") {
    throw badArgument(what, "tgtVocab", "a Vocab", vocab, example);
  }
  if (vocab.has(token)) return idOf(what, vocab, token);
  throw new ArgumentError(
    `${what}: the vocabulary has no ${token}; make it with reservedTokens: ["<pad>", "<bos>", "<eos>"].`,
  );
}

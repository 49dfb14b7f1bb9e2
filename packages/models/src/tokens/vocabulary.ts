import { ArgumentError } from "@saccade/tensor";
import { badArgument, checkInteger } from "@saccade/tensor/backend";
import { listOf, type Rule, rule, text, withFix } from "@saccade/tensor/contract";

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

const example = 'make it with reservedTokens: ["<pad>", "<bos>", "<eos>"]';

function vocabularyWith<V>(...methods: readonly string[]): Rule<V, undefined> {
  const holds = (value: unknown): value is V =>
    methods.every((name) => typeof Reflect.get(Object(value), name) === "function");
  return withFix(rule("a Vocab", holds), example);
}

/** A vocabulary that gives ids. */
export const specialTokensRule = vocabularyWith<SpecialTokens>("has", "index");

/** A vocabulary that gives ids and tokens. */
export const vocabRule = vocabularyWith<TranslationVocab>("has", "index", "toTokens");

/** An array of words. */
export const wordsRule = { ...listOf(text()), must: "an array of words" };

/** The id of a word, as the vocabulary gives it. */
export function idOf(what: string, vocab: SpecialTokens, token: string): number {
  const id: unknown = vocab.index(token);
  checkInteger(what, `the vocabulary's id for ${JSON.stringify(token)}`, id, 0, 2 ** 31 - 1);
  return id;
}

/** The tokens of ids, as the vocabulary gives them. */
export function tokensOf(what: string, vocab: TranslationVocab, ids: Iterable<number>): string[] {
  const tokens: unknown = vocab.toTokens(ids);
  if (wordsRule.holds(tokens)) return [...tokens];
  throw badArgument(what, "the result of the vocabulary's toTokens", "an array of tokens", tokens);
}

/** The id of a token that must be there. @throws ArgumentError for a vocabulary without the token. */
export function specialToken(what: string, vocab: SpecialTokens, token: string): number {
  if (vocab.has(token)) return idOf(what, vocab, token);
  throw new ArgumentError(`${what}: the vocabulary has no ${token}; ${example}.`);
}

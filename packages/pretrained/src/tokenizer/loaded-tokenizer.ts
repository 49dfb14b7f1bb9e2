import { badArgument, checkInteger } from "@saccade/tensor/checks";
import { messageOf, PretrainedError } from "../errors.ts";

/** Converts texts to token ids and back, as specified by a tokenizer.json. */
export interface PretrainedTokenizer {
  /** The number of tokens, added ones included. */
  readonly vocabSize: number;
  /**
   * The ids of a text's tokens. Special tokens, such as BERT's [CLS], are added as in the file. Nothing is truncated or padded,
   * even if the file specifies it.
   *
   * @throws PretrainedError for a text with something that the tokenizer has neither a token nor an unknown token for
   */
  encode(text: string): number[];
  /** The text of token ids. Special tokens and unknown ids are skipped. */
  decode(ids: readonly number[]): string;
  /** A token as the file has it, such as "##ing" or "Ġthe"; null for an unknown id. */
  token(id: number): string | null;
  /** The id of a token as the file has it, such as "[MASK]"; null for an unknown token. */
  id(token: string): number | null;
}

/**
 * The part of @huggingface/tokenizers' tokenizer that is used. With its own type, this package's declarations would require
 * the optional package.
 */
interface Tokenizer {
  encode(text: string): { readonly ids: readonly number[]; readonly tokens: readonly string[] };
  decode(ids: number[], options: { skip_special_tokens: boolean }): string;
  token_to_id(token: string): number | undefined;
  /** With undefined for ids that are free. */
  get_vocab(withAddedTokens: boolean): Iterable<readonly [string | undefined, number]>;
}

/** The tokens of a tokenizer, by id. Ids between them may be free. */
export function tokensOf(tokenizer: Tokenizer): ReadonlyMap<number, string> {
  const tokens = new Map<number, string>();
  for (const [token, id] of tokenizer.get_vocab(true)) if (token !== undefined) tokens.set(id, token);
  return tokens;
}

export class LoadedTokenizer implements PretrainedTokenizer {
  readonly #file: string;
  readonly #tokenizer: Tokenizer;
  readonly #tokens: ReadonlyMap<number, string>;

  constructor(file: string, tokenizer: Tokenizer, tokens: ReadonlyMap<number, string>) {
    this.#file = file;
    this.#tokenizer = tokenizer;
    this.#tokens = tokens;
  }

  get vocabSize(): number {
    return this.#tokens.size;
  }

  encode(text: string): number[] {
    if (typeof text !== "string") throw badArgument("tokenizer.encode", "text", "a text", text);
    const { ids, tokens } = this.#run("encode", () => this.#tokenizer.encode(text));
    const lost = ids.findIndex((id) => !this.#tokens.has(id));
    if (lost < 0) return [...ids];
    throw new PretrainedError(
      `tokenizer.encode: ${this.#file} has no token for ${JSON.stringify(tokens[lost] ?? text)}, and no unknown token that is in its vocabulary; ` +
        "write the text without it.",
    );
  }

  decode(ids: readonly number[]): string {
    if (!Array.isArray(ids)) throw badArgument("tokenizer.decode", "ids", "an array of token ids", ids);
    for (const id of ids) checkInteger("tokenizer.decode", "a token of ids", id, 0);
    const known = ids.filter((id) => this.#tokens.has(id));
    return known.length === 0
      ? ""
      : this.#run("decode", () => this.#tokenizer.decode(known, { skip_special_tokens: true }));
  }

  // The library finds some faults of a file when it uses it.
  #run<T>(what: string, use: () => T): T {
    try {
      return use();
    } catch (error) {
      throw new PretrainedError(
        `tokenizer.${what}: ${this.#file} cannot be used for this (${messageOf(error).slice(0, 300)}); copy or download it again.`,
        { cause: error },
      );
    }
  }

  token(id: number): string | null {
    checkInteger("tokenizer.token", "id", id, 0);
    return this.#tokens.get(id) ?? null;
  }

  id(token: string): number | null {
    if (typeof token !== "string") throw badArgument("tokenizer.id", "token", "a text", token);
    return this.#tokenizer.token_to_id(token) ?? null;
  }
}

/** A tree of tokens by their characters. */
interface PieceNode {
  readonly next: Map<string, PieceNode>;
  /** The id of the token that ends here; -1 for none. */
  id: number;
}

function treeOf(pieces: Iterable<readonly [string, number]>): PieceNode {
  const root: PieceNode = { next: new Map(), id: -1 };
  for (const [piece, id] of pieces) {
    let node = root;
    for (const char of piece) {
      const child: PieceNode = node.next.get(char) ?? { next: new Map(), id: -1 };
      node.next.set(char, child);
      node = child;
    }
    node.id = id;
  }
  return root;
}

/** A word's tokens. */
export type EncodeWord = (word: string) => string[];

/** The part of a model that {@link unigramEncoder} uses. */
interface UnigramPieces {
  readonly vocab: readonly (readonly [string, number])[];
  /** The piece for unknown characters, if there is one. */
  readonly unknown: number | undefined;
}

/**
 * The most likely pieces of a word (Kudo 2018), in memory linear in the word. Ties go to the piece that starts first.
 */
export function unigramEncoder({ vocab, unknown }: UnigramPieces): EncodeWord {
  const scores = vocab.map(([, score]) => score);
  const unknownScore = scores.reduce((least, score) => Math.min(least, score)) - 10;
  if (unknown !== undefined) scores[unknown] = unknownScore;
  const root = treeOf(vocab.map(([piece], id) => [piece, id] as const));
  return (word) => {
    const chars = Array.from(word);
    const best = new Float64Array(chars.length + 1);
    const begin = new Int32Array(chars.length + 1).fill(-1);
    const put = (start: number, end: number, score: number): void => {
      const total = best[start]! + score;
      if (begin[end]! < 0 || total > best[end]!) [best[end], begin[end]] = [total, start];
    };
    for (let start = 0; start < chars.length; start++) {
      let node: PieceNode | undefined = root;
      let alone = false;
      for (let at = start; at < chars.length; at++) {
        node = node.next.get(chars[at]!);
        if (node === undefined) break;
        if (node.id < 0) continue;
        put(start, at + 1, scores[node.id]!);
        alone ||= at === start;
      }
      if (!alone) put(start, start + 1, unknownScore);
    }
    const pieces: string[] = [];
    for (let end = chars.length; end > 0; end = begin[end]!) {
      pieces.push(chars.slice(begin[end], end).join(""));
    }
    return pieces.reverse();
  };
}

/** The part of a model that {@link wordPieceEncoder} uses. */
interface WordPieces {
  readonly vocab: Iterable<readonly [string, number]>;
  readonly unknown: string;
  /** The prefix of tokens inside a word. */
  readonly prefix: string;
  readonly longestWord: number;
}

/** The longest token first, and so on (Devlin et al. 2019); the unknown token for a word that this does not cover. */
export function wordPieceEncoder({ vocab, unknown, prefix, longestWord }: WordPieces): EncodeWord {
  const root = treeOf(vocab);
  let inside: PieceNode | undefined = root;
  for (const char of prefix) inside = inside?.next.get(char);
  return (word) => {
    const chars = Array.from(word);
    if (chars.length > longestWord) return [unknown];
    const tokens: string[] = [];
    for (let start = 0; start < chars.length; ) {
      let node = start === 0 ? root : inside;
      let end = start;
      for (let at = start; at < chars.length; at++) {
        node = node?.next.get(chars[at]!);
        if (node === undefined) break;
        if (node.id >= 0) end = at + 1;
      }
      if (end === start) return [unknown];
      tokens.push((start === 0 ? "" : prefix) + chars.slice(start, end).join(""));
      start = end;
    }
    return tokens;
  };
}

import { badArgument, checkInteger, checkString } from "@saccade/tensor/checks";
import { listOf, type OptionsOf, options, required, rule, signature, whole } from "@saccade/tensor/contract";
import { idList, tokenAt } from "../rules.ts";
import { readTables, type Tables, type TokenizerJson, writeTables } from "./json.ts";
import {
  alphabet,
  fromByteChars,
  learnMerges,
  Merges,
  splitPieces,
  TokenTable,
  toByteChars,
} from "./parts.ts";

const trainOptions = options(
  "BytePairTokenizer.train",
  {
    /** The largest number of tokens: 256 bytes, the special tokens, and one token a merge. */
    vocabSize: required(whole(undefined, { min: alphabet.length })),
    /** Pairs that occur less often are not merged. Default 2. */
    minFrequency: whole(2, { min: 1 }),
    /** Tokens that are found in a text before anything else. They get the ids 0, 1, … Default `["<|endoftext|>"]`. */
    specialTokens: listOf(
      rule(
        "a text of two characters or more, named once",
        (value): value is string => typeof value === "string" && value !== "" && !alphabet.includes(value),
      ),
    ),
  },
  {
    example: "BytePairTokenizer.train(text, { vocabSize: 1000 })",
    renamed: {
      vocab_size: "write vocabSize",
      min_frequency: "write minFrequency",
      special_tokens: "write specialTokens",
    },
  },
);

/** Options of {@link BytePairTokenizer.train}. */
export interface BytePairOptions extends OptionsOf<typeof trainOptions> {}

const decoded = signature("BytePairTokenizer.decode", { ids: idList("idToToken") }, "tokenizer.decode(ids)");

/** Pieces whose ids are kept, so that a word that comes again is looked up. */
const mostCached = 10_000;

/**
 * Byte-level byte-pair encoding, GPT-2's tokenizer (Sennrich et al. 2016; Radford et al. 2019): any text becomes ids and
 * comes back as it was. Saved as `tokenizer.json`, the file of Hugging Face's tokenizers, with the same ids there.
 *
 * @example
 * const tokenizer = BytePairTokenizer.train("attention attention", { vocabSize: 260 });
 * tokenizer.decode(tokenizer.encode("attention")) // "attention"
 */
export class BytePairTokenizer {
  readonly #tables: Tables;
  readonly #merges: Merges = new Merges();
  readonly #cache: Map<string, readonly number[]> = new Map();
  readonly #special: RegExp | null;

  private constructor(tables: Tables) {
    this.#tables = tables;
    const { tokens, merges, specialTokens } = tables;
    merges.forEach(([left, right], rank) => {
      const id = tokens.id(tokens.token(left)! + tokens.token(right)!)!;
      // A pair that is listed twice keeps its first rank.
      if (!this.#merges.has(left, right)) this.#merges.add(left, right, { rank, id });
    });
    this.#special = specialPattern(specialTokens);
  }

  /**
   * Learns a tokenizer. It may end up with fewer tokens than `vocabSize`, when no pair is left that occurs `minFrequency`
   * times.
   *
   * @param text one text or several
   * @throws ArgumentError for a text that is not a string, an unknown option, a `vocabSize` with no room for the 256
   * bytes and the special tokens, or a special token that is empty or named twice.
   * @example BytePairTokenizer.train("attention attention", { vocabSize: 260 }).encode("attention").length // 6
   */
  static train(text: string | readonly string[], given: BytePairOptions): BytePairTokenizer {
    const { what } = trainOptions;
    const texts = typeof text === "string" ? [text] : text;
    if (!Array.isArray(texts) || Array.from<unknown>(texts).some((part) => typeof part !== "string"))
      throw badArgument(what, "text", "a string or an array of strings", text);
    const { vocabSize, minFrequency, specialTokens = ["<|endoftext|>"] } = trainOptions(given);
    const twice = specialTokens.findIndex((token, i) => specialTokens.indexOf(token) !== i);
    if (twice >= 0) throw badArgument(what, `specialTokens[${twice}]`, "named once", specialTokens[twice]);
    checkInteger(what, "vocabSize", vocabSize, alphabet.length + specialTokens.length);
    const tokens = new TokenTable();
    for (const token of [...specialTokens, ...alphabet]) tokens.add(token);
    const pieces = countPieces(texts, specialPattern(specialTokens));
    const merges = learnMerges(pieces, tokens, { vocabSize, minFrequency });
    return new BytePairTokenizer({ tokens, merges, specialTokens });
  }

  /**
   * Reads `tokenizer.json` of a byte-level BPE, such as GPT-2's.
   *
   * @param json the file's text, or what `JSON.parse` made of it
   * @throws TokenizerError if it is truncated, not JSON, or needs unsupported features (another model, a normalizer, a space
   * before the text).
   * @example
   * const tokenizer = BytePairTokenizer.train("attention attention", { vocabSize: 260 });
   * BytePairTokenizer.fromJSON(tokenizer.toJSON()).decode(tokenizer.encode("attention")) // "attention"
   */
  static fromJSON(json: unknown): BytePairTokenizer {
    return new BytePairTokenizer(readTables(json));
  }

  /** The contents of `tokenizer.json`: `JSON.stringify(tokenizer)`. */
  toJSON(): TokenizerJson {
    return writeTables(this.#tables);
  }

  /** The number of ids. */
  get vocabSize(): number {
    return this.#tables.tokens.size;
  }

  /**
   * The ids of a text. Special tokens in the text become their ids.
   *
   * @throws ArgumentError unless `text` is a string.
   */
  encode(text: string): number[] {
    checkString("BytePairTokenizer.encode", "text", text);
    return sections(text, this.#special).flatMap(({ part, special }) =>
      special ? [this.#tables.tokens.id(part)!] : splitPieces(part).flatMap((piece) => this.#piece(piece)),
    );
  }

  /**
   * The text of the ids (any array or typed array). Invalid UTF-8, such as a truncated character, becomes U+FFFD.
   *
   * @throws ArgumentError for ids that are not an array, or an id outside 0 … vocabSize − 1.
   */
  decode(ids: Iterable<number>): string {
    decoded([ids]);
    const tokens = Array.from(ids, (id, i) => this.#token("BytePairTokenizer.decode", `ids[${i}]`, id));
    let [text, chars] = ["", ""];
    for (const token of tokens) {
      if (!this.#tables.specialTokens.includes(token)) chars += token;
      else [text, chars] = [text + fromByteChars(chars) + token, ""];
    }
    return text + fromByteChars(chars);
  }

  /** The id of a token as `tokenizer.json` writes it, or null if there is none. A space is written `Ġ`. */
  tokenToId(token: string): number | null {
    checkString("BytePairTokenizer.tokenToId", "token", token);
    return this.#tables.tokens.id(token) ?? null;
  }

  /** The token of an id as `tokenizer.json` writes it. @throws ArgumentError for an id outside 0 … vocabSize − 1. */
  idToToken(id: number): string {
    return this.#token("BytePairTokenizer.idToToken", "id", id);
  }

  #token(what: string, name: string, id: unknown): string {
    return tokenAt(this.#tables.tokens.tokens, id, what, name, "tokenizer");
  }

  #piece(piece: string): readonly number[] {
    const cached = this.#cache.get(piece);
    if (cached !== undefined) return cached;
    const { tokens } = this.#tables;
    // A file of another maker may lack some bytes; like there, they are left out.
    const chars = Array.from(toByteChars(piece), (char) => tokens.id(char)).filter((id) => id !== undefined);
    const ids = this.#merges.apply(chars);
    if (this.#cache.size >= mostCached) this.#cache.clear();
    this.#cache.set(piece, ids);
    return ids;
  }
}

function countPieces(texts: readonly string[], special: RegExp | null): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) {
    for (const { part, special: whole } of sections(text, special)) {
      if (whole) continue;
      for (const piece of splitPieces(part)) counts.set(piece, (counts.get(piece) ?? 0) + 1);
    }
  }
  return new Map([...counts].map(([piece, count]) => [toByteChars(piece), count]));
}

/** The text split at its special tokens, which are separate sections. */
function sections(text: string, pattern: RegExp | null) {
  // With a group in the pattern, split returns the text between tokens at even indices and the tokens at odd ones.
  const parts = pattern === null ? [text] : text.split(pattern);
  return parts.map((part, i) => ({ part, special: i % 2 === 1 })).filter(({ part }) => part !== "");
}

/** Matches the longest special token; null if there are none. */
function specialPattern(specialTokens: readonly string[]): RegExp | null {
  if (specialTokens.length === 0) return null;
  const longestFirst = [...specialTokens].sort((a, b) => b.length - a.length);
  const escaped = longestFirst.map((token) => token.replaceAll(/[\\^$.*+?()[\]{}|]/g, "\\$&"));
  return new RegExp(`(${escaped.join("|")})`);
}

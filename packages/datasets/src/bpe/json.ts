import { describeValue } from "@saccade/tensor/checks";
import { areByteChars, type Pair, TokenTable } from "./parts.ts";

/**
 * A `tokenizer.json` that cannot be read here. The message explains why.
 *
 * @example BytePairTokenizer.fromJSON("{}"); // throws TokenizerError
 */
export class TokenizerError extends Error {
  override readonly name: string = "TokenizerError";
}

/** A token that is found in the text before anything else, such as `<|endoftext|>`. */
export interface AddedToken {
  /** The token's id. */
  readonly id: number;
  /** The token's text. */
  readonly content: string;
  /** Whether decoding may skip the token. */
  readonly special: boolean;
  /** Whether the token is matched as a whole word only. */
  readonly single_word: boolean;
  /** Whether the token takes the white space before it. */
  readonly lstrip: boolean;
  /** Whether the token includes the white space after it. */
  readonly rstrip: boolean;
  /** Whether the token is matched in normalized text. */
  readonly normalized: boolean;
}

/** The pre-tokenizer and the decoder of GPT-2. */
export interface ByteLevel {
  /** Names the kind. */
  readonly type: "ByteLevel";
  /** Whether a space is put before the text. */
  readonly add_prefix_space: boolean;
  /** Whether offsets leave out white space. */
  readonly trim_offsets: boolean;
  /** Whether the text is split into words first. */
  readonly use_regex: boolean;
}

/** The content of `tokenizer.json`, the format of Hugging Face's tokenizers, for byte-level BPE. */
export interface TokenizerJson {
  /** The version of the format. */
  readonly version: "1.0";
  /** Always null: sequences are not cut. */
  readonly truncation: null;
  /** Always null: sequences are not padded. */
  readonly padding: null;
  /** Tokens in addition to the model's. */
  readonly added_tokens: readonly AddedToken[];
  /** Always null: text is not normalized. */
  readonly normalizer: null;
  /** How text is split before merging. */
  readonly pre_tokenizer: ByteLevel;
  /** Always null: nothing is added to the tokens of a text. */
  readonly post_processor: null;
  /** How tokens become text again. */
  readonly decoder: ByteLevel;
  /** The vocabulary and the merges. */
  readonly model: {
    readonly type: "BPE";
    readonly dropout: null;
    readonly unk_token: null;
    readonly continuing_subword_prefix: null;
    readonly end_of_word_suffix: null;
    readonly fuse_unk: false;
    readonly byte_fallback: false;
    readonly ignore_merges: false;
    readonly vocab: Readonly<Record<string, number>>;
    readonly merges: readonly (readonly [left: string, right: string])[];
  };
}

/** A tokenizer's tables. */
export interface Tables {
  readonly tokens: TokenTable;
  readonly merges: readonly Pair[];
  /** The tokens that are found in the text before anything else. */
  readonly specialTokens: readonly string[];
}

/** Writes the tables in the format of `tokenizer.json`. */
export function writeTables({ tokens, merges, specialTokens }: Tables): TokenizerJson {
  const byteLevel: ByteLevel = {
    type: "ByteLevel",
    add_prefix_space: false,
    trim_offsets: true,
    use_regex: true,
  };
  const flags = { special: true, single_word: false, lstrip: false, rstrip: false, normalized: false };
  return {
    version: "1.0",
    truncation: null,
    padding: null,
    added_tokens: specialTokens.map((content) => ({ id: tokens.id(content)!, content, ...flags })),
    normalizer: null,
    pre_tokenizer: byteLevel,
    post_processor: null,
    decoder: byteLevel,
    model: {
      type: "BPE",
      dropout: null,
      unk_token: null,
      continuing_subword_prefix: null,
      end_of_word_suffix: null,
      fuse_unk: false,
      byte_fallback: false,
      ignore_merges: false,
      vocab: Object.fromEntries(tokens.tokens.map((token, id) => [token, id])),
      merges: merges.map(([left, right]) => [tokens.token(left)!, tokens.token(right)!]),
    },
  };
}

/**
 * Reads the tables of a byte-level BPE.
 *
 * @param json the file's text, or what `JSON.parse` made of it
 * @throws TokenizerError if the text is not JSON, such as a truncated file, or needs unsupported features.
 */
export function readTables(json: unknown): Tables {
  const file = fieldsOf(typeof json === "string" ? parse(json) : json, "the file");
  const model = fieldsOf(file["model"], "model");
  expect(model["type"] === "BPE", "model.type", `"BPE"`, model["type"]);
  checkByteLevel(file["pre_tokenizer"]);
  const none = [null, undefined, "", false, 0];
  expect(none.includes(file["normalizer"] as null), "normalizer", "null", file["normalizer"]);
  const unsupported = ["dropout", "continuing_subword_prefix", "end_of_word_suffix", "ignore_merges"];
  for (const key of unsupported) {
    expect(none.includes(model[key] as null), `model.${key}`, "null or false", model[key]);
  }
  const added = readAdded(file["added_tokens"] ?? []);
  const tokens = readVocab(fieldsOf(model["vocab"], "model.vocab"), added);
  return {
    tokens,
    merges: readMerges(model["merges"], tokens),
    specialTokens: added.map(([token]) => token),
  };
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new TokenizerError(
      `tokenizer.json: its ${text.length} characters are not JSON; it may be cut. Download or save it again.`,
    );
  }
}

function checkByteLevel(value: unknown): void {
  const { type, add_prefix_space, use_regex } = fieldsOf(value, "pre_tokenizer");
  expect(type === "ByteLevel", "pre_tokenizer.type", `"ByteLevel"`, type);
  expect(add_prefix_space === false, "pre_tokenizer.add_prefix_space", "false", add_prefix_space);
  expect(use_regex !== false, "pre_tokenizer.use_regex", "true", use_regex);
}

type Added = readonly [token: string, id: number];

function readAdded(value: unknown): Added[] {
  expect(Array.isArray(value), "added_tokens", "an array", value);
  return (value as unknown[]).map((item, i) => {
    const what = `added_tokens[${i}]`;
    const { content, id, ...flags } = fieldsOf(item, what);
    expect(typeof content === "string" && content !== "", `${what}.content`, "a string", content);
    expect(isId(id), `${what}.id`, "a whole number ≥ 0", id);
    for (const key of ["single_word", "lstrip", "rstrip"]) {
      expect(flags[key] !== true, `${what}.${key}`, "false", flags[key]);
    }
    return [content as string, id as number];
  });
}

/** The tokens in the order of their ids, which have no gaps. */
function readVocab(vocab: Readonly<Record<string, unknown>>, added: readonly Added[]): TokenTable {
  const entries: [string, number][] = [];
  const addedIds = new Map(added);
  for (const [token, id] of Object.entries(vocab)) {
    expect(isId(id), inVocab(token), "a whole number ≥ 0", id);
    const bytes = addedIds.has(token) || areByteChars(token);
    expect(bytes, "model.vocab", "made of GPT-2's byte characters", token);
    entries.push([token, id as number]);
  }
  for (const [token, id] of added) {
    if (!Object.hasOwn(vocab, token)) entries.push([token, id]);
    else expect(vocab[token] === id, inVocab(token), `${id}, as added`, vocab[token]);
  }
  entries.sort((a, b) => a[1] - b[1]);
  const table = new TokenTable();
  for (const [token, id] of entries) {
    expect(id === table.size, "model.vocab", `without gaps or repeated ids; id ${table.size} is next`, id);
    table.add(token);
  }
  return table;
}

function readMerges(value: unknown, tokens: TokenTable): Pair[] {
  expect(Array.isArray(value), "model.merges", "an array", value);
  return (value as unknown[]).map((item, i) => {
    const what = `model.merges[${i}]`;
    const parts: unknown[] = typeof item === "string" ? item.split(" ") : Array.isArray(item) ? item : [];
    const [left, right] = parts.map((part) => (typeof part === "string" ? tokens.id(part) : undefined));
    const known = parts.length === 2 && left !== undefined && right !== undefined;
    expect(known, what, "two tokens of model.vocab", item);
    const joined = tokens.id(parts.join("")) !== undefined;
    expect(joined, what, "two tokens whose joined token is in model.vocab", item);
    return [left!, right!];
  });
}

function isId(value: unknown): boolean {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function fieldsOf(value: unknown, what: string): Readonly<Record<string, unknown>> {
  expect(typeof value === "object" && value !== null && !Array.isArray(value), what, "an object", value);
  return value as Record<string, unknown>;
}

function expect(good: boolean, what: string, rule: string, value: unknown): void {
  if (good) return;
  const shown = value === undefined ? "missing" : describeValue(value);
  throw new TokenizerError(`tokenizer.json: ${what} must be ${rule}, but is ${shown}.`);
}

function inVocab(token: string): string {
  return `model.vocab[${describeValue(token)}]`;
}

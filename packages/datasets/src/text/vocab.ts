import { ArgumentError, checkString } from "@saccade/tensor/checks";
import * as c from "@saccade/tensor/contract";
import { idList, minFreq, splitFix, tokenAt, tokenList } from "../rules.ts";

const vocabOptions = c.options(
  "Vocab",
  {
    /** Tokens seen less often than this are left out (they become `<unk>`). Default 0: keep all. */
    minFreq,
    /** Tokens that get the ids 1, 2, … whatever the text holds, such as `["<pad>", "<bos>", "<eos>"]`. */
    reservedTokens: tokenList,
  },
  {
    example: 'new Vocab(tokens, { minFreq: 2, reservedTokens: ["<pad>", "<bos>", "<eos>"] })',
    renamed: { specials: "write reservedTokens", maxTokens: "write minFreq to leave rare tokens out" },
  },
);

/** One list of tokens, or a list of lines. */
type Text = readonly string[] | readonly (readonly string[])[];

const tokenOrLine = {
  ...tokenList,
  ...c.rule(
    "an array of tokens",
    (value): value is string => typeof value === "string" || tokenList.holds(value),
  ),
};
const text = {
  ...c.listOf(tokenOrLine),
  must: "an array of tokens or of lines of tokens",
  fix: splitFix,
  default: [],
} as c.Rule<Text, Text>;
const counts = c.listOf(
  c.rule(
    "[token, count]",
    (value): value is [string, number] =>
      Array.isArray(value) &&
      value.length === 2 &&
      typeof value[0] === "string" &&
      Number.isInteger(value[1]),
  ),
);
const vocabSignature = c.signature("Vocab", { tokens: text }, vocabOptions.example);
const idsSignature = c.signature("Vocab.toTokens", { ids: idList("token") }, "vocab.toTokens(ids)");
const indicesSignature = c.signature(
  "Vocab.indices",
  { tokens: c.required(tokenList) },
  "vocab.indices(tokens)",
);

/** Options of {@link Vocab}. */
export interface VocabOptions extends c.OptionsOf<typeof vocabOptions> {}

/** A vocabulary as {@link Vocab.toJSON} gives it and {@link Vocab.fromJSON} reads it. */
export interface VocabJson {
  /** Names the format and its version. */
  readonly format: "saccade-vocab/1";
  /** Token of each id. */
  readonly tokens: readonly string[];
  /** Counts in the text the vocabulary was made from, most frequent first. */
  readonly freqs: readonly (readonly [token: string, count: number])[];
}

const UNK = "<unk>";

/**
 * Maps tokens to ids and back, with the numbering of d2l-zh's `Vocab`: `<unk>` is 0, then the reserved tokens, then
 * the tokens of the text by falling frequency; equally frequent ones keep the order in which they first appear.
 *
 * @example
 * const vocab = new Vocab([["go", "."], ["go", "on"]], { minFreq: 2 });
 * vocab.indices(["go", "on"]) // [1, 0]
 */
export class Vocab {
  readonly #tokens: string[];
  readonly #ids: Map<string, number>;
  readonly #freqs: (readonly [string, number])[];

  /**
   * @param tokens The text as one list of tokens or as a list of lines.
   * @throws ArgumentError for a wrong argument or option, or `reservedTokens` that hold a token twice, or `<unk>`.
   */
  constructor(tokens: Text = [], options?: VocabOptions) {
    vocabSignature([tokens, options]);
    const { minFreq, reservedTokens = [] } = vocabOptions(options);
    this.#freqs = [...countTokens(tokens)].sort((a, b) => b[1] - a[1]);
    this.#tokens = [UNK, ...reservedTokens];
    this.#ids = numberTokens(this.#tokens, "reservedTokens");
    for (const [token, count] of this.#freqs) {
      if (count < minFreq) break;
      if (this.#ids.has(token)) continue;
      this.#ids.set(token, this.#tokens.length);
      this.#tokens.push(token);
    }
  }

  /** The number of ids, including `<unk>` and the reserved tokens. */
  get length(): number {
    return this.#tokens.length;
  }

  /** The same as {@link length}. */
  get size(): number {
    return this.#tokens.length;
  }

  /** The id of unknown tokens: 0. */
  get unk(): number {
    return 0;
  }

  /** Counts of all tokens of the text, also of those left out by `minFreq`, most frequent first. */
  get tokenFreqs(): readonly (readonly [token: string, count: number])[] {
    return this.#freqs;
  }

  /** Token of each id, in the order of the ids. */
  get tokens(): readonly string[] {
    return this.#tokens;
  }

  /** Whether the token has its own id. */
  has(token: string): boolean {
    checkString("Vocab.has", "token", token);
    return this.#ids.has(token);
  }

  /** Id of one token; {@link unk} if it has none. */
  index(token: string): number {
    checkString("Vocab.index", "token", token, "indices(tokens) takes several");
    return this.#ids.get(token) ?? 0;
  }

  /** Ids of the tokens; {@link unk} for each that has none. */
  indices(tokens: readonly string[]): number[] {
    indicesSignature([tokens]);
    return tokens.map((token) => this.#ids.get(token) ?? 0);
  }

  /**
   * Token of one id.
   *
   * @throws ArgumentError unless the id is a whole number from 0 to length − 1.
   */
  token(id: number): string {
    return tokenAt(this.#tokens, id, "Vocab.token", "id", "vocabulary");
  }

  /**
   * Tokens of the ids (any array or typed array of whole numbers).
   *
   * @throws ArgumentError unless each id is a whole number from 0 to length − 1; for a tensor, pass `x.dataSync()`.
   * @example new Vocab([["go", "."], ["go", "on"]]).toTokens([1, 2]) // ["go", "."]
   */
  toTokens(ids: Iterable<number>): string[] {
    idsSignature([ids]);
    return Array.from(ids, (id, i) => tokenAt(this.#tokens, id, "Vocab.toTokens", `ids[${i}]`, "vocabulary"));
  }

  /** Plain data for `JSON.stringify`. */
  toJSON(): VocabJson {
    return {
      format: "saccade-vocab/1",
      tokens: [...this.#tokens],
      freqs: this.#freqs.map(([t, n]) => [t, n]),
    };
  }

  /**
   * Builds the vocabulary that {@link toJSON} wrote.
   *
   * @param json The parsed JSON (an object, not a string).
   * @throws ArgumentError if the data is not of that form.
   */
  static fromJSON(json: unknown): Vocab {
    if (!isVocabJson(json)) {
      throw new ArgumentError(
        'Vocab.fromJSON: json is not a vocabulary: expected { format: "saccade-vocab/1", tokens: ["<unk>", …],' +
          " freqs: [[token, count], …] }; pass JSON.parse of what JSON.stringify(vocab) wrote.",
      );
    }
    const vocab = new Vocab();
    for (const [token, id] of numberTokens(json.tokens, "json.tokens")) {
      vocab.#ids.set(token, id);
      vocab.#tokens[id] = token;
    }
    for (const [token, count] of json.freqs) vocab.#freqs.push([token, count]);
    return vocab;
  }
}

function countTokens(tokens: Text): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokens.flat()) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

function numberTokens(tokens: readonly string[], name: string): Map<string, number> {
  const ids = new Map<string, number>();
  tokens.forEach((token, id) => {
    if (ids.has(token)) {
      throw new ArgumentError(
        `Vocab: ${name} holds ${JSON.stringify(token)} twice (${UNK} is always there, as id 0); name each token once.`,
      );
    }
    ids.set(token, id);
  });
  return ids;
}

function isVocabJson(value: unknown): value is VocabJson {
  const { format, tokens, freqs }: Partial<Record<keyof VocabJson, unknown>> = Object(value);
  return format === "saccade-vocab/1" && tokenList.holds(tokens) && tokens[0] === UNK && counts.holds(freqs);
}

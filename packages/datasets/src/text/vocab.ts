/** Settings of {@link Vocab}. */
export interface VocabOptions {
  /** Tokens seen less often than this are left out (they become `<unk>`). Default 0: keep all. */
  readonly minFreq?: number;
  /** Tokens that get the ids 1, 2, … whatever the text holds, such as `["<pad>", "<bos>", "<eos>"]`. */
  readonly reservedTokens?: readonly string[];
}

/** What {@link Vocab.toJSON} gives and {@link Vocab.fromJSON} takes. */
export interface VocabJson {
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
 */
export class Vocab {
  readonly #tokens: string[];
  readonly #ids: Map<string, number>;
  readonly #freqs: (readonly [string, number])[];

  /**
   * @param tokens The text as one list of tokens or as a list of lines.
   * @throws RangeError if `minFreq` is not a number of at least 0.
   * @throws Error if `reservedTokens` holds a token twice, or `<unk>`.
   */
  constructor(tokens: readonly string[] | readonly (readonly string[])[] = [], options: VocabOptions = {}) {
    const minFreq = options.minFreq ?? 0;
    if (!(minFreq >= 0)) {
      throw new RangeError(`minFreq must be a number of at least 0, got ${minFreq}; 0 keeps every token`);
    }
    this.#freqs = [...countTokens(tokens)].sort((a, b) => b[1] - a[1]);
    this.#tokens = [UNK, ...(options.reservedTokens ?? [])];
    this.#ids = numberTokens(this.#tokens, "reservedTokens");
    for (const [token, count] of this.#freqs) {
      if (count < minFreq) break;
      if (this.#ids.has(token)) continue;
      this.#ids.set(token, this.#tokens.length);
      this.#tokens.push(token);
    }
  }

  /** How many ids there are, `<unk>` and the reserved tokens included. */
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

  /** Whether the token has an id of its own. */
  has(token: string): boolean {
    return this.#ids.has(token);
  }

  /** Id of one token; {@link unk} if it has none. */
  index(token: string): number {
    return this.#ids.get(token) ?? 0;
  }

  /** Ids of the tokens; {@link unk} for each that has none. */
  indices(tokens: readonly string[]): number[] {
    return tokens.map((token) => this.index(token));
  }

  /**
   * Token of one id.
   *
   * @throws RangeError if the id is not in 0 .. length − 1.
   */
  token(id: number): string {
    const token = this.#tokens[id];
    if (token === undefined) {
      throw new RangeError(
        `id ${id} is not in this vocabulary; use whole numbers from 0 to ${this.length - 1}`,
      );
    }
    return token;
  }

  /**
   * Tokens of the ids (any array or typed array of whole numbers).
   *
   * @throws RangeError if an id is not in 0 .. length − 1.
   */
  toTokens(ids: Iterable<number>): string[] {
    return Array.from(ids, (id) => this.token(id));
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
   * @throws Error if the data is not of that form.
   */
  static fromJSON(json: unknown): Vocab {
    if (!isVocabJson(json)) {
      throw new Error(
        'json is not a vocabulary: expected { format: "saccade-vocab/1", tokens: ["<unk>", …],' +
          " freqs: [[token, count], …] }; pass JSON.parse of what JSON.stringify(vocab) wrote",
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

function countTokens(tokens: readonly string[] | readonly (readonly string[])[]): Map<string, number> {
  const counts = new Map<string, number>();
  const add = (token: string): void => {
    counts.set(token, (counts.get(token) ?? 0) + 1);
  };
  for (const item of tokens) {
    if (typeof item === "string") add(item);
    else item.forEach(add);
  }
  return counts;
}

function numberTokens(tokens: readonly string[], name: string): Map<string, number> {
  const ids = new Map<string, number>();
  tokens.forEach((token, id) => {
    if (ids.has(token)) {
      throw new Error(
        `${name} holds ${JSON.stringify(token)} twice (${UNK} is always there, as id 0); name each token once`,
      );
    }
    ids.set(token, id);
  });
  return ids;
}

function isVocabJson(value: unknown): value is VocabJson {
  if (typeof value !== "object" || value === null) return false;
  if (!("format" in value) || value.format !== "saccade-vocab/1") return false;
  if (!("tokens" in value) || !Array.isArray(value.tokens) || value.tokens[0] !== UNK) return false;
  if (!value.tokens.every((token) => typeof token === "string")) return false;
  if (!("freqs" in value) || !Array.isArray(value.freqs)) return false;
  return value.freqs.every(
    (entry) =>
      Array.isArray(entry) &&
      entry.length === 2 &&
      typeof entry[0] === "string" &&
      Number.isInteger(entry[1]),
  );
}

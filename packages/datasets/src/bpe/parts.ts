// The parts of a byte-pair tokenizer: bytes as characters, pieces of a text, tokens, and merges, learned and applied.

// GPT-2's alphabet (Radford et al. 2019): each byte is represented by a printable character, so that a token is a string.

/** The bytes represented by their own character: printable ASCII and Latin-1 without the space and the soft hyphen. */
function printable(byte: number): boolean {
  return (byte >= 0x21 && byte <= 0x7e) || (byte >= 0xa1 && byte <= 0xac) || (byte >= 0xae && byte <= 0xff);
}

const bytes = Array.from({ length: 256 }, (_, byte) => byte);
const hidden = bytes.filter((byte) => !printable(byte));

/** The character of each byte: its own where it is printable, else one from U+0100 on. */
const charOfByte: readonly string[] = bytes.map((byte) =>
  String.fromCharCode(printable(byte) ? byte : 0x100 + hidden.indexOf(byte)),
);

const byteOfChar: ReadonlyMap<string, number> = new Map(charOfByte.map((char, byte) => [char, byte]));

/** The 256 characters in GPT-2's order: those of printable bytes first. */
export const alphabet: readonly string[] = [
  ...bytes.filter(printable).map((byte) => charOfByte[byte]!),
  ...hidden.map((byte) => charOfByte[byte]!),
];

const encoder = new TextEncoder();
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** The text's UTF-8 bytes, a character each. A lone surrogate becomes U+FFFD. */
export function toByteChars(text: string): string {
  let chars = "";
  for (const byte of encoder.encode(text)) chars += charOfByte[byte];
  return chars;
}

/** Whether each character represents a byte. */
export function areByteChars(chars: string): boolean {
  return [...chars].every((char) => byteOfChar.has(char));
}

/** The text of {@link toByteChars}. Invalid UTF-8 becomes U+FFFD. */
export function fromByteChars(chars: string): string {
  return decoder.decode(Uint8Array.from(chars, (char) => byteOfChar.get(char)!));
}

// Merges never cross the borders of these pieces: a word with the space before it, a number, punctuation, white space.
const piecePattern = /'s|'t|'re|'ve|'m|'ll|'d| ?\p{L}+| ?\p{N}+| ?[^\s\p{L}\p{N}]+|\s+(?!\S)|\s+/gu;

/** GPT-2's pieces of a text (Radford et al. 2019). Joined, they are the text. */
export function splitPieces(text: string): string[] {
  return text.match(piecePattern) ?? [];
}

/** Tokens and their ids, 0, 1, 2, …, without gaps. */
export class TokenTable {
  readonly #tokens: string[] = [];
  readonly #ids: Map<string, number> = new Map();

  get size(): number {
    return this.#tokens.length;
  }

  /** The token's id, a new one if it has none. */
  add(token: string): number {
    const known = this.#ids.get(token);
    if (known !== undefined) return known;
    this.#ids.set(token, this.#tokens.length);
    return this.#tokens.push(token) - 1;
  }

  id(token: string): number | undefined {
    return this.#ids.get(token);
  }

  token(id: number): string | undefined {
    return this.#tokens[id];
  }

  /** In the order of the ids. */
  get tokens(): readonly string[] {
    return this.#tokens;
  }
}

/** Two tokens that become one, by id. */
export type Pair = readonly [left: number, right: number];

interface Word {
  /** Its tokens so far. */
  readonly ids: number[];
  /** How often it occurs. */
  readonly count: number;
}

/** How often a pair occurs, and the words that hold it. */
interface PairUse {
  readonly left: number;
  readonly right: number;
  count: number;
  readonly words: Set<Word>;
}

/**
 * Learns merges (Sennrich et al. 2016, algorithm 1): again and again the most frequent pair becomes a token. Of equally
 * frequent pairs the one with the lowest ids is taken, so the result only depends on the text.
 *
 * @param pieces each piece, as characters of the table, with the number of its occurrences
 * @param tokens gets the new tokens
 * @param vocabSize stops when the table has this many tokens
 * @param minFrequency pairs that occur less often are not merged
 */
export function learnMerges(
  pieces: ReadonlyMap<string, number>,
  tokens: TokenTable,
  { vocabSize, minFrequency }: { readonly vocabSize: number; readonly minFrequency: number },
): Pair[] {
  const pairs = new Map<string, PairUse>();
  for (const [piece, count] of pieces) {
    countPairs(pairs, { ids: Array.from(piece, (char) => tokens.id(char)!), count }, 1);
  }
  const merges: Pair[] = [];
  while (tokens.size < vocabSize) {
    const best = mostFrequent(pairs);
    if (best === null || best.count < minFrequency) break;
    const { left, right } = best;
    // "ab" + "c" and "a" + "bc" are the same token.
    const id = tokens.add(tokens.token(left)! + tokens.token(right)!);
    mergePair(pairs, best, id);
    merges.push([left, right]);
  }
  return merges;
}

function mergePair(pairs: Map<string, PairUse>, { left, right, words }: PairUse, id: number): void {
  for (const word of [...words]) {
    countPairs(pairs, word, -1);
    join(word.ids, left, right, id);
    countPairs(pairs, word, 1);
  }
}

/** Replaces each adjacent pair of left and right by `id`, from the left, in place. */
function join(ids: number[], left: number, right: number, id: number): void {
  let length = 0;
  for (let i = 0; i < ids.length; i++) {
    const both = ids[i] === left && ids[i + 1] === right;
    ids[length++] = both ? id : ids[i]!;
    if (both) i++;
  }
  ids.length = length;
}

/** Adds the word's pairs (sign 1) or takes them away (sign −1). */
function countPairs(pairs: Map<string, PairUse>, word: Word, sign: 1 | -1): void {
  const { ids, count } = word;
  for (let i = 1; i < ids.length; i++) {
    const [left, right] = [ids[i - 1]!, ids[i]!];
    const key = `${left} ${right}`;
    let use = pairs.get(key);
    if (use === undefined) {
      use = { left, right, count: 0, words: new Set() };
      pairs.set(key, use);
    }
    use.count += sign * count;
    if (sign === 1) use.words.add(word);
    else use.words.delete(word);
    if (use.count === 0) pairs.delete(key);
  }
}

function mostFrequent(pairs: ReadonlyMap<string, PairUse>): PairUse | null {
  let best: PairUse | null = null;
  for (const use of pairs.values()) if (best === null || comesBefore(use, best)) best = use;
  return best;
}

function comesBefore(a: PairUse, b: PairUse): boolean {
  if (a.count !== b.count) return a.count > b.count;
  return a.left !== b.left ? a.left < b.left : a.right < b.right;
}

/** The token that a pair of tokens becomes. */
interface Merge {
  /** Pairs of lower rank are merged first. */
  readonly rank: number;
  readonly id: number;
}

interface Found extends Merge {
  /** The position of the pair's left token. */
  readonly at: number;
}

/** The pairs of tokens that become one. */
export class Merges {
  // left id → right id → merged token
  readonly #byLeft: Map<number, Map<number, Merge>> = new Map();

  add(left: number, right: number, merge: Merge): void {
    const row = this.#byLeft.get(left);
    if (row) row.set(right, merge);
    else this.#byLeft.set(left, new Map([[right, merge]]));
  }

  has(left: number, right: number): boolean {
    return this.#byLeft.get(left)?.has(right) ?? false;
  }

  /**
   * Merges the ids of one piece, in place: the pair of the lowest rank first, and of equal ones the leftmost, until no
   * pair has a rank (Sennrich et al. 2016).
   */
  apply(ids: number[]): number[] {
    for (let found = this.#lowest(ids); found !== null; found = this.#lowest(ids)) this.#join(ids, found);
    return ids;
  }

  #of(left: number | undefined, right: number | undefined): Merge | undefined {
    return left === undefined || right === undefined ? undefined : this.#byLeft.get(left)?.get(right);
  }

  #lowest(ids: readonly number[]): Found | null {
    let lowest: Found | null = null;
    for (let i = 1; i < ids.length; i++) {
      const merge = this.#of(ids[i - 1], ids[i]);
      if (merge !== undefined && (lowest === null || merge.rank < lowest.rank)) {
        lowest = { ...merge, at: i - 1 };
      }
    }
    return lowest;
  }

  // Joins this pair and those to the right of it in one pass, which keeps long pieces fast. It stops where a joined token
  // makes a pair of lower rank with a neighbor: that one is next.
  #join(ids: number[], { rank, id, at }: Found): void {
    const [left, right] = [ids[at], ids[at + 1]];
    let length = at;
    let i = at;
    for (let lower = false; i < ids.length && !lower; i++) {
      const both = ids[i] === left && ids[i + 1] === right;
      if (both) i++;
      ids[length++] = both ? id : ids[i]!;
      if (!both) continue;
      const neighbours = [this.#of(ids[length - 2], id), this.#of(id, ids[i + 1])];
      lower = neighbours.some((merge) => merge !== undefined && merge.rank < rank);
    }
    ids.copyWithin(length, i);
    ids.length -= i - length;
  }
}

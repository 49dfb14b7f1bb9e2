import type { TokenTable } from "./token-table.ts";

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

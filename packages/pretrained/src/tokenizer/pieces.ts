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
export interface UnigramPieces {
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
export interface WordPieces {
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

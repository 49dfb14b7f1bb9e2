import { BytePairTokenizer } from "@saccade/datasets";
import { corpusBleu } from "@saccade/models";
import { seededRandom, shuffled } from "../random.ts";
import { LengthBatches } from "./batches.ts";
import { type Pair, subwords, type Words } from "./data.ts";

type Sentences = readonly (readonly string[])[];

/** How often each word occurs, the most frequent first. */
export function countWords(sentences: Sentences): [word: string, count: number][] {
  const counts = new Map<string, number>();
  for (const word of sentences.flat()) counts.set(word, (counts.get(word) ?? 0) + 1);
  return [...counts].sort((a, b) => b[1] - a[1]);
}

/** The share of the tokens that a vocabulary of the `size` most frequent words does not have. */
export function unknownShare(
  counts: readonly (readonly [word: string, count: number])[],
  sentences: Sentences,
  size: number,
): number {
  const known = new Set(counts.slice(0, size).map(([word]) => word));
  const tokens = sentences.flat();
  return tokens.filter((word) => !known.has(word)).length / tokens.length;
}

/** Subwords for each word of the held-out sentences, with a tokenizer of so many tokens that is learned from the others. */
export function subwordsPerWord(train: Sentences, heldOut: Sentences, vocabSize: number): number {
  const texts = train.map((words) => ` ${words.join(" ")}`);
  const tokenizer = BytePairTokenizer.train(texts, { vocabSize, specialTokens: [] });
  const pieces = heldOut.map((words) => subwords(tokenizer, words).length);
  return pieces.reduce((sum, count) => sum + count, 0) / heldOut.flat().length;
}

/** Training pairs and held-out ones. */
export interface Split {
  readonly train: readonly Words[];
  readonly test: readonly Words[];
}

/** The usual mistake: pairs are drawn, and a sentence with two translations can be on both sides. */
export function splitByPair(drawn: readonly Words[], pairs: number, test: number): Split {
  return { test: drawn.slice(0, test), train: drawn.slice(test, test + pairs) };
}

/** The held-out sentences that occur in training, as a share, and the BLEU of copying the translation found there. */
export function leakOf({ train, test }: Split): { readonly share: number; readonly bleu: number } {
  const memory = new Map(train.map(({ source, target }) => [source.join(" "), target.join(" ")]));
  const found = test.map(({ source }) => memory.get(source.join(" ")));
  return {
    share: found.filter((translation) => translation !== undefined).length / test.length,
    bleu: corpusBleu(
      found.map((translation) => translation ?? "?"),
      test.map(({ target }) => target.join(" ")),
    ),
  };
}

/** The cost of a way to make batches. */
export interface Padding {
  /** Padded places, of all places of both languages. */
  readonly share: number;
  /** Shapes of batches: a compiled step is captured for each. */
  readonly shapes: number;
  readonly batches: number;
}

/** Pairs as they come, each side padded to its longest sentence in the batch. */
export function paddingAtRandom(pairs: readonly Pair[], size: number): Padding {
  return paddingOf(chunks(shuffled(pairs, seededRandom(0)), size));
}

/** Pairs sorted by length. Every epoch has the same batches. */
export function paddingSorted(pairs: readonly Pair[], size: number): Padding {
  const length = ({ source, target }: Pair): number => 1000 * source.length + target.length;
  return paddingOf(
    chunks(
      pairs.toSorted((a, b) => length(a) - length(b)),
      size,
    ),
  );
}

/** Pairs in groups of similar length, as the program trains. */
export function paddingInGroups(pairs: readonly Pair[], size: number): Padding {
  const shapes = new Set<string>();
  let [places, tokens, batches] = [0, 0, 0];
  for (const { X, Y, XValidLen, YValidLen } of new LengthBatches(pairs, size, 0)) {
    places += X.numel + Y.numel;
    tokens += XValidLen.sum().item() + YValidLen.sum().item();
    shapes.add(String(X.shape));
    batches++;
  }
  return { share: 1 - tokens / places, shapes: shapes.size, batches };
}

function paddingOf(batches: readonly (readonly Pair[])[]): Padding {
  const shapes = new Set<string>();
  let [places, tokens] = [0, 0];
  for (const rows of batches) {
    const [source, target] = [longest(rows, "source"), longest(rows, "target")];
    places += rows.length * (source + target);
    for (const pair of rows) tokens += pair.source.length + pair.target.length;
    shapes.add(String([rows.length, source, target]));
  }
  return { share: 1 - tokens / places, shapes: shapes.size, batches: batches.length };
}

function longest(rows: readonly Pair[], side: keyof Pair): number {
  return Math.max(...rows.map((pair) => pair[side].length));
}

function chunks<T>(items: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, i) =>
    items.slice(i * size, (i + 1) * size),
  );
}

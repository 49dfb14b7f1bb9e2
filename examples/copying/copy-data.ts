import { type AlignedPair, grammarSplit, Vocab } from "@saccade/datasets";
import { copyIds } from "@saccade/models";
import { fromData, type Tensor } from "@saccade/tensor";
import type { RunOptions } from "../program.ts";
import { type NamedPair, nameMaker, nameNouns } from "./named-pairs.ts";

/** Words of a sentence with its names and `<eos>` at most. */
const numSteps = 20;

/** Sentence pairs as tensors: ids (b, numSteps) int32, lengths (b) int32. */
export interface CopyBatch {
  readonly source: Tensor;
  readonly copyIds: Tensor;
  readonly validLens: Tensor;
  /** The words that the decoder reads: `<bos>` and the target without its last word. */
  readonly read: Tensor;
  readonly target: Tensor;
  /** 1 for a word of the target or its `<eos>`, 0 for padding: (b, numSteps) float32. */
  readonly real: Tensor;
  /** Gold attention of each target word, evenly over its sure links: (b, numSteps, numSteps). */
  readonly gold: Tensor;
}

/** English–French pairs with unknown names. No held-out name or sentence occurs in training. */
export interface CopyData {
  readonly train: readonly NamedPair[];
  /** Held-out pairs; each has a name. */
  readonly test: readonly NamedPair[];
  /** The words of the training sentences, without the names. */
  readonly srcVocab: Vocab;
  readonly tgtVocab: Vocab;
}

const reservedTokens = ["<pad>", "<bos>", "<eos>"];

/** `train` pairs to train on, and those of `test` pairs that have a name. */
export function copyData(
  { train, test }: { train: number; test: number },
  seed: number,
  random: () => number,
): CopyData {
  const split = grammarSplit({ languages: "en-fr", train, test, seed });
  const vocabOf = (words: (pair: AlignedPair) => readonly string[]): Vocab =>
    new Vocab(
      split.train.map((pair) => [...words(pair)]),
      { minFreq: 1, reservedTokens },
    );
  const makeName = nameMaker(random);
  const withNames = (pair: AlignedPair): NamedPair => nameNouns(pair, makeName);
  return {
    train: split.train.map(withNames),
    test: split.test.map(withNames).filter(({ names }) => names.length > 0),
    srcVocab: vocabOf(({ source }) => source),
    tgtVocab: vocabOf(({ target }) => target),
  };
}

/** The data of a program, which it tells of, and the number of target words that are held out. */
export function drawPairs(
  train: number,
  { quick, seed, random, print }: RunOptions,
): { readonly data: CopyData; readonly words: number } {
  const data = copyData(quick ? { train: 500, test: 60 } : { train, test: 600 }, seed, random);
  const words = data.test.reduce((sum, { target }) => sum + target.length, 0);
  print(`${data.train.length} pairs, ${data.test.length} held out with ${words} words`);
  return { data, words };
}

export function batchOf(pairs: readonly NamedPair[], { srcVocab, tgtVocab }: CopyData): CopyBatch {
  const [b, n] = [pairs.length, numSteps];
  const pad = tgtVocab.index("<pad>");
  const source = new Int32Array(b * n).fill(srcVocab.index("<pad>"));
  const copied = new Int32Array(b * n).fill(pad);
  const read = new Int32Array(b * n).fill(pad);
  const target = new Int32Array(b * n).fill(pad);
  const real = new Float32Array(b * n);
  const gold = new Float32Array(b * n * n);
  pairs.forEach((pair, row) => {
    const words = [...pair.source, "<eos>"];
    const wanted = copyIds(words, tgtVocab, [...pair.target, "<eos>"]);
    if (Math.max(words.length, wanted.length) > n) throw new RangeError(`a sentence is longer than ${n}.`);
    source.set(
      words.map((word) => srcVocab.index(word)),
      row * n,
    );
    copied.set(copyIds(words, tgtVocab), row * n);
    read.set([tgtVocab.index("<bos>"), ...wanted.slice(0, -1)], row * n);
    target.set(wanted, row * n);
    real.fill(1, row * n, row * n + wanted.length);
    for (const [t, s] of pair.links) {
      const links = pair.links.filter(([other]) => other === t).length;
      gold[(row * n + t) * n + s] = 1 / links;
    }
  });
  const ids = (values: Int32Array): Tensor => fromData(values, [b, n]);
  return {
    source: ids(source),
    copyIds: ids(copied),
    validLens: fromData(
      Int32Array.from(pairs, (pair) => pair.source.length + 1),
      [b],
    ),
    read: ids(read),
    target: ids(target),
    real: fromData(real, [b, n]),
    gold: fromData(gold, [b, n, n]),
  };
}

/** Batches of training pairs without end, in a new order each time they have all been used. */
export function* batchesOf(data: CopyData, size: number, random: () => number): Generator<CopyBatch, never> {
  for (;;) {
    const order = data.train.map((pair) => ({ pair, at: random() })).sort((a, b) => a.at - b.at);
    for (let start = 0; start + size <= order.length; start += size) {
      yield batchOf(
        order.slice(start, start + size).map(({ pair }) => pair),
        data,
      );
    }
  }
}

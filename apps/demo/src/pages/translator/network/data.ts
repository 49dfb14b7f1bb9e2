import {
  type AlignedPair,
  type BatchIterator,
  type BatchOf,
  batches,
  buildArrayNmt,
  grammarSplit,
  type NmtData,
  type NmtTensors,
  parsePairs,
  type SentencePair,
  type TokenizedPairs,
  tokenizePairs,
  Vocab,
} from "@saccade/datasets";
import { seededRandom } from "@saccade/figures/seeded-random";
import { fromData, type Tensor } from "@saccade/tensor";
import type { TrainingData } from "@saccade/train";
import { spokenOut } from "./english.ts";
import { examples, grammarPairs, heldOutPairs, longest, pairsOfEpoch, sizes } from "./network-sizes.ts";

const reservedTokens = ["<pad>", "<bos>", "<eos>"];
// More pairs than this would keep a tab busy for hours.
const mostPairs = 5000;
/** One in this many of the reader's own sentences is held out. */
const heldOutEach = 10;

/** The training pairs of a run, and the pairs that are held out. */
export interface RunData {
  readonly data: RunPairs;
  /** Pairs that no batch has, to measure with; null where there are too few sentences to spare some. */
  readonly heldOut: NmtTensors | null;
  /** Pairs in the text; more than are used where it is too long. */
  readonly given: number;
  /** Pairs that an epoch has. */
  readonly ofEpoch: number;
  /** The source of the sentences named in the reader's file; null if it names none. */
  readonly credit: string | null;
}

/** As `NmtData`, but an epoch may be a part of all pairs. */
export interface RunPairs extends Pick<NmtData, "srcVocab" | "tgtVocab" | "pairs"> {
  readonly batches: TrainingData<BatchOf<NmtTensors>>;
}

/**
 * The pairs of the grammar, without the example sentences. They are the same for every seed, so that held-out sentences
 * are held out of every run; the seed orders the batches.
 */
export function ofGrammar(seed: number): RunData {
  const split = { train: grammarPairs + examples.length, validation: 0, test: heldOutPairs };
  const { train, test } = grammarSplit({ languages: "en-fr", ...split, seed: 0 });
  const shown = new Set(examples.map(spokenOut));
  const trained = train.filter(({ source }) => !shown.has(source.join(" "))).slice(0, grammarPairs);
  const { data, heldOut } = prepared(wordsOf(trained), wordsOf(test), 1);
  const batches = new PartEpochs(shuffled(data.arrays, seed), pairsOfEpoch / sizes.batch);
  return { data: { ...data, batches }, heldOut, given: grammarPairs, ofEpoch: pairsOfEpoch, credit: null };
}

/**
 * The reader's own pairs, as `loadDataNmt` gives them; it would bring its embedded corpus along. Of more than 5,000 pairs so
 * many are drawn from the whole file, since Tatoeba's begin with their shortest sentences.
 *
 * @throws Error naming the line if the text is not a list of pairs.
 */
export function ofText(seed: number, text: string, file: string): RunData {
  const all = parsePairs(text, { file });
  const chosen = sampled(all, mostPairs);
  const used = chosen.map(({ source, target, line }) => ({
    source: spaced(source),
    target: spaced(target),
    line,
  }));
  const held = heldOutSources(used.map(({ source }) => source));
  const pairs = tokenizePairs(used.filter(({ source }) => !held.has(source)));
  const spared = held.size === 0 ? null : tokenizePairs(used.filter(({ source }) => held.has(source)));
  const { data, heldOut } = prepared(pairs, spared, 2);
  const batches = shuffled(data.arrays, seed);
  const credit = creditOf(text, chosen);
  return { data: { ...data, batches }, heldOut, given: all.length, ofEpoch: pairs.source.length, credit };
}

/**
 * At most `count` of the items, in their order: one from each of as many equal stretches. The same items each time, so that a
 * run that goes on has its pairs again.
 */
export function sampled<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  const random = seededRandom(0);
  const start = (stretch: number): number => Math.floor((stretch * items.length) / count);
  return Array.from({ length: count }, (_, i) => {
    const [from, to] = [start(i), start(i + 1)];
    return items[from + Math.floor(random() * (to - from))]!;
  });
}

/**
 * The credit in the third column of the pairs' lines, such as Tatoeba's, without the numbers of the sentences; null where
 * there is none.
 */
function creditOf(text: string, pairs: readonly SentencePair[]): string | null {
  const lines = text.split("\n");
  const credits = pairs.map(({ line }) => {
    const [, , column = ""] = lines[line - 1]!.split("\t");
    return column.replace(/#.*/, "").trim();
  });
  const different = [...new Set(credits)].filter((credit) => credit !== "");
  return different.length === 0 ? null : different.slice(0, 3).join("; ");
}

interface Prepared {
  readonly data: Pick<NmtData, "srcVocab" | "tgtVocab" | "pairs" | "arrays">;
  readonly heldOut: NmtTensors | null;
}

/** The pairs as token ids. Words that occur fewer than `minFreq` times are unknown. */
function prepared(pairs: TokenizedPairs, held: TokenizedPairs | null, minFreq: number): Prepared {
  const srcVocab = new Vocab(pairs.source, { minFreq, reservedTokens });
  const tgtVocab = new Vocab(pairs.target, { minFreq, reservedTokens });
  const arraysOf = ({ source, target }: TokenizedPairs): NmtTensors => {
    const [X, XValidLen] = idsOf(source, srcVocab);
    const [Y, YValidLen] = idsOf(target, tgtVocab);
    return { X, XValidLen, Y, YValidLen };
  };
  return {
    data: { srcVocab, tgtVocab, pairs, arrays: arraysOf(pairs) },
    heldOut: held === null ? null : arraysOf(held),
  };
}

function wordsOf(pairs: readonly AlignedPair[]): TokenizedPairs {
  return { source: pairs.map(({ source }) => [...source]), target: pairs.map(({ target }) => [...target]) };
}

/** Every tenth of the different sentences; a sentence that occurs again is held out with all its translations. */
function heldOutSources(sources: readonly string[]): ReadonlySet<string> {
  return new Set([...new Set(sources)].filter((_, i) => i % heldOutEach === heldOutEach - 1));
}

function shuffled(tensors: NmtTensors, seed: number): BatchIterator<NmtTensors> {
  return batches({ tensors, batchSize: sizes.batch, shuffle: true, seed });
}

function idsOf(lines: readonly (readonly string[])[], vocab: Vocab): [Tensor, Tensor] {
  const { array, rows, numSteps, validLen } = buildArrayNmt(lines, vocab, longest);
  return [fromData(array, [rows, numSteps]), fromData(validLen, [rows])];
}

// Writing without spaces: Chinese, Japanese, Thai, Lao, Khmer, Burmese.
const unspaced =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

/** Puts spaces between the words of writing that has none, as the browser's dictionary cuts them; other text is kept. */
export function spaced(text: string): string {
  if (!unspaced.test(text)) return text;
  return Array.from(new Intl.Segmenter("zh", { granularity: "word" }).segment(text), ({ segment }) => segment)
    .filter((segment) => segment.trim() !== "")
    .join(" ");
}

type Batch = BatchOf<NmtTensors>;

/** Epochs of a part of the data: each continues where the last one ended, and all of the data come before any is repeated. */
export class PartEpochs implements TrainingData<Batch> {
  readonly batchesPerEpoch: number;
  readonly #all: BatchIterator<NmtTensors>;
  #pass: Iterator<Batch> | null = null;
  /** Batches of this epoch that were given out. */
  #given = 0;

  constructor(all: BatchIterator<NmtTensors>, batchesPerEpoch: number) {
    this.#all = all;
    this.batchesPerEpoch = batchesPerEpoch;
  }

  *[Symbol.iterator](): Iterator<Batch> {
    while (this.#given < this.batchesPerEpoch) {
      this.#pass ??= this.#all[Symbol.iterator]();
      const { done, value } = this.#pass.next();
      if (done === true) {
        this.#pass = null;
        continue;
      }
      this.#given++;
      yield value;
    }
    this.#given = 0;
  }

  /** A batch that was returned counts as done, as `batches()` counts; so the epoch ends when the next is asked for. */
  state(): unknown {
    return { all: this.#all.state(), given: this.#given };
  }

  /** @throws RangeError for what `state()` did not give; nothing has changed then. */
  restore(state: unknown): void {
    const { all, given }: { all?: unknown; given?: unknown } = Object(state);
    if (typeof given !== "number" || !Number.isInteger(given) || given < 0 || given > this.batchesPerEpoch)
      throw new RangeError(
        `The checkpoint's place is ${String(given)} of ${this.batchesPerEpoch} batches of an epoch; this page did not write it.`,
      );
    this.#all.restore(all);
    this.#given = given;
    this.#pass = null;
  }
}

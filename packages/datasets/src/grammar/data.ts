import { flag, type OptionsOf, options, size, whole } from "@saccade/tensor/contract";
import { batches } from "../batches.ts";
import { type NmtData, type NmtTensors, numberPairs } from "../nmt/load-data.ts";
import type { TokenizedPairs } from "../text/tokenize.ts";
import { type AlignedPair, LONGEST_SENTENCE } from "./pairs.ts";
import { type GrammarSplit, splitPairs, splitRules } from "./split.ts";

const dataOptions = options(
  "grammarData",
  {
    ...splitRules,
    /** Rows of a batch, a whole number ≥ 1. Default 64. */
    batchSize: size(64),
    /** Tokens a sentence is padded to, `<eos>` included, at least 15, which holds every sentence. Default 15. */
    numSteps: whole(LONGEST_SENTENCE + 1, { min: LONGEST_SENTENCE + 1, max: 2 ** 16 }),
    /** Whether each epoch has its own order, by `seed`. Default true. */
    shuffle: flag(true),
  },
  { example: 'grammarData({ languages: "en-fr", batchSize: 64 })' },
);

/** Options of {@link grammarData}. */
export interface GrammarDataOptions extends OptionsOf<typeof dataOptions, typeof splitRules> {}

/** The result of {@link grammarData}: the training pairs as `loadDataNmt` gives its pairs, and those held out. */
export interface GrammarData extends NmtData {
  /** All pairs as words, with their alignments. */
  readonly split: GrammarSplit;
  /** The pairs of `split.validation`, in its order. */
  readonly validation: NmtTensors;
  /** The pairs of `split.test`, in its order. */
  readonly test: NmtTensors;
}

/**
 * {@link grammarSplit} as batches of token ids with their vocabularies, which hold every word of the training pairs.
 *
 * @throws ArgumentError for an unknown option or a wrong value.
 * @example grammarData({ languages: "en-fr" }).split.test.length // 200
 */
export function grammarData(given: GrammarDataOptions): GrammarData {
  const { batchSize, numSteps, shuffle, ...which } = dataOptions(given);
  const split = splitPairs(which);
  const pairs = tokensOf(split.train);
  const { srcVocab, tgtVocab, arraysOf } = numberPairs(pairs, 1, numSteps);
  const arrays = arraysOf(pairs);
  const [validation, test] = [split.validation, split.test].map((held) => arraysOf(tokensOf(held)));
  const all = batches({ tensors: arrays, batchSize, shuffle, seed: which.seed });
  return { batches: all, srcVocab, tgtVocab, arrays, pairs, split, validation: validation!, test: test! };
}

function tokensOf(pairs: readonly AlignedPair[]): TokenizedPairs {
  return { source: pairs.map(({ source }) => [...source]), target: pairs.map(({ target }) => [...target]) };
}

import { fromData } from "@saccade/tensor";
import {
  badArgument,
  checkBoolean,
  checkInteger,
  checkOptions,
  type OptionNames,
  optionNames,
  refuseExtra,
} from "@saccade/tensor/checks";
import { batches } from "../batches.ts";
import type { NmtData, NmtTensors } from "../nmt/load-data.ts";
import { buildArrayNmt } from "../text/arrays.ts";
import { Vocab } from "../text/vocab.ts";
import { type AlignedPair, LONGEST_SENTENCE } from "./pairs.ts";
import { type GrammarSplit, type GrammarSplitOptions, grammarSplit } from "./split.ts";

/** Options of {@link grammarData}. */
export interface GrammarDataOptions extends GrammarSplitOptions {
  /** Rows of a batch, a whole number ≥ 1. Default 64. */
  readonly batchSize?: number;
  /** Tokens a sentence is padded to, `<eos>` included, at least 15, which holds every sentence. Default 15. */
  readonly numSteps?: number;
  /** Whether each epoch has its own order, by `seed`. Default true. */
  readonly shuffle?: boolean;
}

/** What {@link grammarData} gives: the training pairs as `loadDataNmt` gives its pairs, and those held out. */
export interface GrammarData extends NmtData {
  /** All pairs as words, with their alignments. */
  readonly split: GrammarSplit;
  /** The pairs of `split.validation`, in its order. */
  readonly validation: NmtTensors;
  /** The pairs of `split.test`, in its order. */
  readonly test: NmtTensors;
}

const dataOptions: OptionNames = optionNames<GrammarDataOptions>(
  "grammarData",
  {
    ...{ languages: true, train: true, validation: true, test: true, seed: true },
    ...{ batchSize: true, numSteps: true, shuffle: true },
  },
  'grammarData({ languages: "en-fr", batchSize: 64 })',
);

const reservedTokens = ["<pad>", "<bos>", "<eos>"];

/**
 * {@link grammarSplit} as batches of token ids with their vocabularies, which hold every word of the training pairs.
 *
 * @throws ArgumentError for an unknown option or a wrong value.
 * @example grammarData({ languages: "en-fr" }).split.test.length // 200
 */
export function grammarData(options: GrammarDataOptions): GrammarData {
  refuseExtra(dataOptions, arguments, 1);
  const what = "grammarData";
  checkOptions(dataOptions, options);
  if (options === undefined)
    throw badArgument(what, "options", "an object", options, `write ${dataOptions.example}`);
  const { batchSize = 64, numSteps = LONGEST_SENTENCE + 1, shuffle = true, ...which } = options;
  checkInteger(what, "batchSize", batchSize, 1, 2 ** 31 - 1);
  checkInteger(what, "numSteps", numSteps, LONGEST_SENTENCE + 1, 2 ** 16);
  checkBoolean(what, "shuffle", shuffle);
  const split = grammarSplit(which);
  const pairs = { source: split.train.map(sourceOf), target: split.train.map(targetOf) };
  const srcVocab = new Vocab(pairs.source, { minFreq: 1, reservedTokens });
  const tgtVocab = new Vocab(pairs.target, { minFreq: 1, reservedTokens });
  const arraysOf = (list: readonly AlignedPair[]): NmtTensors => {
    const source = buildArrayNmt(list.map(sourceOf), srcVocab, numSteps);
    const target = buildArrayNmt(list.map(targetOf), tgtVocab, numSteps);
    return {
      X: fromData(source.array, [list.length, numSteps]),
      XValidLen: fromData(source.validLen, [list.length]),
      Y: fromData(target.array, [list.length, numSteps]),
      YValidLen: fromData(target.validLen, [list.length]),
    };
  };
  const arrays = arraysOf(split.train);
  return {
    batches: batches({ tensors: arrays, batchSize, shuffle, seed: which.seed ?? 0 }),
    srcVocab,
    tgtVocab,
    arrays,
    pairs,
    split,
    validation: arraysOf(split.validation),
    test: arraysOf(split.test),
  };
}

function sourceOf({ source }: AlignedPair): string[] {
  return [...source];
}

function targetOf({ target }: AlignedPair): string[] {
  return [...target];
}

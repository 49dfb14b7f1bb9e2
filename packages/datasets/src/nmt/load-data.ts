import { ArgumentError, fromData, type Tensor } from "@saccade/tensor";
import {
  badArgument,
  checkBoolean,
  checkInteger,
  checkOptions,
  checkString,
  type OptionNames,
  optionNames,
} from "@saccade/tensor/backend";
import { type BatchIterator, batches } from "../batches.ts";
import { buildArrayNmt, type NmtArray } from "../text/arrays.ts";
import { parsePairs, type TokenizedPairs, tokenizePairs } from "../text/tokenize.ts";
import { Vocab } from "../text/vocab.ts";
import { embeddedCorpus } from "./corpus.ts";

/** Options of {@link loadDataNmt}. */
export interface LoadDataNmtOptions {
  /** Rows of a batch, a whole number ≥ 1. Default 64. */
  readonly batchSize?: number;
  /** Tokens a sentence is cut or padded to, `<eos>` included. Default 10. */
  readonly numSteps?: number;
  /** As in d2l, one pair more than this is read; Infinity for all. Default 600. */
  readonly numExamples?: number;
  /** Words seen less often become `<unk>`. Default 2. */
  readonly minFreq?: number;
  /** The pairs as text, English<TAB>French a line; the embedded corpus unless given. */
  readonly text?: string;
  /** The file's name, for messages. */
  readonly file?: string;
  /** Whether each epoch has its own order. Default true. */
  readonly shuffle?: boolean;
  /** Of the order, a whole number ≥ 0. Default 0. */
  readonly seed?: number;
}

/** Source and target token ids (n, numSteps), and how many of each row count, (n); all int32. */
export interface NmtTensors extends Readonly<Record<string, Tensor>> {
  /** Source ids, (n, numSteps). */
  readonly X: Tensor;
  /** The number of ids of each source that are not `<pad>`, (n). */
  readonly XValidLen: Tensor;
  /** Target ids, (n, numSteps). */
  readonly Y: Tensor;
  /** The number of ids of each target that are not `<pad>`, (n). */
  readonly YValidLen: Tensor;
}

/** What {@link loadDataNmt} gives. */
export interface NmtData {
  /** Batches of X, XValidLen, Y and YValidLen: an epoch each time they are iterated. */
  readonly batches: BatchIterator<NmtTensors>;
  /** The vocabulary of the sources. */
  readonly srcVocab: Vocab;
  /** The vocabulary of the targets. */
  readonly tgtVocab: Vocab;
  /** All pairs, in the order of the text. */
  readonly arrays: NmtTensors;
  /** The tokens of each pair. */
  readonly pairs: TokenizedPairs;
}

const loadOptions: OptionNames = optionNames<LoadDataNmtOptions>(
  "loadDataNmt",
  {
    batchSize: true,
    numSteps: true,
    numExamples: true,
    minFreq: true,
    text: true,
    file: true,
    shuffle: true,
    seed: true,
  },
  "loadDataNmt({ batchSize: 64, numSteps: 10 })",
  { path: "write text: await readPairsFile(path), of @saccade/datasets/node" },
);

const reservedTokens = ["<pad>", "<bos>", "<eos>"];

/**
 * Sentence pairs as batches of token ids, with their vocabularies: d2l's `load_data_nmt`
 * (Zhang et al., Dive into Deep Learning, 9.5).
 *
 * @throws ArgumentError for an unknown option or a wrong value; CorpusError with file and line where the text is not a list of
 * pairs.
 * @example
 * const [{ X, Y }] = loadDataNmt({ batchSize: 64, numSteps: 10 }).batches;
 * [X.shape, Y.shape] // [[64, 10], [64, 10]]
 */
export function loadDataNmt(options: LoadDataNmtOptions = {}): NmtData {
  checkLoadOptions(options);
  if (arguments.length > 1) {
    throw new ArgumentError(
      `loadDataNmt: it takes one object of options, got ${arguments.length} arguments; write ${loadOptions.example}.`,
    );
  }
  const { batchSize = 64, numSteps = 10, numExamples = 600, minFreq = 2, shuffle = true, seed = 0 } = options;
  const { text = embeddedCorpus(), file } = options;
  const limit = numExamples === Number.POSITIVE_INFINITY ? {} : { numExamples };
  const pairs = tokenizePairs(parsePairs(text, { ...limit, ...(file !== undefined && { file }) }));
  const srcVocab = new Vocab(pairs.source, { minFreq, reservedTokens });
  const tgtVocab = new Vocab(pairs.target, { minFreq, reservedTokens });
  const [X, XValidLen] = tensorsOf(buildArrayNmt(pairs.source, srcVocab, numSteps));
  const [Y, YValidLen] = tensorsOf(buildArrayNmt(pairs.target, tgtVocab, numSteps));
  const arrays: NmtTensors = { X, XValidLen, Y, YValidLen };
  return {
    batches: batches({ tensors: arrays, batchSize, shuffle, seed }),
    srcVocab,
    tgtVocab,
    arrays,
    pairs,
  };
}

/** Checks all of them before anything is read. */
function checkLoadOptions(options: LoadDataNmtOptions): void {
  const what = "loadDataNmt";
  checkOptions(loadOptions, options);
  const { batchSize = 1, numSteps = 1, numExamples = 1, minFreq = 0, shuffle = true, seed = 0 } = options;
  const { text = "", file = "" } = options;
  checkInteger(what, "batchSize", batchSize, 1, 2 ** 31 - 1);
  checkInteger(what, "numSteps", numSteps, 1, 2 ** 16);
  if (numExamples !== Number.POSITIVE_INFINITY && !(Number.isSafeInteger(numExamples) && numExamples >= 1))
    throw badArgument(what, "numExamples", "a whole number ≥ 1, or Infinity for all", numExamples);
  checkInteger(what, "minFreq", minFreq, 0);
  checkBoolean(what, "shuffle", shuffle);
  checkInteger(what, "seed", seed, 0);
  checkString(what, "text", text, "readPairsFile(path) of @saccade/datasets/node reads a file");
  checkString(what, "file", file);
  if (options.file !== undefined && options.text === undefined)
    throw new ArgumentError(`${what}: file names the text in messages; give text too, or leave file out.`);
}

function tensorsOf({ array, rows, numSteps, validLen }: NmtArray): [Tensor, Tensor] {
  return [fromData(array, [rows, numSteps]), fromData(validLen, [rows])];
}

import { ArgumentError, fromData, type Tensor } from "@saccade/tensor";
import { flag, type OptionsOf, options, rule, size, text, whole, withFix } from "@saccade/tensor/contract";
import { type BatchIterator, batches } from "../batches.ts";
import { minFreq, seed } from "../rules.ts";
import { buildArrayNmt, type NmtArray } from "../text/arrays.ts";
import { readPairs, type TokenizedPairs, tokensOf } from "../text/tokenize.ts";
import { Vocab } from "../text/vocab.ts";
import { embeddedCorpus } from "./corpus.ts";

const loadOptions = options(
  "loadDataNmt",
  {
    /** Rows of a batch, a whole number ≥ 1. Default 64. */
    batchSize: size(64),
    /** Tokens a sentence is cut or padded to, `<eos>` included. Default 10. */
    numSteps: whole(10, { min: 1, max: 2 ** 16 }),
    /** As in d2l, one pair more than this is read; Infinity for all. Default 600. */
    numExamples: rule(
      "a whole number ≥ 1, or Infinity for all",
      (value): value is number =>
        value === Number.POSITIVE_INFINITY || (Number.isSafeInteger(value) && Number(value) >= 1),
      600,
    ),
    /** Words seen less often become `<unk>`. Default 2. */
    minFreq: { ...minFreq, default: 2 },
    /** The pairs as text, English<TAB>French a line; the embedded corpus unless given. */
    text: withFix(text(), "readPairsFile(path) of @saccade/datasets/node reads a file"),
    /** The file's name, for messages. */
    file: text(),
    /** Whether each epoch has its own order. Default true. */
    shuffle: flag(true),
    /** Of the order, a whole number ≥ 0. Default 0. */
    seed,
  },
  {
    example: "loadDataNmt({ batchSize: 64, numSteps: 10 })",
    renamed: { path: "write text: await readPairsFile(path), of @saccade/datasets/node" },
  },
);

/** Options of {@link loadDataNmt}. */
export interface LoadDataNmtOptions extends OptionsOf<typeof loadOptions> {}

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

/** The result of {@link loadDataNmt}. */
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

/** The vocabularies of pairs, and the arrays of any pairs by them. */
export function numberPairs({ source, target }: TokenizedPairs, minFreq: number, numSteps: number) {
  const reservedTokens = ["<pad>", "<bos>", "<eos>"];
  const srcVocab = new Vocab(source, { minFreq, reservedTokens });
  const tgtVocab = new Vocab(target, { minFreq, reservedTokens });
  const arraysOf = (pairs: TokenizedPairs): NmtTensors => {
    const [X, XValidLen] = tensorsOf(buildArrayNmt(pairs.source, srcVocab, numSteps));
    const [Y, YValidLen] = tensorsOf(buildArrayNmt(pairs.target, tgtVocab, numSteps));
    return { X, XValidLen, Y, YValidLen };
  };
  return { srcVocab, tgtVocab, arraysOf };
}

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
export function loadDataNmt(given?: LoadDataNmtOptions): NmtData {
  const settings = loadOptions(given);
  const { batchSize, numSteps, numExamples, minFreq, shuffle, seed } = settings;
  const { text = embeddedCorpus(), file = "text" } = settings;
  if (given?.file !== undefined && given.text === undefined)
    throw new ArgumentError(
      "loadDataNmt: file names the text in messages; give text too, or leave file out.",
    );
  const pairs = tokensOf(readPairs(text, file, numExamples));
  const { srcVocab, tgtVocab, arraysOf } = numberPairs(pairs, minFreq, numSteps);
  const arrays = arraysOf(pairs);
  const all = batches({ tensors: arrays, batchSize, shuffle, seed });
  return { batches: all, srcVocab, tgtVocab, arrays, pairs };
}

function tensorsOf({ array, rows, numSteps, validLen }: NmtArray): [Tensor, Tensor] {
  return [fromData(array, [rows, numSteps]), fromData(validLen, [rows])];
}

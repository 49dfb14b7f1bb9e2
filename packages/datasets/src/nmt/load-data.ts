import { fromData, type Tensor } from "@saccade/tensor";
import { type BatchIterator, batches } from "../batches.ts";
import { buildArrayNmt, type NmtArray } from "../text/arrays.ts";
import { parsePairs, type TokenizedPairs, tokenizePairs } from "../text/tokenize.ts";
import { Vocab } from "../text/vocab.ts";
import { embeddedCorpus } from "./corpus.ts";

export interface LoadDataNmtOptions {
  /** Default 64. */
  readonly batchSize?: number;
  /** Tokens a sentence is cut or padded to. Default 10. */
  readonly numSteps?: number;
  /** As in d2l, one pair more than this is read; Infinity for all. Default 600. */
  readonly numExamples?: number;
  /** Words seen less often become `<unk>`. Default 2. */
  readonly minFreq?: number;
  /** The pairs as text, English<TAB>French a line; the embedded corpus unless given. */
  readonly text?: string;
  /** The file's name, for messages. */
  readonly file?: string;
  /** Default true. */
  readonly shuffle?: boolean;
  /** Of the order. Default 0. */
  readonly seed?: number;
}

/** Source and target token ids (n, numSteps), and how many of each row count, (n); all int32. */
export interface NmtTensors extends Readonly<Record<string, Tensor>> {
  readonly X: Tensor;
  readonly XValidLen: Tensor;
  readonly Y: Tensor;
  readonly YValidLen: Tensor;
}

export interface NmtData {
  /** Batches of X, XValidLen, Y and YValidLen: an epoch each time they are iterated. */
  readonly batches: BatchIterator<NmtTensors>;
  readonly srcVocab: Vocab;
  readonly tgtVocab: Vocab;
  readonly arrays: NmtTensors;
  /** The tokens of each pair. */
  readonly pairs: TokenizedPairs;
}

const reservedTokens = ["<pad>", "<bos>", "<eos>"];

/**
 * Sentence pairs as batches of token ids, with their vocabularies: d2l's `load_data_nmt`
 * (Zhang et al., Dive into Deep Learning, 9.5).
 *
 * @throws Error naming file and line where the text is no list of pairs.
 */
export function loadDataNmt(options: LoadDataNmtOptions = {}): NmtData {
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

function tensorsOf({ array, rows, numSteps, validLen }: NmtArray): [Tensor, Tensor] {
  return [fromData(array, [rows, numSteps]), fromData(validLen, [rows])];
}

export { embeddedCorpus } from "./nmt/corpus.ts";
export { copyTask, reverseTask, type SequenceTask, type SequenceTaskOptions, sortTask } from "./sequences.ts";
export { buildArrayNmt, type NmtArray, truncatePad } from "./text/arrays.ts";
export { preprocessNmt } from "./text/preprocess.ts";
export {
  type ParsePairsOptions,
  parsePairs,
  type SentencePair,
  type TokenizedPairs,
  tokenizeNmt,
  tokenizePairs,
} from "./text/tokenize.ts";
export { Vocab, type VocabJson, type VocabOptions } from "./text/vocab.ts";

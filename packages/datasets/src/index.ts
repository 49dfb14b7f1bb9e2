export * from "./batches.ts";
export { type AddedToken, type ByteLevel, TokenizerError, type TokenizerJson } from "./bpe/json.ts";
export { type BytePairOptions, BytePairTokenizer } from "./bpe/tokenizer.ts";
export { CorpusError } from "./errors.ts";
export { type GrammarData, type GrammarDataOptions, grammarData } from "./grammar/data.ts";
export {
  type AlignedPair,
  type AlignmentLink,
  type GrammarLanguages,
  type GrammarPairsOptions,
  grammarPairs,
  type WordRelation,
} from "./grammar/pairs.ts";
export { type GrammarSplit, type GrammarSplitOptions, grammarSplit } from "./grammar/split.ts";
export { type Collated, defaultCollate } from "./loader/collate.ts";
export { DataLoader, type DataLoaderOptions, type DataLoaderState } from "./loader/data-loader.ts";
export { ConcatDataset, type Dataset, Subset, TensorDataset, type TensorsOf } from "./loader/dataset.ts";
export { type RandomSplitOptions, randomSplit, type Sampler } from "./loader/sampler.ts";
export { embeddedCorpus } from "./nmt/corpus.ts";
export { type LoadDataNmtOptions, loadDataNmt, type NmtData, type NmtTensors } from "./nmt/load-data.ts";
export { type SinData, type SinDataOptions, sinData, sinTestGrid, sinTruth } from "./sin.ts";
export { buildArrayNmt, type NmtArray, truncatePad } from "./text/arrays.ts";
export {
  type ParsePairsOptions,
  parsePairs,
  preprocessNmt,
  type SentencePair,
  type TokenizedPairs,
  tokenizeNmt,
  tokenizePairs,
} from "./text/tokenize.ts";
export { Vocab, type VocabJson, type VocabOptions } from "./text/vocab.ts";

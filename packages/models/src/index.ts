export {
  Bert,
  type BertActivation,
  type BertForwardOptions,
  type BertOptions,
  type BertResult,
  type BertSettings,
} from "./bert/bert.ts";
export type { MaskedHead, MaskedHeadSizes } from "./bert/masked-head.ts";
export type { WeightsFormat } from "./contract/weights.ts";
export { type CopyVocab, copiedTokens, copyIds } from "./copying/copy-ids.ts";
export {
  type CopyLikelihood,
  type CopyResult,
  type CopySource,
  type CopyState,
  type CopyTrace,
  PointerGenerator,
  type PointerGeneratorOptions,
} from "./copying/pointer-generator.ts";
export { supervisedAttentionLoss } from "./copying/supervised-attention.ts";
export {
  type BeamSearchOptions,
  beamSearch,
  type GreedyHypothesis,
  type GreedyOptions,
  greedyDecode,
} from "./decoding/decode.ts";
export { topKFilter, topPFilter } from "./decoding/filters.ts";
export { type GenerateOptions, generate } from "./decoding/generate.ts";
export type {
  Candidate,
  DecodingOptions,
  Hypothesis,
  RankedHypothesis,
  TokenResult,
  TokenStep,
} from "./decoding/search.ts";
export { GPTBlock, GPTFeedForward } from "./gpt/block.ts";
export { type CausalOptions, CausalSelfAttention } from "./gpt/causal-self-attention.ts";
export { GPT, type GPTAttended, type GPTForwardOptions, type GPTResult } from "./gpt/gpt.ts";
export type { GPTActivation, GPTOptions, GPTSettings, PositionKind } from "./gpt/gpt-options.ts";
export {
  type DocumentAttended,
  type DocumentLengths,
  HierarchicalAttention,
  type HierarchicalAttentionOptions,
} from "./hierarchical/hierarchical-attention.ts";
export {
  type MemoryMasks,
  MemoryNetwork,
  type MemoryNetworkOptions,
  type MemoryTying,
} from "./memory/memory-network.ts";
export {
  alignmentErrorRate,
  alignmentLinks,
  contentWeight,
  type FoundAlignment,
  type GoldAlignment,
  type Link,
  type WeighedAlignment,
} from "./metrics/alignment.ts";
export { bleu, corpusBleu } from "./metrics/bleu.ts";
export {
  PointerNetwork,
  type PointerNetworkOptions,
  type PointerState,
  type PointerStep,
} from "./pointer/pointer-network.ts";
export {
  type PointByBeamOptions,
  type PointGreedilyOptions,
  pointByBeam,
  pointGreedily,
} from "./pointer/predict.ts";
export { BahdanauDecoder } from "./seq2seq/bahdanau-decoder.ts";
export { Seq2SeqAttentionDecoder, type Seq2SeqDecoderOptions } from "./seq2seq/decoder.ts";
export {
  BidirectionalEncoder,
  type BidirectionalEncoderOptions,
  Seq2SeqEncoder,
} from "./seq2seq/encoders.ts";
export {
  AttentionDecoder,
  type Decoded,
  Decoder,
  type DecoderResult,
  type DecoderState,
  type Encoded,
  Encoder,
  EncoderDecoder,
} from "./seq2seq/interfaces.ts";
export { LuongDecoder, type LuongDecoderOptions, type LuongState } from "./seq2seq/luong-decoder.ts";
export {
  type Prediction,
  type PredictOptions,
  predictSeq2Seq,
  type WordCandidate,
} from "./seq2seq/predict.ts";
export type { Seq2SeqOptions } from "./seq2seq/recurrent.ts";
export {
  initSeq2Seq,
  type Seq2SeqBatch,
  type Seq2SeqLoss,
  type Seq2SeqOptimizerOptions,
  type Seq2SeqStep,
  type Seq2SeqTrainerOptions,
  type StepReport,
  seq2seqLoss,
  seq2seqOptimizer,
  seq2seqStep,
  seq2seqTrainer,
  type TeacherForced,
  type TrainSeq2SeqOptions,
  trainSeq2Seq,
} from "./seq2seq/train.ts";
export type { SpecialTokens, TranslationVocab } from "./tokens/vocabulary.ts";
export {
  type DecoderAttended,
  type DecoderForwardOptions,
  type DecoderLayerAttended,
  type DecoderLayerForwardOptions,
  type DecoderStackForwardOptions,
  type DecoderWeights,
  TransformerDecoder,
  TransformerDecoderLayer,
} from "./transformer/decoder.ts";
export { type EncoderAttended, TransformerEncoder, TransformerEncoderLayer } from "./transformer/encoder.ts";
export type {
  Activation,
  EncoderForwardOptions,
  TransformerLayerOptions,
  WithWeightsIf,
} from "./transformer/layer.ts";
export { TransformerSourceEncoder } from "./transformer/source-encoder.ts";
export type { TransformerStackOptions } from "./transformer/stack.ts";
export {
  type TransformerDecoded,
  type TransformerState,
  TransformerTargetDecoder,
} from "./transformer/target-decoder.ts";
export { Transformer } from "./transformer/transformer.ts";
export type { TransformerOptions, TransformerSettings } from "./transformer/transformer-options.ts";
export {
  TransformerXL,
  TransformerXLLayer,
  type TransformerXLLayerOptions,
  type TransformerXLOptions,
  type TransformerXLResult,
} from "./transformer-xl/transformer-xl.ts";

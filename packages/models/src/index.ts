export {
  Bert,
  type BertActivation,
  type BertForwardOptions,
  type BertOptions,
  type BertResult,
  type BertSettings,
  type MaskedHead,
  type MaskedHeadSizes,
} from "./bert/bert.ts";
export type {
  AttentionCall,
  AttentionModule,
  LayersAttentionOption,
  MakeAttention,
  OwnAttended,
  OwnAttentionOption,
  SequenceMixer,
  WeightsFormat,
} from "./contract/settings.ts";
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
export * from "./decoding/decode.ts";
export { topKFilter, topPFilter } from "./decoding/filters.ts";
export { type GenerateOptions, generate, generateAsync } from "./decoding/generate.ts";
export type {
  Candidate,
  DecodingOptions,
  Hypothesis,
  RankedHypothesis,
  TokenResult,
  TokenStep,
} from "./decoding/search.ts";
export * from "./gpt/block.ts";
export { GPT, type GPTAttended, type GPTForwardOptions, type GPTResult } from "./gpt/gpt.ts";
export type { GPTActivation, GPTOptions, GPTSettings, PositionKind } from "./gpt/gpt-options.ts";
export * from "./hierarchical/hierarchical-attention.ts";
export * from "./memory/memory-network.ts";
export * from "./metrics/alignment.ts";
export { bleu, corpusBleu } from "./metrics/bleu.ts";
export * from "./pointer/pointer-network.ts";
export * from "./pointer/predict.ts";
export { BahdanauDecoder, Seq2SeqAttentionDecoder, type Seq2SeqDecoderOptions } from "./seq2seq/decoder.ts";
export * from "./seq2seq/interfaces.ts";
export { LuongDecoder, type LuongDecoderOptions, type LuongState } from "./seq2seq/luong-decoder.ts";
export * from "./seq2seq/predict.ts";
export {
  BidirectionalEncoder,
  type BidirectionalEncoderOptions,
  Seq2SeqEncoder,
  type Seq2SeqOptions,
} from "./seq2seq/recurrent.ts";
export {
  initSeq2Seq,
  type Seq2SeqBatch,
  type Seq2SeqLoss,
  type Seq2SeqOptimizerOptions,
  type Seq2SeqStep,
  seq2seqLoss,
  seq2seqOptimizer,
  seq2seqStep,
  type TeacherForced,
} from "./seq2seq/train.ts";
export * from "./seq2seq/trainer.ts";
export type { SpecialTokens, TranslationVocab } from "./tokens/vocabulary.ts";
export * from "./transformer/decoder.ts";
export {
  type EncoderAttended,
  TransformerEncoder,
  TransformerEncoderLayer,
  type TransformerStackOptions,
} from "./transformer/encoder.ts";
export type {
  Activation,
  EncoderForwardOptions,
  TransformerLayerOptions,
  WithWeightsIf,
} from "./transformer/layer.ts";
export * from "./transformer/stacks.ts";
export * from "./transformer/transformer.ts";
export type { TransformerOptions, TransformerSettings } from "./transformer/transformer-options.ts";
export {
  TransformerXL,
  TransformerXLLayer,
  type TransformerXLLayerOptions,
  type TransformerXLOptions,
  type TransformerXLResult,
} from "./transformer-xl/transformer-xl.ts";

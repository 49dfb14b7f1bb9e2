export { AdditiveAttention } from "./additive.ts";
export {
  type Attended,
  type AttendOptions,
  attend,
  type MaybeAttended,
  type WeightsOptions,
  type WithWeights,
} from "./attend.ts";
export { bleu } from "./bleu.ts";
export type { MaskOptions } from "./combine-masks.ts";
export { type BeamSearchOptions, beamSearch, type RankedHypothesis } from "./decoding/beam-search.ts";
export { type GreedyHypothesis, type GreedyOptions, greedyDecode } from "./decoding/greedy.ts";
export type { Candidate, DecodingOptions, Hypothesis, TokenResult, TokenStep } from "./decoding/step.ts";
export {
  DotProductAttention,
  ScaledDotProductAttention,
  type ScaledDotProductAttentionOptions,
} from "./dot-product.ts";
export { type Kernel, type KernelName, poolingKernels } from "./kernels.ts";
export { type MaskFillOptions, maskedSoftmax } from "./masked-softmax.ts";
export { type CausalMaskOptions, causalMask, lengthsMask, type MaskPlace, sequenceMask } from "./masks.ts";
export { MultiHeadAttention, type MultiHeadAttentionOptions } from "./multi-head.ts";
export {
  MultiheadAttention,
  type MultiheadAttentionOptions,
  type MultiheadForwardOptions,
} from "./multihead-attention.ts";
export type { InverseMasks } from "./multihead-masks.ts";
export { NadarayaWatson, NadarayaWatson as NWKernelRegression } from "./nadaraya-watson.ts";
export { averagePooling, leaveOneOut, type NadarayaWatsonOptions, nadarayaWatson } from "./pooling.ts";
export { type ScaledDotProductOptions, scaledDotProductAttention } from "./scaled-dot-product.ts";
// The seed documents' names, one namespace each
export * as seed000 from "./seeds/seed000.ts";
export * as seed001 from "./seeds/seed001.ts";
export * as seed002 from "./seeds/seed002.ts";
export * as seed003 from "./seeds/seed003.ts";
export * as seed004 from "./seeds/seed004.ts";
export { Attention, SelfAttention, type SelfAttentionOptions } from "./self-attention.ts";
export {
  MultiHeadSelfAttention,
  type SelfAttentionStepOptions,
  SelfAttentionV1,
  SelfAttentionV2,
  SelfAttentionV3,
} from "./self-attention-steps.ts";
export { Seq2SeqAttentionDecoder } from "./seq2seq/decoder.ts";
export { Seq2SeqEncoder, type Seq2SeqOptions } from "./seq2seq/encoder.ts";
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
export {
  type Prediction,
  type PredictOptions,
  predictSeq2Seq,
  type WordCandidate,
} from "./seq2seq/predict.ts";
export {
  initSeq2Seq,
  type Seq2SeqBatch,
  type Seq2SeqLoss,
  type Seq2SeqStep,
  seq2seqLoss,
  seq2seqOptimizer,
  seq2seqStep,
  type TeacherForced,
} from "./seq2seq/step.ts";
export {
  type Seq2SeqTrainerOptions,
  type StepReport,
  seq2seqTrainer,
  type TrainSeq2SeqOptions,
  trainSeq2Seq,
} from "./seq2seq/train.ts";
export type { SpecialTokens, TranslationVocab } from "./seq2seq/vocabulary.ts";
export { type DecoderAttended, TransformerDecoder } from "./transformer/decoder.ts";
export {
  type DecoderLayerAttended,
  type DecoderLayerForwardOptions,
  type DecoderWeights,
  TransformerDecoderLayer,
} from "./transformer/decoder-layer.ts";
export {
  type EncoderAttended,
  type EncoderForwardOptions,
  TransformerEncoder,
  type TransformerStackOptions,
} from "./transformer/encoder.ts";
export { type EncoderLayerForwardOptions, TransformerEncoderLayer } from "./transformer/encoder-layer.ts";
export type { Activation, TransformerLayerOptions } from "./transformer/layer-options.ts";
export {
  PositionalEncoding,
  type PositionalEncodingOptions,
  positionalEncoding,
} from "./transformer/positional-encoding.ts";

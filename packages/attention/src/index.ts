export { AdditiveAttention } from "./additive.ts";
export {
  alignmentErrorRate,
  alignmentLinks,
  contentWeight,
  type FoundAlignment,
  type GoldAlignment,
  type Link,
  type WeighedAlignment,
} from "./alignment.ts";
export { type AttendOptions, attend } from "./attend.ts";
export type { Attended, AttendedIf, MaybeAttended, WeightsOptions } from "./attended.ts";
export { bleu, corpusBleu } from "./bleu.ts";
export { AttentionCache, type AttentionCacheOptions, type CacheSizes } from "./cache/attention-cache.ts";
export { KeyValueCache, type KeyValueCacheOptions, type LayerCache } from "./cache/key-value-cache.ts";
export type { MaskOptions } from "./combine-masks.ts";
export { type CopyVocab, copiedTokens, copyIds } from "./copying/copy-ids.ts";
export type {
  CopyLikelihood,
  CopyResult,
  CopySource,
  CopyState,
  CopyTrace,
  PointerGeneratorOptions,
} from "./copying/interfaces.ts";
export { PointerGenerator } from "./copying/pointer-generator.ts";
export { supervisedAttentionLoss } from "./copying/supervised-attention.ts";
export { type BeamSearchOptions, beamSearch, type RankedHypothesis } from "./decoding/beam-search.ts";
export { type GreedyHypothesis, type GreedyOptions, greedyDecode } from "./decoding/greedy.ts";
export type { Candidate, DecodingOptions, Hypothesis, TokenResult, TokenStep } from "./decoding/step.ts";
export { DotProductAttention } from "./dot-product.ts";
export { type Kernel, type KernelName, poolingKernels } from "./kernels.ts";
export * from "./language/index.ts";
export { AttentionPooling } from "./long/attention-pooling.ts";
export { type BigBirdOptions, type BlockLayout, bigBirdLayout } from "./long/block-layout.ts";
export { type BlockSparseOptions, blockSparseAttention } from "./long/block-sparse.ts";
export {
  type DocumentAttended,
  type DocumentLengths,
  HierarchicalAttention,
  type HierarchicalAttentionOptions,
} from "./long/hierarchical-attention.ts";
export type { KeyMaskOptions } from "./long/key-masks.ts";
export { type LinearAttentionOptions, linearAttention } from "./long/linear-attention.ts";
export {
  type SlidingWindowOptions,
  slidingWindowAttention,
  type WindowOptions,
} from "./long/sliding-window.ts";
export {
  type BlockMaskOptions,
  blockMask,
  type WindowMaskOptions,
  windowMask,
} from "./long/structure-masks.ts";
export {
  TransformerXL,
  TransformerXLLayer,
  type TransformerXLLayerOptions,
  type TransformerXLOptions,
  type TransformerXLResult,
} from "./long/transformer-xl.ts";
export type { MakeLinear, WeightsFormat } from "./make-linear.ts";
export type { MaskFillOptions } from "./mask-fill.ts";
export { maskedSoftmax } from "./masked-softmax.ts";
export { type CausalMaskOptions, causalMask, lengthsMask, type MaskPlace, sequenceMask } from "./masks.ts";
export {
  type MemoryMasks,
  MemoryNetwork,
  type MemoryNetworkOptions,
  type MemoryTying,
} from "./memory/memory-network.ts";
export {
  MultiheadAttention,
  type MultiheadAttentionOptions,
  type MultiheadForwardOptions,
} from "./multihead-attention.ts";
export { NadarayaWatson } from "./nadaraya-watson.ts";
export { PointerNetwork } from "./pointer/pointer-network.ts";
export type { PointerNetworkOptions } from "./pointer/pointer-options.ts";
export type { PointerState, PointerStep } from "./pointer/pointer-state.ts";
export {
  type PointByBeamOptions,
  type PointGreedilyOptions,
  pointByBeam,
  pointGreedily,
} from "./pointer/predict.ts";
export { averagePooling, leaveOneOut, type NadarayaWatsonOptions, nadarayaWatson } from "./pooling.ts";
export { AlibiPositions, alibiSlopes } from "./positions/alibi.ts";
export type { AttentionPositions, AttentionSpan } from "./positions/attention-positions.ts";
export { LearnedPositions } from "./positions/learned.ts";
export { type BucketOptions, RelativePositions, relativePositionBucket } from "./positions/relative.ts";
export { type RotaryOptions, RotaryPositions } from "./positions/rotary.ts";
export type { LinearScaling, Llama3Scaling, RotaryScaling } from "./positions/rotary-scaling.ts";
export { type ScaledDotProductOptions, scaledDotProductAttention } from "./scaled-dot-product.ts";
export {
  CosineScoring,
  type CosineScoringOptions,
  GaussianScoring,
  type GaussianScoringOptions,
} from "./scoring/distances.ts";
export { LocationScoring } from "./scoring/location.ts";
export { AdditiveScoring, ConcatScoring, PerceptronScoring } from "./scoring/networks.ts";
export { BilinearScoring, DotScoring, ScaledDotScoring } from "./scoring/products.ts";
export { Scoring } from "./scoring/scoring.ts";
export { BahdanauDecoder } from "./seq2seq/bahdanau-decoder.ts";
export { BidirectionalEncoder, type BidirectionalEncoderOptions } from "./seq2seq/bidirectional-encoder.ts";
export { Seq2SeqAttentionDecoder, type Seq2SeqDecoderOptions } from "./seq2seq/decoder.ts";
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
  LuongAttention,
  type LuongAttentionOptions,
  type LuongForwardOptions,
  type LuongScore,
  type LuongWindow,
} from "./seq2seq/luong-attention.ts";
export { LuongDecoder, type LuongDecoderOptions, type LuongState } from "./seq2seq/luong-decoder.ts";
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
  type Seq2SeqOptimizerOptions,
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
export * from "./seq2seq/transformer/index.ts";
export type { SpecialTokens, TranslationVocab } from "./seq2seq/vocabulary.ts";
export {
  type DecoderAttended,
  type DecoderStackForwardOptions,
  TransformerDecoder,
} from "./transformer/decoder.ts";
export {
  type DecoderLayerAttended,
  type DecoderLayerForwardOptions,
  type DecoderWeights,
  TransformerDecoderLayer,
} from "./transformer/decoder-layer.ts";
export { type EncoderAttended, TransformerEncoder } from "./transformer/encoder.ts";
export { TransformerEncoderLayer, type WithWeightsIf } from "./transformer/encoder-layer.ts";
export type { DecoderForwardOptions, EncoderForwardOptions } from "./transformer/forward-options.ts";
export type { Activation, TransformerLayerOptions } from "./transformer/layer-options.ts";
export type { TransformerStackOptions } from "./transformer/make-layers.ts";
export {
  type EncodingOffset,
  type EncodingPlace,
  PositionalEncoding,
  type PositionalEncodingOptions,
  positionalEncoding,
} from "./transformer/positional-encoding.ts";

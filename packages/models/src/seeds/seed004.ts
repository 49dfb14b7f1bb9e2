// The names of seed document 004.
export {
  AdditiveAttention,
  DotProductAttention,
  maskedSoftmax,
  NadarayaWatson as NWKernelRegression,
  sequenceMask,
} from "@saccade/attention";
export { bleu } from "../metrics/bleu.ts";
export { Seq2SeqAttentionDecoder } from "../seq2seq/decoder.ts";
export { AttentionDecoder, EncoderDecoder } from "../seq2seq/interfaces.ts";
export { predictSeq2Seq } from "../seq2seq/predict.ts";
export { Seq2SeqEncoder } from "../seq2seq/recurrent.ts";
export { trainSeq2Seq } from "../seq2seq/trainer.ts";

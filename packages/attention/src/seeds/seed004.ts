// The names of seed document 004.
export { AdditiveAttention } from "../additive.ts";
export { bleu } from "../bleu.ts";
export { DotProductAttention } from "../dot-product.ts";
export { maskedSoftmax } from "../masked-softmax.ts";
export { sequenceMask } from "../masks.ts";
export { NadarayaWatson as NWKernelRegression } from "../nadaraya-watson.ts";
export { Seq2SeqAttentionDecoder } from "../seq2seq/decoder.ts";
export { Seq2SeqEncoder } from "../seq2seq/encoder.ts";
export { AttentionDecoder, EncoderDecoder } from "../seq2seq/interfaces.ts";
export { predictSeq2Seq } from "../seq2seq/predict.ts";
export { trainSeq2Seq } from "../seq2seq/train.ts";

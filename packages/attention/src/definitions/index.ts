// The second entry, "@saccade/attention/definitions": the mechanisms in plain tensor ops, without checks. They are the
// specification that fused kernels are held against, and are made to be read.

export * from "./additive.ts";
export * from "./alibi.ts";
export * from "./attend.ts";
export * from "./attention-pooling.ts";
export * from "./beam-search.ts";
export * from "./bleu.ts";
export * from "./concat.ts";
export * from "./cosine.ts";
export * from "./decoder-layer.ts";
export * from "./dot.ts";
export * from "./encoder-layer.ts";
export * from "./gaussian.ts";
export * from "./general.ts";
export * from "./gpt-block.ts";
export * from "./heads.ts";
export * from "./kernel-regression.ts";
export * from "./linear-attention.ts";
export * from "./location.ts";
export * from "./masked-products.ts";
export * from "./masked-softmax.ts";
export * from "./masks.ts";
export * from "./multi-head.ts";
export * from "./n-grams.ts";
export * from "./perceptron.ts";
export * from "./relative-attention.ts";
export * from "./relative-bias.ts";
export * from "./relative-position-bucket.ts";
export * from "./rotary.ts";
export * from "./scaled-dot-product.ts";
export * from "./sinusoidal.ts";
export * from "./sliding-window.ts";
export * from "./sublayers.ts";
export type * from "./weights.ts";

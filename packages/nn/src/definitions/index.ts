// The entry point "@saccade/nn/definitions": what layers, losses and optimizers compute, in plain tensor ops and without
// checks. The fast ones are held against these. Those that have a fused op are beside it, in @saccade/tensor.

export * from "@saccade/tensor/definitions";
export { type AdagradState, adagrad } from "./adagrad.ts";
export { type AdamState, adam } from "./adam.ts";
export { adamW } from "./adamw.ts";
export { dropout } from "./dropout.ts";
export { type LowRank, lora } from "./lora.ts";
export { noam } from "./noam.ts";
export { type RMSpropState, rmsprop } from "./rmsprop.ts";
export { type SGDState, sgd } from "./sgd.ts";

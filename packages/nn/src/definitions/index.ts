// The entry point "@saccade/nn/definitions": layers, losses and optimizers in plain tensor ops and without
// checks. The fast versions are tested against these. Definitions of fused ops are in @saccade/tensor.

export * from "@saccade/tensor/definitions";
export { type AdadeltaState, type AdadeltaTerms, adadelta } from "./adadelta.ts";
export { type AdagradState, type AdagradTerms, adagrad } from "./adagrad.ts";
export { type AdamState, type AdamTerms, adam, adamW } from "./adam.ts";
export { type AdamaxState, type AdamaxTerms, adamax } from "./adamax.ts";
export { type ASGDState, type ASGDTerms, asgd } from "./asgd.ts";
export { batchNorm, batchNormBy } from "./batch-norm.ts";
export type { DirectionOptions, Scalar, Step } from "./direction.ts";
export { dropout } from "./dropout.ts";
export { type LionState, type LionTerms, lion } from "./lion.ts";
export { type LowRank, lora, lowRankChange } from "./lora.ts";
export { type MuonState, type MuonTerms, muon, orthogonalize } from "./muon.ts";
export { type NAdamState, type NAdamTerms, nadam } from "./nadam.ts";
export { noam } from "./noam.ts";
export { type RAdamState, type RAdamTerms, radam } from "./radam.ts";
export { type RMSpropState, type RMSpropTerms, rmsprop } from "./rmsprop.ts";
export { rnnStep } from "./rnn-step.ts";
export { type RpropState, type RpropTerms, rprop } from "./rprop.ts";
export { type SGDState, type SGDTerms, sgd } from "./sgd.ts";

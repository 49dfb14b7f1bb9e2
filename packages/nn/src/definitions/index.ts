// The entry point "@saccade/nn/definitions": what layers, losses and optimizers compute, in plain tensor ops and without
// checks. The fast ones are held against these.

export { type AdagradState, adagrad } from "./adagrad.ts";
export { type AdamState, adam } from "./adam.ts";
export { adamW } from "./adamw.ts";
export { classMean, hardCrossEntropy, type TargetTerms } from "./cross-entropy.ts";
export { dropout } from "./dropout.ts";
export { type GateWeights, gruStep } from "./gru-step.ts";
export { layerNorm } from "./layer-norm.ts";
export { linear } from "./linear.ts";
export { type LowRank, lora } from "./lora.ts";
export { type LSTMStepState, lstmStep } from "./lstm-step.ts";
export { noam } from "./noam.ts";
export { rmsNorm } from "./rms-norm.ts";
export { type RMSpropState, rmsprop } from "./rmsprop.ts";
export { type SGDState, sgd } from "./sgd.ts";
export { type ClassTerms, softCrossEntropy } from "./soft-cross-entropy.ts";

// The entry "@saccade/tensor/definitions": fused ops written in plain ops, without checks. Kernels are tested against
// them, and second derivatives run them.

export { classMean } from "./class-mean.ts";
export { hardCrossEntropy, type TargetTerms } from "./cross-entropy.ts";
export { type GateWeights, gruStep } from "./gru-step.ts";
export { layerNorm } from "./layer-norm.ts";
export { linear } from "./linear.ts";
export { type LSTMStepState, lstmGates, lstmStep } from "./lstm-step.ts";
export { rmsNorm } from "./rms-norm.ts";
export { type ClassTerms, softCrossEntropy } from "./soft-cross-entropy.ts";

export { type CrossEntropyLossOptions, crossEntropy, type NLLLossOptions, nllLoss } from "./cross-entropy.ts";
export {
  type BCEWithLogitsLossOptions,
  bceWithLogits,
  l1Loss,
  mseLoss,
  type SmoothL1LossOptions,
  smoothL1Loss,
} from "./elementwise.ts";
export { maskedSoftmaxCELoss } from "./masked-softmax-ce.ts";
export {
  BCEWithLogitsLoss,
  CrossEntropyLoss,
  L1Loss,
  MaskedSoftmaxCELoss,
  MSELoss,
  NLLLoss,
  SmoothL1Loss,
} from "./modules.ts";
export type { LossOptions, Reduction } from "./reduction.ts";

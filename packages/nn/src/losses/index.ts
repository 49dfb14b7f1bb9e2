export {
  CrossEntropyLoss,
  type CrossEntropyLossOptions,
  crossEntropy,
  NLLLoss,
  type NLLLossOptions,
  nllLoss,
} from "./cross-entropy.ts";
export {
  BCEWithLogitsLoss,
  type BCEWithLogitsLossOptions,
  bceWithLogits,
  L1Loss,
  l1Loss,
  MSELoss,
  mseLoss,
  SmoothL1Loss,
  type SmoothL1LossOptions,
  smoothL1Loss,
} from "./elementwise.ts";
export type { LossOptions, Reduction } from "./loss.ts";
export { MaskedSoftmaxCELoss, maskedSoftmaxCELoss } from "./masked-softmax-ce.ts";

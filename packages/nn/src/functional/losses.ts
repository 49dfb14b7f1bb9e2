export { crossEntropy, nllLoss } from "../losses/cross-entropy.ts";
export { ctcLoss } from "../losses/ctc-loss.ts";
export {
  bceWithLogits as binaryCrossEntropyWithLogits,
  huberLoss,
  l1Loss,
  mseLoss,
  smoothL1Loss,
} from "../losses/elementwise.ts";
export {
  cosineEmbeddingLoss,
  tripletMarginLoss,
  tripletMarginWithDistanceLoss,
} from "../losses/embedding.ts";
export { linearCrossEntropy } from "../losses/linear-cross-entropy.ts";
export {
  hingeEmbeddingLoss,
  marginRankingLoss,
  multilabelMarginLoss,
  multilabelSoftMarginLoss,
  multiMarginLoss,
  softMarginLoss,
} from "../losses/margin.ts";
export { binaryCrossEntropy, gaussianNllLoss, klDiv, poissonNllLoss } from "../losses/probability.ts";

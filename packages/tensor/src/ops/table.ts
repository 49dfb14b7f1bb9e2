// All ops by name. Backends may provide kernels for them, and the gradient checks cover them.
export {
  eluOp as elu,
  erfOp as erf,
  geluBackwardOp as geluBackward,
  geluOp as gelu,
  geluTanhBackwardOp as geluTanhBackward,
  geluTanhOp as geluTanh,
  leakyReluOp as leakyRelu,
  logSigmoidOp as logSigmoid,
  reluOp as relu,
  sigmoidOp as sigmoid,
  siluOp as silu,
  softplusOp as softplus,
} from "./elementwise/activation.ts";
export {
  addOp as add,
  divOp as div,
  floorDivideOp as floorDivide,
  fmodOp as fmod,
  maximumOp as maximum,
  minimumOp as minimum,
  mulOp as mul,
  powOp as pow,
  remainderOp as remainder,
  subOp as sub,
} from "./elementwise/arithmetic.ts";
export { castOp as cast } from "./elementwise/cast.ts";
export {
  eqOp as eq,
  geOp as ge,
  gtOp as gt,
  isFiniteOp as isfinite,
  isInfOp as isinf,
  isNaNOp as isnan,
  leOp as le,
  logicalAndOp as logicalAnd,
  logicalNotOp as logicalNot,
  logicalOrOp as logicalOr,
  logicalXorOp as logicalXor,
  ltOp as lt,
  neOp as ne,
  whereOp as where,
} from "./elementwise/comparison.ts";
export {
  absOp as abs,
  ceilOp as ceil,
  clampOp as clamp,
  cosOp as cos,
  expm1Op as expm1,
  expOp as exp,
  floorOp as floor,
  log1pOp as log1p,
  log2Op as log2,
  logOp as log,
  negOp as neg,
  powScalarOp as powScalar,
  reciprocalOp as reciprocal,
  roundOp as round,
  rsqrtOp as rsqrt,
  signOp as sign,
  sinOp as sin,
  sqrtOp as sqrt,
  squareOp as square,
  tanhOp as tanh,
  tanOp as tan,
  truncOp as trunc,
} from "./elementwise/pointwise.ts";
export {
  additiveScoresBackwardOp as additiveScoresBackward,
  additiveScoresOp as additiveScores,
} from "./fused/additive-scores.ts";
export {
  crossEntropyBackwardOp as crossEntropyBackward,
  crossEntropyOp as crossEntropy,
  mseLossBackwardOp as mseLossBackward,
  mseLossOp as mseLoss,
  nllLossBackwardOp as nllLossBackward,
  nllLossOp as nllLoss,
} from "./fused/class-losses.ts";
export {
  conv2dInputOp as conv2dInput,
  conv2dOp as conv2d,
  conv2dWeightOp as conv2dWeight,
} from "./fused/conv2d.ts";
export { dropoutBackwardOp as dropoutBackward, dropoutOp as dropout } from "./fused/dropout.ts";
export {
  matmulWhereOp as matmulWhere,
  scoresWhereOp as scoresWhere,
  softmaxWhereBackwardOp as softmaxWhereBackward,
  softmaxWhereOp as softmaxWhere,
} from "./fused/matmul-where.ts";
export { maxPoolIndexOp as maxPoolIndex } from "./fused/max-pool-index.ts";
export {
  layerNormBackwardOp as layerNormBackward,
  layerNormOp as layerNorm,
  rmsNormBackwardOp as rmsNormBackward,
  rmsNormOp as rmsNorm,
} from "./fused/norms.ts";
export {
  adagradStepOp as adagradStep,
  adamStepOp as adamStep,
  rmspropStepOp as rmspropStep,
  sgdStepOp as sgdStep,
} from "./fused/optimizer-steps.ts";
export { rotaryOp as rotary } from "./fused/rotary.ts";
export {
  scaledDotProductBackwardOp as scaledDotProductBackward,
  scaledDotProductOp as scaledDotProduct,
} from "./fused/scaled-dot-product.ts";
export {
  gruSequenceBackwardOp as gruSequenceBackward,
  gruSequenceOp as gruSequence,
  lstmSequenceBackwardOp as lstmSequenceBackward,
  lstmSequenceOp as lstmSequence,
} from "./fused/sequence.ts";
export { clipFactorOp as clipFactor, totalNormOp as totalNorm } from "./fused/total-norm.ts";
export { embeddingGradientOp as embeddingGradient, embeddingOp as embedding } from "./indexing/embedding.ts";
export { gatherOp as gather, scatterAddOp as scatterAdd, scatterOp as scatter } from "./indexing/gather.ts";
export {
  indexAddOp as indexAdd,
  indexCopyOp as indexCopy,
  indexSelectOp as indexSelect,
} from "./indexing/index-select.ts";
export { catOp as cat } from "./indexing/join.ts";
export { padOp as pad } from "./indexing/pad.ts";
export { halfLinearOp as halfLinear, linearOp as linear, widenHalfOp as widenHalf } from "./linear/linear.ts";
export { matmulOp as matmul } from "./linear/matmul.ts";
export { multinomialOp as multinomial } from "./random/multinomial.ts";
export { normalOp as normal, uniformOp as uniform } from "./random/random.ts";
export {
  cumprodOp as cumprod,
  cumsumOp as cumsum,
  linearScanOp as linearScan,
  shiftOp as shift,
} from "./reduce/cumulative.ts";
export {
  amaxOp as amax,
  aminOp as amin,
  argmaxOp as argmax,
  argminOp as argmin,
  maxOp as max,
  minOp as min,
} from "./reduce/extremes.ts";
export { normOp as norm } from "./reduce/norm.ts";
export {
  logSoftmaxBackwardOp as logSoftmaxBackward,
  logSoftmaxOp as logSoftmax,
  logsumexpOp as logsumexp,
  softmaxBackwardOp as softmaxBackward,
  softmaxOp as softmax,
} from "./reduce/softmax.ts";
export { sortOp as sort, topkOp as topk } from "./reduce/sort.ts";
export { allOp as all, anyOp as any, prodOp as prod, sumOp as sum } from "./reduce/sum.ts";
export { stdOp as std, varianceOp as variance } from "./reduce/variance.ts";
export { flipOp as flip } from "./views/flip.ts";
export { embedOp as embed, subWindowOp as slice, windowOp as window } from "./views/slice.ts";
export { splitOp as split, unbindOp as unbind } from "./views/split.ts";
export { trilOp as tril, triuOp as triu } from "./views/triangle.ts";
export {
  contiguousOp as contiguous,
  detachOp as detach,
  expandOp as expand,
  permuteOp as permute,
  viewOp as view,
} from "./views/view.ts";

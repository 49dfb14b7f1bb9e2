// The ops that every tensor has as methods: `add(a, b)` is `a.add(b)`. A new method is one name here.
export { elu, erf, gelu, leakyRelu, logSigmoid, relu, sigmoid, silu, softplus } from "./activation.ts";
export {
  add,
  div,
  floorDivide,
  fmod,
  maximum,
  minimum,
  mul,
  pow,
  remainder,
  rsub,
  sub,
} from "./arithmetic.ts";
export {
  eq,
  ge,
  gt,
  isfinite,
  isinf,
  isnan,
  le,
  logicalAnd,
  logicalNot,
  logicalOr,
  logicalXor,
  lt,
  ne,
} from "./comparison.ts";
export { to } from "./convert.ts";
export { cumprod, cumsum } from "./cumulative.ts";
export { embedding } from "./embedding.ts";
export { amax, amin, argmax, argmin, max, min } from "./extremes.ts";
export { flip, roll } from "./flip.ts";
export { gather, scatterAdd, takeAlongDim } from "./gather.ts";
export { indexAdd, indexSelect } from "./index-select.ts";
export { index, indexPut, maskedScatter, maskedSelect } from "./indexing.ts";
export { all, any } from "./logical-reduce.ts";
export { nonzero } from "./mask.ts";
export { addmm, bmm, dot, matmul, mv, outer } from "./matmul.ts";
export { mean } from "./mean.ts";
export { norm } from "./norm.ts";
export { oneHot } from "./one-hot.ts";
export { pad } from "./pad.ts";
export {
  abs,
  ceil,
  clamp,
  cos,
  exp,
  expm1,
  floor,
  log,
  log1p,
  log2,
  neg,
  powScalar,
  reciprocal,
  round,
  rsqrt,
  sign,
  sin,
  sqrt,
  square,
  tan,
  tanh,
  trunc,
} from "./pointwise.ts";
export { prod } from "./prod.ts";
export { repeat, repeatInterleave, tile } from "./repeat.ts";
export { scatter } from "./scatter.ts";
export { maskedFill, where } from "./select.ts";
export { diagonal, narrow, select, slice } from "./slice.ts";
export { logSoftmax, logsumexp, softmax } from "./softmax.ts";
export { argsort, sort, topk } from "./sort.ts";
export { chunk, split, unbind } from "./split.ts";
export { sum } from "./sum.ts";
export { diagEmbed, tril, triu } from "./triangle.ts";
export { std, variance, variance as var } from "./variance.ts";
export {
  clone,
  contiguous,
  detach,
  expand,
  expandAs,
  flatten,
  movedim,
  permute,
  reshape,
  squeeze,
  sumTo,
  t,
  transpose,
  unsqueeze,
  view,
} from "./view.ts";

// The ops that are also methods: `add(a, b)` is `a.add(b)`. To make an op a method, add its name here.
export {
  elu,
  erf,
  gelu,
  leakyRelu,
  logSigmoid,
  relu,
  sigmoid,
  silu,
  softplus,
} from "./elementwise/activation.ts";
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
} from "./elementwise/arithmetic.ts";
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
  maskedFill,
  ne,
  where,
} from "./elementwise/comparison.ts";
export { to } from "./elementwise/convert.ts";
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
} from "./elementwise/pointwise.ts";
export { embedding } from "./indexing/embedding.ts";
export { gather, scatter, scatterAdd, takeAlongDim } from "./indexing/gather.ts";
export { nonzero, oneHot } from "./indexing/index-check.ts";
export { indexAdd, indexSelect } from "./indexing/index-select.ts";
export { index, indexPut, maskedScatter, maskedSelect } from "./indexing/indexing.ts";
export { pad } from "./indexing/pad.ts";
export { repeat, repeatInterleave, tile } from "./indexing/repeat.ts";
export { addmm, bmm, dot, matmul, mv, outer } from "./linear/matmul.ts";
export { multinomial } from "./random/multinomial.ts";
export { cumprod, cumsum } from "./reduce/cumulative.ts";
export { amax, amin, argmax, argmin, max, min } from "./reduce/extremes.ts";
export { norm } from "./reduce/norm.ts";
export { logSoftmax, logsumexp, softmax } from "./reduce/softmax.ts";
export { argsort, sort, topk } from "./reduce/sort.ts";
export { all, any, mean, prod, sum } from "./reduce/sum.ts";
export { std, variance, variance as var } from "./reduce/variance.ts";
export { flip, roll } from "./views/flip.ts";
export { rearrange, sizes } from "./views/rearrange.ts";
export { diagonal, narrow, select, slice } from "./views/slice.ts";
export { chunk, split, unbind } from "./views/split.ts";
export { diagEmbed, tril, triu } from "./views/triangle.ts";
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
} from "./views/view.ts";

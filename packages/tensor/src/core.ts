// What linalg, special, windows and masked use of the core, beside the ops that users import.

export { ArgumentError, badArgument, DTypeError, IndexError, ShapeError, within } from "@saccade/contract";
export { apply, apply1 } from "./apply/apply.ts";
export { checkElements, refuseElements } from "./apply/capture/host-values.ts";
export type { Attrs, HostArray, Op } from "./apply/op.ts";
export { dimOf, dimsOf } from "./contract/check-shape.ts";
export { checkInputs, checkSameBackend, checkTensor, checkTensors } from "./contract/check-tensor.ts";
export { tensorOptionsRenamed, tensorRules } from "./contract/tensor-options.ts";
export { filled, fromChecked, fullLike, type Operandish, ones, onesLike } from "./create.ts";
export { iterable } from "./iterable.ts";
export { type DType, isFloat, promote } from "./memory/dtype.ts";
export {
  broadcastShapes,
  checkAddressable,
  formatShape,
  numelOf,
  type Shape,
  sameShape,
} from "./memory/shape.ts";
export { cast } from "./ops/elementwise/cast.ts";
export { eq, le, where } from "./ops/elementwise/comparison.ts";
export { logaddexp } from "./ops/elementwise/exponential.ts";
export { ofOne, type Unary, unary } from "./ops/elementwise/map.ts";
export { floats, type OfOperands, ofFloats, operandsOf, type Pair, pair } from "./ops/elementwise/pair.ts";
export { clamp } from "./ops/elementwise/pointwise.ts";
export { gather } from "./ops/indexing/gather.ts";
export { cat } from "./ops/indexing/join.ts";
export { Generator } from "./ops/random/generator.ts";
export { randn } from "./ops/random/random.ts";
export { cumprod, cumsum } from "./ops/reduce/cumulative.ts";
export {
  type Dims,
  dropDim,
  reduceAttrs,
  reduceDimAttrs,
  reduceRules,
  requireFloat,
} from "./ops/reduce/dims.ts";
export { amax, amin, argmax, argmin } from "./ops/reduce/extremes.ts";
export { nanmedian } from "./ops/reduce/median.ts";
export { norm } from "./ops/reduce/norm.ts";
export { logSoftmax, logsumexp, softmax } from "./ops/reduce/softmax.ts";
export { sort } from "./ops/reduce/sort.ts";
export { dtypeRules, prod, sum } from "./ops/reduce/with-options.ts";
export { roll } from "./ops/views/flip.ts";
export { diagonal } from "./ops/views/slice.ts";
export { diagEmbed, tril, triu } from "./ops/views/triangle.ts";
export { expand } from "./ops/views/view.ts";
export { arange, eye } from "./ranges.ts";
export { forEachRowPair, inOrder } from "./reference/iterate.ts";
export { Tensor } from "./tensor.ts";

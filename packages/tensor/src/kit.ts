// What an op is made of: shapes and dtypes, checks of calls, loops of the reference kernels, and `apply`, which runs it.
export { apply, apply1, applyInto, applyView, applyViews } from "./apply/apply.ts";
export { checkElements, hostData, readElements, refuseElements } from "./apply/capture/host-values.ts";
export {
  type BackwardInputs,
  definedOps,
  fused,
  gradientsOf,
  isUnread,
  madeOf,
  notDifferentiable,
  pullBack,
} from "./apply/fused.ts";
/** Whether an op should keep values that only its gradient needs: true under a tape. */
export { isRecording as wantsGradients } from "./apply/listeners.ts";
export type { GradientsOf, HostArray, Meta, MetasOf, Op, ViewOp, ViewsOp, Window } from "./apply/op.ts";
export { checkNumbers, dimOf, dimOfSome, dimsOf, newTensorCall } from "./contract/check-shape.ts";
export * from "./contract/check-tensor.ts";
export {
  convertFirst,
  isDType,
  noDType,
  tensorOptionsRenamed,
  tensorRules,
} from "./contract/tensor-options.ts";
export { tensorRule, tensors } from "./contract/tensors.ts";
export * from "./memory/dtype.ts";
export {
  broadcastShapes,
  broadcastStrides,
  checkAddressable,
  checkShape,
  contiguousStrides,
  copyShape,
  formatShape,
  inferShape,
  mapSizes,
  normalizeDim,
  numelOf,
  positionOf,
  reshapeStrides,
  type Shape,
  sameShape,
} from "./memory/shape.ts";
export { copyElements, forEachRowPair, gatherElements, inOrder, mapElements } from "./reference/iterate.ts";

// The second entry point, "@saccade/tensor/backend": exports for authors of ops, layers and backends.

import "./methods.ts";

export { ofCall, within } from "@saccade/contract";
export * from "./apply/apply.ts";
export { type CapturedCall, captureStep } from "./apply/capture/capture-step.ts";
export type { CapturedStep } from "./apply/capture/captured-step.ts";
export { checkElements, hostData, hostRows, noElements } from "./apply/capture/host-values.ts";
export { StepMemory } from "./apply/capture/step-memory.ts";
export { assume, fresh, isCapturing, isFreshWork, requireFresh } from "./apply/capture/words.ts";
export { type Composed, composedOp, unreadCotangent } from "./apply/fused.ts";
export {
  type Batcher,
  currentBatcher,
  currentTapes,
  isRecording,
  isTracing,
  type Listener,
  longest,
  type PullBack,
  record,
  type TapeListener,
  type TraceListener,
  usesTensor,
  withBatcher,
  withListener,
  withoutTapes,
  withoutTraces,
  withTapes,
} from "./apply/listeners.ts";
export { observe, observedObjects } from "./apply/observed.ts";
export type {
  AnyOp,
  Attrs,
  GradientsOf,
  HostArray,
  KernelOp,
  Meta,
  Op,
  ViewOp,
  ViewsOp,
  Window,
} from "./apply/op.ts";
export * from "./apply/sites.ts";
export { type MethodWatcher, watchMethods } from "./apply/watch-methods.ts";
export { checkWritable, shareConverted, shareInto } from "./apply/writes.ts";
export * from "./checks.ts";
export { checkBackend } from "./contract/check-backend.ts";
export { checkArguments, checkSameBackend, checkTensor, checkTensors } from "./contract/check-tensor.ts";
export { empty, filledLike } from "./create.ts";
export { defineOp, defineView, type OwnOp } from "./define-op.ts";
/** The ops that run on the host on every backend. */
export * as hostOps from "./host-ops.ts";
export { iterable } from "./iterable.ts";
export type { Backend, KernelLog, KernelProgram, Operand } from "./kernel.ts";
export type { AnyKernel, AttrsOf, Kernel, KernelName, KernelTable } from "./kernel-table.ts";
export { Lender, type Loan, Loans } from "./lending.ts";
export { bytesPerElement, isFloat, promote } from "./memory/dtype.ts";
export { adopt, currentScope, giveUp, makeLasting, release, retain } from "./memory/lifetime.ts";
export { isPlainObject } from "./memory/plain-object.ts";
export {
  atScopeEnd,
  emptyScope,
  refusePromise,
  type TensorHolder,
  tensorsOf,
  whenScopeOpens,
} from "./memory/scope.ts";
export {
  broadcastShapes,
  checkAddressable,
  contiguousStrides,
  formatShape,
  isContiguous,
  normalizeDim,
  numelOf,
  sameShape,
} from "./memory/shape.ts";
export type { Scalar, ScalarAttrs } from "./ops/elementwise/map.ts";
export { dropoutOp } from "./ops/fused/dropout.ts";
export type {
  AdagradStepAttrs,
  AdamStepAttrs,
  ClassLossAttrs,
  ClassLossOptions,
  ClipFactorAttrs,
  Conv2dAttrs,
  CrossEntropyAttrs,
  DropoutAttrs,
  FusedAttentionOptions,
  GruSequenceResult,
  LayerNormAttrs,
  LstmSequenceResult,
  MaxPoolIndexAttrs,
  MseLossAttrs,
  RMSNormAttrs,
  RmspropStepAttrs,
  RotaryAttrs,
  ScaledDotProductAttrs,
  SequenceAttrs,
  SequenceOp,
  SequenceOptions,
  SgdStepAttrs,
  SoftmaxCrossEntropyOptions,
  SoftmaxWhereAttrs,
  StepAttrs,
  StepOp,
  TotalNormAttrs,
} from "./ops/fused/index.ts";
export { softmaxWhereOp } from "./ops/fused/matmul-where.ts";
export { adagradStepOp, adamStepOp, rmspropStepOp, sgdStepOp } from "./ops/fused/optimizer-steps.ts";
export { defaultGenerator } from "./ops/random/generator.ts";
export { softmaxOp } from "./ops/reduce/softmax.ts";
/** The table of all ops: `ops.add` is the op that the function `add` applies. */
export * as ops from "./ops/table.gen.ts";
export { contiguousOp } from "./ops/views/view.ts";
/** The ops that `defineOp` made: `ownOps.has(op)`. */
export { ownOps } from "./own-ops.ts";

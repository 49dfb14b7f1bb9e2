export {
  apply,
  apply1,
  applyInto,
  applyView,
  applyViews,
  isRecording,
  type PullBack,
  type Recorder,
  record,
  withoutRecorders,
  withRecorder,
} from "./apply.ts";
export {
  type Backend,
  getBackend,
  type KernelLog,
  type KernelProgram,
  type Operand,
  setBackend,
} from "./backend.ts";
export {
  arange,
  eye,
  fromData,
  full,
  fullLike,
  linspace,
  type Operandish,
  ones,
  onesLike,
  type TensorOptions,
  tensor,
  zeros,
  zerosLike,
} from "./create.ts";
export { bytesPerElement, type DType, isFloat, type TypedArray } from "./dtype.ts";
export {
  BackendError,
  CompileError,
  DTypeError,
  FreedTensorError,
  IndexError,
  OutOfMemoryError,
  ShapeError,
} from "./errors.ts";
export { memory, resetPeakMemory } from "./memory.ts";
export type { NestedArray } from "./nested.ts";
export {
  type AnyOp,
  type Attrs,
  defineOp,
  defineView,
  type GradientsOf,
  type HostArray,
  type KernelOp,
  type Meta,
  type Op,
  type ViewOp,
  type ViewsOp,
  type Window,
} from "./op.ts";
export * from "./ops/index.ts";
export type { Scalar, ScalarAttrs } from "./ops/map.ts";
export * as ops from "./ops/table.ts";
export { type KernelProfile, type Profile, profile } from "./profile.ts";
export {
  defaultGenerator,
  Generator,
  getRandomState,
  manualSeed,
  type RandomState,
  setRandomState,
} from "./random/generator.ts";
export { isRecordingStep } from "./recording/active.ts";
export { checkElements, hostData } from "./recording/host.ts";
export { type RecordedCall, recordStep } from "./recording/record.ts";
export type { RecordedStep } from "./recording/recorded-step.ts";
export { assume, hostWork, isHostWork, requireWork, usesTensor } from "./recording/work.ts";
export { referenceBackend } from "./reference.ts";
export {
  adopt,
  dispose,
  emptyScope,
  keep,
  refusePromise,
  release,
  retain,
  scope,
  type TensorHolder,
  tensorsOf,
  warnAtBytes,
} from "./scope.ts";
export {
  broadcastShapes,
  contiguousStrides,
  formatShape,
  isContiguous,
  normalizeDim,
  numelOf,
  type Shape,
  sameShape,
} from "./shape.ts";
export type { MemoryUse } from "./storage.ts";
export { Tensor } from "./tensor.ts";

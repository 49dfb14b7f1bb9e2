// The second entry, "@saccade/tensor/backend": what authors of ops, layers and backends need beyond what users import.

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
} from "./apply/apply.ts";
export { isRecordingStep } from "./apply/capture/active.ts";
export { type RecordedCall, recordStep } from "./apply/capture/capture.ts";
export { checkElements, hostData } from "./apply/capture/host-values.ts";
export type { RecordedStep } from "./apply/capture/replay.ts";
export { assume, hostWork, isHostWork, requireWork, usesTensor } from "./apply/capture/work.ts";
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
} from "./apply/op.ts";
export {
  badArgument,
  checkBoolean,
  checkChoice,
  checkFunction,
  checkInteger,
  checkNumber,
  checkOptions,
  checkRange,
  describeValue,
  nearest,
  type OptionNames,
  optionNames,
} from "./arguments.ts";
export { checkTensor } from "./check-tensor.ts";
export type { Backend, KernelLog, KernelProgram, Operand } from "./current-backend.ts";
export type { AnyKernel, AttrsOf, Kernel, KernelName, KernelTable } from "./kernel-table.ts";
export { bytesPerElement, isFloat } from "./memory/dtype.ts";
export {
  adopt,
  emptyScope,
  refusePromise,
  release,
  retain,
  type TensorHolder,
  tensorsOf,
} from "./memory/scope.ts";
export {
  broadcastShapes,
  contiguousStrides,
  formatShape,
  isContiguous,
  normalizeDim,
  numelOf,
  sameShape,
} from "./memory/shape.ts";
export type { Scalar, ScalarAttrs } from "./ops/elementwise/map.ts";
export * from "./ops/fused/index.ts";
export { affine } from "./ops/linear/linear.ts";
export { defaultGenerator } from "./ops/random/generator.ts";
export * as ops from "./ops/table.ts";

// The main entry point. Authors of ops and backends import "@saccade/tensor/backend".

import "./methods.ts";

export {
  ArgumentError,
  BackendError,
  CompileError,
  DTypeError,
  FreedTensorError,
  IndexError,
  OutOfMemoryError,
  OverflowError,
  ShapeError,
  ZeroDivisionError,
} from "@saccade/contract";
export { type KernelProfile, type Profile, profile } from "./apply/profile.ts";
export {
  empty,
  fromData,
  full,
  fullLike,
  type Operandish,
  ones,
  onesLike,
  type TensorOptions,
  tensor,
  zeros,
  zerosLike,
} from "./create.ts";
export { getBackend, setBackend } from "./current-backend.ts";
export type { Backend } from "./kernel.ts";
export * from "./linalg/functions.ts";
/** Linear algebra of small matrices, computed on the host: `linalg.solve(a, b)`. */
export * as linalg from "./linalg/index.ts";
/** Reductions and rows of the elements that a mask lets through, as in torch.masked: `masked.mean(x, 1, { mask })`. */
export * as masked from "./masked/index.ts";
export { type MemoryUse, memory, resetPeakMemory } from "./memory/counters.ts";
export type { DType, TypedArray } from "./memory/dtype.ts";
export { warnAtBytes } from "./memory/lifetime.ts";
export { dispose, keep, scope } from "./memory/scope.ts";
export type { Shape } from "./memory/shape.ts";
export type { Nested, NestedArray } from "./nested.ts";
export { emptyLike, newEmpty, newFull, newOnes, newZeros } from "./new-tensors.ts";
export * from "./ops/index.ts";
export {
  Generator,
  getRandomState,
  manualSeed,
  type RandomState,
  setRandomState,
} from "./ops/random/generator.ts";
export { arange, eye, type LogspaceOptions, linspace, logspace } from "./ranges.ts";
export { referenceBackend } from "./reference/reference-backend.ts";
export * from "./special/functions.ts";
/** Special functions, as in torch.special: `special.ndtr(x)`. */
export * as special from "./special/index.ts";
export { type Sizes, Tensor } from "./tensor.ts";
/** Window functions, as in torch.signal.windows: `windows.hann(8)`. */
export * as windows from "./windows/index.ts";

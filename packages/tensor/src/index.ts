// The main entry point. Authors of ops and backends import "@saccade/tensor/backend".

import "./methods.ts";

export { type KernelProfile, type Profile, profile } from "./apply/profile.ts";
export {
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
} from "./errors.ts";
export type { Backend } from "./kernel.ts";
export { type MemoryUse, memory, resetPeakMemory } from "./memory/counters.ts";
export type { DType, TypedArray } from "./memory/dtype.ts";
export { warnAtBytes } from "./memory/lifetime.ts";
export { dispose, keep, scope } from "./memory/scope.ts";
export type { Shape } from "./memory/shape.ts";
export type { Nested, NestedArray } from "./nested.ts";
export * from "./ops/index.ts";
export {
  Generator,
  getRandomState,
  manualSeed,
  type RandomState,
  setRandomState,
} from "./ops/random/generator.ts";
export { arange, eye, linspace } from "./ranges.ts";
export { referenceBackend } from "./reference/reference-backend.ts";
export { type Sizes, Tensor } from "./tensor.ts";

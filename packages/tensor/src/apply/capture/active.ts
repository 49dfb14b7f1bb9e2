import type { Backend, KernelLog, Operand } from "../../current-backend.ts";
import type { TypedArray } from "../../memory/dtype.ts";
import type { Storage } from "../../memory/storage.ts";
import type { Tensor } from "../../tensor.ts";
import type { Attrs, KernelOp } from "../op.ts";

/** What the tensor core tells a step that is being recorded. */
export interface ActiveRecording {
  readonly backend: Backend;
  /** Where the backend's memory comes from while the step is recorded. */
  readonly log: KernelLog;
  madeTensor(tensor: Tensor): void;
  madeStorage(storage: Storage): void;
  /** The host wrote `data` into a storage that the step made. */
  filled(storage: Storage, data: TypedArray): void;
  /** An op reads the tensor. */
  uses(tensor: Tensor): void;
  /** An op is about to write the tensor. */
  writes(tensor: Tensor): void;
  /** The host wants to see a storage's values. @throws CompileError where a replay could not know of it. */
  reads(what: string, storage: Storage): void;
  kernel(
    backend: Backend,
    op: KernelOp,
    inputs: readonly Operand[],
    outputs: readonly Operand[],
    attrs: Attrs,
  ): void;
  host<T>(work: () => T): T;
  refill(storage: Storage, make: () => TypedArray): void;
  check(what: string, x: Operand, check: (elements: TypedArray) => void): void;
  assume(owner: object, read: () => unknown): void;
}

/** The step that is being recorded, if one is. */
export let active: ActiveRecording | null = null;

export function setActive(recording: ActiveRecording | null): void {
  active = recording;
}

/** True while a step is being recorded by `compile`. */
export function isRecordingStep(): boolean {
  return active !== null;
}

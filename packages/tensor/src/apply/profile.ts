import type { Backend, Operand } from "../current-backend.ts";
import { bytesPerElement } from "../memory/dtype.ts";
import { numelOf } from "../memory/shape.ts";
import { active } from "./capture/active.ts";
import type { Attrs, KernelOp } from "./op.ts";

/** What one kernel cost while it was profiled. */
export interface KernelProfile {
  readonly calls: number;
  /** Milliseconds in all. */
  readonly ms: number;
  /** Bytes read and written in all. */
  readonly bytes: number;
}

export interface Profile<T> {
  readonly value: T;
  /** By kernel name, the costliest first. */
  readonly kernels: ReadonlyMap<string, KernelProfile>;
  /** Milliseconds from start to end, what lies between the kernels included. */
  readonly ms: number;
}

interface Entry {
  calls: number;
  ms: number;
  bytes: number;
}

let counting: Map<string, Entry> | null = null;

/** The one door to the backends' kernels. */
export function runKernel(
  backend: Backend,
  op: KernelOp,
  inputs: readonly Operand[],
  outputs: readonly Operand[],
  attrs: Attrs,
): void {
  if (active !== null) active.kernel(backend, op, inputs, outputs, attrs);
  else if (counting === null) backend.run(op, inputs, outputs, attrs);
  else
    countKernel(op.name, bytesOf(inputs, outputs), () => {
      backend.run(op, inputs, outputs, attrs);
    });
}

/** Whether kernels are being counted. */
export function isProfiling(): boolean {
  return counting !== null;
}

/** Runs what is one call of a kernel and counts it, where kernels are being counted. */
export function countKernel(name: string, bytes: number, run: () => void): void {
  if (counting === null) {
    run();
    return;
  }
  const start = performance.now();
  run();
  const ms = performance.now() - start;
  const entry = counting.get(name) ?? { calls: 0, ms: 0, bytes: 0 };
  entry.calls++;
  entry.ms += ms;
  entry.bytes += bytes;
  counting.set(name, entry);
}

/** The bytes that a kernel reads and writes. */
export function bytesOf(inputs: readonly Operand[], outputs: readonly Operand[]): number {
  let bytes = 0;
  for (const x of inputs) bytes += numelOf(x.shape) * bytesPerElement[x.dtype];
  for (const x of outputs) bytes += numelOf(x.shape) * bytesPerElement[x.dtype];
  return bytes;
}

/** Runs `f` and counts the calls, time and bytes of each kernel. */
export function profile<T>(f: () => T): Profile<T> {
  const outer = counting;
  const mine = new Map<string, Entry>();
  counting = mine;
  const start = performance.now();
  try {
    const value = f();
    const ms = performance.now() - start;
    return { value, ms, kernels: new Map([...mine].sort(([, a], [, b]) => b.ms - a.ms)) };
  } finally {
    counting = outer;
  }
}

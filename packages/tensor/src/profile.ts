import type { Backend, Operand } from "./backend.ts";
import { bytesPerElement } from "./dtype.ts";
import type { Attrs, KernelOp } from "./op.ts";
import { numelOf } from "./shape.ts";

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
  if (counting === null) {
    backend.run(op, inputs, outputs, attrs);
    return;
  }
  const start = performance.now();
  backend.run(op, inputs, outputs, attrs);
  const ms = performance.now() - start;
  const entry = counting.get(op.name) ?? { calls: 0, ms: 0, bytes: 0 };
  entry.calls++;
  entry.ms += ms;
  for (const x of [...inputs, ...outputs]) entry.bytes += numelOf(x.shape) * bytesPerElement[x.dtype];
  counting.set(op.name, entry);
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

import type { Operand, RunKernel } from "../kernel.ts";
import { bytesPerElement } from "../memory/dtype.ts";
import { numelOf } from "../memory/shape.ts";
import { captures, kernelListeners } from "./listeners.ts";

/** Runs an op's kernel. Every kernel call goes through here. */
export const runKernel: RunKernel = (backend, op, inputs, outputs, attrs) => {
  if (captures.length > 0) captures.at(-1)!.runKernel(backend, op, inputs, outputs, attrs);
  else if (kernelListeners.length === 0) backend.run(op, inputs, outputs, attrs);
  else profiled(backend, op, inputs, outputs, attrs);
};

// A separate function, so that calls that are not profiled do not pay for the closures.
const profiled: RunKernel = (backend, op, inputs, outputs, attrs) => {
  const run = (): void => backend.run(op, inputs, outputs, attrs);
  aroundKernel(op.name, () => bytesOf(inputs, outputs), run);
};

/** Runs one kernel call under the active profilers. */
export function aroundKernel(name: string, bytes: () => number, run: () => void): void {
  let wrapped = run;
  for (const listener of kernelListeners) {
    const inner = wrapped;
    wrapped = () => listener.aroundKernel(name, bytes, inner);
  }
  wrapped();
}

/** The bytes that a kernel reads and writes. */
export function bytesOf(inputs: readonly Operand[], outputs: readonly Operand[]): number {
  let bytes = 0;
  for (const x of inputs) bytes += numelOf(x.shape) * bytesPerElement[x.dtype];
  for (const x of outputs) bytes += numelOf(x.shape) * bytesPerElement[x.dtype];
  return bytes;
}

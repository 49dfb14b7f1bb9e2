import type { Backend, Operand } from "../../kernel.ts";
import type { DType } from "../../memory/dtype.ts";
import { rebind } from "../../memory/lifetime.ts";
import { contiguousKernel } from "../../reference/contiguous.ts";
import type { Tensor } from "../../tensor.ts";

/** `length` elements of a buffer, from `offset` on. */
export function run(buffer: unknown, dtype: DType, length: number, offset: number = 0): Operand {
  return { buffer, dtype, shape: [length], strides: [1], offset };
}

export function copyRun(backend: Backend, from: Operand, to: Operand): void {
  backend.run(contiguousKernel, [from], [to], {});
}

/** Copies a tensor's span of memory into `place`. A parked value stays parked. */
export function copyIn(x: Tensor, place: Operand): void {
  const span = place.shape[0]!;
  if (span === 0) return;
  const { backend, parked } = x.storage;
  if (parked === null) copyRun(backend, run(x.buffer, x.dtype, span, x.offset), place);
  else backend.write(place.buffer, parked);
}

/**
 * Makes a tensor the only owner of its memory, at the same address. Other tensors that share it, such as snapshots, get
 * a copy elsewhere.
 */
export function keepAddress(tensor: Tensor): void {
  const { backend, dtype, length } = tensor.storage;
  const own = tensor.storage.separate((from, to) => {
    copyRun(backend, run(from, dtype, length), run(to, dtype, length));
  });
  rebind(tensor, own);
}

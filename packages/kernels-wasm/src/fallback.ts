import type { TypedArray } from "@saccade/tensor";
import { type Attrs, type HostArray, type KernelOp, numelOf, type Operand } from "@saccade/tensor/backend";

type View = (buffer: unknown, dtype: Operand["dtype"], length: number) => TypedArray;

/** Runs an op's reference kernel on the memory itself. */
export function runReference(
  view: View,
  op: KernelOp,
  inputs: readonly Operand[],
  outputs: readonly Operand[],
  attrs: Attrs,
): void {
  const host = (x: Operand): HostArray => ({
    data: view(x.buffer, x.dtype, reach(x)),
    dtype: x.dtype,
    shape: x.shape,
    strides: x.strides,
    offset: x.offset,
  });
  op.forward(inputs.map(host), outputs.map(host), attrs);
}

/** How many elements of its buffer a window reaches over. */
function reach({ shape, strides, offset }: Operand): number {
  if (numelOf(shape) === 0) return offset;
  let last = offset;
  for (let i = 0; i < shape.length; i++) last += (shape[i]! - 1) * strides[i]!;
  return last + 1;
}

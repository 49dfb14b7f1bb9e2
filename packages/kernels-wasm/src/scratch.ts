import type { Operand } from "@saccade/tensor";
import { addressOf, bytesOf, countOf, isDense, type Machine } from "./kernel.ts";
import { copyDenseTo } from "./kernels/copy.ts";

/** Runs `f` with the address of a block that is given back afterwards. */
export function withScratch<T>({ allocator }: Machine, bytes: number, f: (address: number) => T): T {
  const address = allocator.allocate(bytes);
  try {
    return f(address);
  } finally {
    allocator.free(address, bytes);
  }
}

/** Runs `f` with the address of an operand's elements in row-major order: a copy where they do not lie so. */
export function withDense<T>(machine: Machine, x: Operand, f: (address: number) => T): T {
  if (isDense(x)) return f(addressOf(x));
  return withScratch(machine, countOf(x.shape) * bytesOf(x), (address) => {
    copyDenseTo(machine, x, address);
    return f(address);
  });
}

/** {@link withDense} for several operands. */
export function withAllDense(
  machine: Machine,
  xs: readonly Operand[],
  f: (addresses: readonly number[]) => void,
): void {
  const next = (addresses: readonly number[]): void => {
    const x = xs[addresses.length];
    if (x === undefined) f(addresses);
    else withDense(machine, x, (address) => next([...addresses, address]));
  };
  next([]);
}

/** An operand whose dims stand in another order. */
export function permuted(x: Operand, order: readonly number[]): Operand {
  // Field by field: a tensor's are getters, which a spread would lose.
  return {
    buffer: x.buffer,
    dtype: x.dtype,
    offset: x.offset,
    shape: order.map((d) => x.shape[d]!),
    strides: order.map((d) => x.strides[d]!),
  };
}

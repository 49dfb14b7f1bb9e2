import type { Operand } from "@saccade/tensor/backend";
import { copyDenseTo } from "./copy-window.ts";
import { addressOf, bytesOf, countOf, isDense, type Machine } from "./kernel.ts";

/** Blocks that a kernel allocates one after another and frees together. */
export class Scratch {
  readonly #machine: Machine;
  readonly #blocks: (readonly [address: number, bytes: number])[] = [];

  constructor(machine: Machine) {
    this.#machine = machine;
  }

  take(bytes: number): number {
    const address = this.#machine.allocator.allocate(bytes);
    this.#blocks.push([address, bytes]);
    return address;
  }

  /** The address of an operand's elements in row-major order: a copy where they do not lie so. */
  dense(x: Operand): number {
    if (isDense(x)) return addressOf(x);
    const address = this.take(countOf(x.shape) * bytesOf(x));
    copyDenseTo(this.#machine, x, address);
    return address;
  }

  free(): void {
    for (const [address, bytes] of this.#blocks) this.#machine.allocator.free(address, bytes);
  }
}

/** Runs `f` with scratch that is given back afterwards. */
export function withBlocks<T>(machine: Machine, f: (scratch: Scratch) => T): T {
  const scratch = new Scratch(machine);
  try {
    return f(scratch);
  } finally {
    scratch.free();
  }
}

/** Runs `f` with the address of a block that is given back afterwards. */
export function withScratch<T>(machine: Machine, bytes: number, f: (address: number) => T): T {
  return withBlocks(machine, (scratch) => f(scratch.take(bytes)));
}

/** Runs `f` with the address of an operand's elements in row-major order: a copy where they do not lie so. */
export function withDense<T>(machine: Machine, x: Operand, f: (address: number) => T): T {
  return isDense(x) ? f(addressOf(x)) : withBlocks(machine, (scratch) => f(scratch.dense(x)));
}

/** {@link withDense} for several operands. */
export function withAllDense(
  machine: Machine,
  xs: readonly Operand[],
  f: (addresses: readonly number[]) => void,
): void {
  if (xs.every(isDense)) f(xs.map(addressOf));
  else withBlocks(machine, (scratch) => f(xs.map((x) => scratch.dense(x))));
}

/** An operand with its dims in another order. */
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

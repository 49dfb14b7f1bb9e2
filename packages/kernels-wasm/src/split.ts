import type { KernelExports } from "./generated/exports.gen.ts";
import type { Parallel, Task } from "./pool/pool.ts";

/** The maximum number of pieces of a call: the number of blocks that exist at a time. */
const mostPieces = 16;

/**
 * Work of one piece that is worth another thread, in elements: one or two microseconds. For sums and copies, for
 * functions such as exp, and for multiplications and additions of a matrix product.
 */
export const leastWork = { cheap: 8192, function: 2048, product: 75_000 } as const;

/**
 * The number of pieces of an amount of work, which only depends on the amount, never on the threads: 2 from twice the
 * minimum on, and twice as many for four times the work, so that large work is split finely without many small pieces.
 */
export function pieceCount(amount: number, least: number): number {
  let pieces = 1;
  while (pieces < mostPieces && amount >= 2 * pieces * pieces * least) pieces *= 2;
  return pieces;
}

/** Cuts 0…n into at most `pieces` ranges of about one size; each but the last has a multiple of `grain`. */
export function ranges(n: number, pieces: number, grain: number): [from: number, count: number][] {
  const units = Math.ceil(n / grain);
  const count = Math.min(pieces, units);
  return Array.from({ length: count }, (_, i) => {
    const from = Math.floor((i * units) / count) * grain;
    return [from, Math.min(n, Math.floor(((i + 1) * units) / count) * grain) - from];
  });
}

/** How a call is cut: the result of {@link cheap}, {@link functions} or {@link products}. */
export interface Split {
  /** The work of one of the n, in elements of `least`. */
  readonly work: number;
  readonly least: number;
  /** Pieces are multiples of it. */
  readonly grain: number;
  /** The bytes of scratch per thread; its address is the kernel's argument `scratch`. Default 0. */
  readonly scratchBytes?: number;
}

/** `work` sums or copies each. */
export function cheap(work: number, grain: number = 1, scratchBytes: number = 0): Split {
  return { work, least: leastWork.cheap, grain, scratchBytes };
}

/** `work` functions such as exp each. */
export function functions(work: number, grain: number = 1): Split {
  return { work, least: leastWork.function, grain };
}

/** `work` multiplications and additions each. */
export function products(work: number, grain: number = 1, scratchBytes: number = 0): Split {
  return { work, least: leastWork.product, grain, scratchBytes };
}

/** The part of a machine that a split call uses. */
export interface Threads {
  readonly wasm: KernelExports;
  /** How many threads share the memory. With one, cutting a call into tasks gains nothing. */
  readonly threads: number;
  readonly parallel: Parallel;
}

/** Calls a kernel for 0…n: in one call, or in pieces on all threads if there is enough work. */
export function inPieces(
  machine: Threads,
  name: keyof KernelExports,
  n: number,
  { work, least, grain, scratchBytes }: Split,
  task: (from: number, count: number) => Task,
): void {
  const pieces = machine.threads === 1 ? 1 : pieceCount(n * work, least);
  if (pieces === 1) {
    const kernel: (...args: number[]) => number = machine.wasm[name];
    kernel(...task(0, n));
  } else {
    const tasks = ranges(n, pieces, grain).map(([from, count]) => task(from, count));
    machine.parallel(name, tasks, scratchBytes);
  }
}

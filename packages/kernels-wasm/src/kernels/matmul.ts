import type { Operand } from "@saccade/tensor";
import { addressOf, countOf, type KernelTable, type Machine } from "../kernel.ts";

/** What assembly/matmul.ts exports. Strides and addresses are bytes, sizes elements. */
export interface MatmulExports {
  readonly sgemm: (
    n: number,
    m: number,
    k: number,
    a: number,
    aRow: number,
    aColumn: number,
    b: number,
    bRow: number,
    bColumn: number,
    c: number,
    cRow: number,
    scratch: number,
    outer: number,
  ) => number;
  readonly sgemmScratch: (
    n: number,
    m: number,
    k: number,
    aRow: number,
    aColumn: number,
    bColumn: number,
  ) => number;
  readonly dots: (k: number, a: number, b: number, c: number, outer: number) => number;
}

/** The part of a machine that matrix products run on. */
export interface MatmulMachine extends Pick<Machine, "allocator" | "walker"> {
  readonly wasm: MatmulExports;
}

/**
 * Matrix products of float32, both operands with any strides and any batch dims.
 *
 * The rounding of an element follows from k alone (but for a product of two dense vectors), so that a range of
 * rows or columns computed by itself has the same bits.
 */
export function matmulKernels(machine: MatmulMachine): KernelTable {
  return {
    matmul([a, b], [c]) {
      if (a!.dtype !== "float32" || b!.dtype !== "float32") return false;
      if (countOf(c!.shape) > 0) multiply(machine, a!, b!, c!);
      return true;
    },
  };
}

function multiply({ wasm, allocator, walker }: MatmulMachine, a: Operand, b: Operand, c: Operand): void {
  const dims = a.shape.length - 2;
  let n = a.shape[dims]!;
  const k = a.shape[dims + 1]!;
  const m = b.shape[dims + 1]!;
  let aRow = a.strides[dims]! * 4;
  const aColumn = a.strides[dims + 1]! * 4;
  const bRow = b.strides[dims]! * 4;
  const bColumn = b.strides[dims + 1]! * 4;
  let rowsWalked = false;
  if (dims > 0) {
    walker.merge(c.shape.slice(0, dims), a.strides, 4, b.strides, 4, c.strides, 4);
    const { sizes, strides } = walker;
    // One matrix on the right for a run of batches: their rows are rows of one product.
    rowsWalked = strides[1][0] === 0 && (n === 1 || strides[0][0] === n * aRow);
    if (rowsWalked) {
      if (n === 1) aRow = strides[0][0]!;
      n *= sizes[0]!;
    }
  }
  const emit = (): number => (dims === 0 ? 0 : walker.emit(rowsWalked ? 0 : -1));
  if (n === 1 && m === 1 && aColumn === 4 && bRow === 4) {
    wasm.dots(k, addressOf(a), addressOf(b), addressOf(c), emit());
    return;
  }
  const bytes = wasm.sgemmScratch(n, m, k, aRow, aColumn, bColumn);
  const scratch = allocator.allocate(bytes);
  const [x, y, z] = [addressOf(a), addressOf(b), addressOf(c)];
  wasm.sgemm(n, m, k, x, aRow, aColumn, y, bRow, bColumn, z, m * 4, scratch, emit());
  allocator.free(scratch, bytes);
}

import type { Operand } from "@saccade/tensor";
import { addressOf, countOf, type KernelTable, type Machine } from "../kernel.ts";
import { withDense, withScratch } from "../scratch.ts";
import { denseStrides } from "./copy.ts";

/** From so many columns on, eight of the right's at a time are packed; below, its rows are near enough. */
const packedFrom = 256;

/** Matrix products of float32. The left is read in place whatever its strides; the right is packed unless its rows are dense. */
export function productKernels(machine: Machine): KernelTable {
  return {
    matmul([a, b], [c]) {
      if (a!.dtype !== "float32" || b!.dtype !== "float32") return false;
      if (b!.strides.at(-1) === 1 || b!.shape.at(-1) === 1)
        multiply(machine, a!, b!, addressOf(b!), b!.strides, c!);
      else
        withDense(machine, b!, (address) => multiply(machine, a!, b!, address, denseStrides(b!.shape), c!));
      return true;
    },
  };
}

function multiply(
  machine: Machine,
  a: Operand,
  b: Operand,
  bAddress: number,
  bStrides: readonly number[],
  c: Operand,
): void {
  const { wasm } = machine;
  const [n, k] = [a.shape.at(-2)!, a.shape.at(-1)!];
  const m = b.shape.at(-1)!;
  const [aRow, aColumn] = [a.strides.at(-2)! * 4, a.strides.at(-1)! * 4];
  const bRow = bStrides.at(-2)! * 4;
  const batches = n * m === 0 ? 0 : countOf(c.shape) / (n * m);
  const dims = a.shape.length - 2;
  for (let batch = 0; batch < batches; batch++) {
    let rest = batch;
    let x = addressOf(a);
    let y = bAddress;
    for (let d = dims - 1; d >= 0; d--) {
      const i = rest % a.shape[d]!;
      rest = (rest - i) / a.shape[d]!;
      x += i * a.strides[d]! * 4;
      y += i * bStrides[d]! * 4;
    }
    const to = addressOf(c) + batch * n * m * 4;
    if (m < packedFrom || n < 8) wasm.product(n, m, k, x, aRow, aColumn, y, bRow, to, 0);
    else
      withScratch(machine, k * 32 + 32, (panel) =>
        wasm.product(n, m, k, x, aRow, aColumn, y, bRow, to, panel),
      );
  }
}

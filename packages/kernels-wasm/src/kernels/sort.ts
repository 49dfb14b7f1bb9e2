import { contiguousStrides, type Operand } from "@saccade/tensor/backend";
import { copyWindow } from "../copy-window.ts";
import { addressOf, bytesOf, countOf, type KernelTable, type Machine, typeOf } from "../kernel.ts";
import { permuted, withDense, withScratch } from "../scratch.ts";

/** Sorting along any dim: rows where it is the last, else through a transposed copy. */
export function sortKernels(machine: Machine): KernelTable {
  return {
    sort([x], [values, indices], { dim, descending }) {
      return rank(machine, x!, values!, indices!, dim, descending);
    },
    topk([x], [values, indices], { dim, largest }) {
      return rank(machine, x!, values!, indices!, dim, largest);
    },
  };
}

function rank(
  machine: Machine,
  x: Operand,
  values: Operand,
  indices: Operand,
  dim: number,
  descending: boolean,
): boolean {
  if (countOf(values.shape) === 0) return true;
  const n = x.shape[dim] ?? 1;
  const taken = values.shape[dim] ?? 1;
  const rows = countOf(x.shape) / n;
  const sortRows = (turned: Operand, to: number, at: number): void => {
    withScratch(machine, n * 16, (scratch) => {
      withDense(machine, turned, (from) => {
        machine.wasm.sortRows(from, typeOf(x), to, at, rows, n, taken, Number(descending), scratch);
      });
    });
  };
  if (dim >= x.shape.length - 1) {
    sortRows(x, addressOf(values), addressOf(indices));
    return true;
  }
  const order = [...x.shape.map((_, d) => d).filter((d) => d !== dim), dim];
  const shape = order.map((d) => values.shape[d]!);
  const copyBack = (from: number, y: Operand): void => {
    const to = permuted(y, order);
    const window = { address: from, strides: contiguousStrides(shape) };
    copyWindow(machine, shape, window, { address: addressOf(y), strides: to.strides }, bytesOf(y));
  };
  withScratch(machine, rows * taken * bytesOf(x), (to) => {
    withScratch(machine, rows * taken * 4, (at) => {
      sortRows(permuted(x, order), to, at);
      copyBack(to, values);
      copyBack(at, indices);
    });
  });
  return true;
}

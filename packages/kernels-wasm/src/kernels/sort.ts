import type { Operand } from "@saccade/tensor/backend";
import { countOf, type KernelTable, type Machine, typeOf } from "../kernel.ts";
import { withDimLast } from "../rows.ts";
import { withBlocks } from "../scratch.ts";

/** Sorting along any dim. */
export function sortKernels(machine: Machine): KernelTable {
  const rank = (x: Operand, outputs: readonly Operand[], dim: number, descending: boolean): true => {
    const { shape } = outputs[0]!;
    if (countOf(shape) === 0) return true;
    const [n, taken] = [x.shape[dim] ?? 1, shape[dim] ?? 1];
    return withDimLast(machine, [x], outputs, dim, ([turned], [values, indices]) => {
      withBlocks(machine, (scratch) => {
        const [from, room] = [scratch.dense(turned!), scratch.take(n * 16)];
        const rows = countOf(x.shape) / n;
        const order = Number(descending);
        machine.wasm.sortRows(from, typeOf(x), values!, indices!, rows, n, taken, order, room);
      });
    });
  };
  return {
    sort: ([x], outputs, { dim, descending }) => rank(x!, outputs, dim, descending),
    topk: ([x], outputs, { dim, largest }) => rank(x!, outputs, dim, largest),
  };
}

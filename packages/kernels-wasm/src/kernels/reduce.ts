import type { Operand } from "@saccade/tensor";
import { addressOf, countOf, type Kernel, type KernelTable, type Machine } from "../kernel.ts";
import { permuted, withDense, withScratch } from "../scratch.ts";

/** Sums of up to so many rows need no scratch. assembly/reduce.ts has the same number. */
const columnBlock = 64;

type Rows = (x: number, y: number, rows: number, n: number) => number;
type Columns = (x: number, y: number, outer: number, rows: number, columns: number) => void;

/** Sums and extremes over any dims of a float32 tensor. */
export function reduceKernels(machine: Machine): KernelTable {
  const { wasm } = machine;
  const sumColumns: Columns = (x, y, outer, rows, columns) => {
    if (rows <= columnBlock) {
      wasm.sumColumns(x, y, outer, rows, columns, 0);
      return;
    }
    withScratch(machine, columns * 8, (scratch) => wasm.sumColumns(x, y, outer, rows, columns, scratch));
  };
  const sumFloat = reduction(machine, wasm.sumRows, sumColumns);
  return {
    sum(inputs, outputs, attrs) {
      const [x, y] = [inputs[0]!, outputs[0]!];
      if (x.dtype === "float32") return sumFloat(inputs, outputs, attrs);
      const { dims } = attrs as { dims: readonly number[] };
      const rows = x.dtype === "bool" ? wasm.sumRowsBool : wasm.sumRowsInt;
      overRows(machine, x, dims, (from, n) => rows(from, addressOf(y), countOf(y.shape), n));
      return true;
    },
    amax: reduction(machine, wasm.maxRows, wasm.maxColumns),
    amin: reduction(machine, wasm.minRows, wasm.minColumns),
    logsumexp([x], [y], attrs) {
      const { dims } = attrs as { dims: readonly number[] };
      if (x!.dtype !== "float32" || countOf(x!.shape) === 0) return false;
      return overRows(machine, x!, dims, (from, n) => {
        wasm.logsumexpRows(from, addressOf(y!), countOf(y!.shape), n);
      });
    },
    totalNorm(xs, [y], attrs) {
      const { normType } = attrs as { normType: number };
      if (normType !== 2 || xs.some((x) => x.dtype !== "float32")) return false;
      let total = 0;
      for (const x of xs) {
        total += withDense(machine, x, (address) => wasm.sumSquares(address, countOf(x.shape)));
      }
      wasm.fill(addressOf(y!), 1, Math.sqrt(total));
      return true;
    },
  };
}

function reduction(machine: Machine, rows: Rows, columns: Columns): Kernel {
  return ([x], [y], attrs) => {
    const { dims } = attrs as { dims: readonly number[] };
    const { shape, dtype } = x!;
    const count = countOf(y!.shape);
    if (dtype !== "float32" || countOf(shape) === 0) return false;
    const to = addressOf(y!);
    // Kept dims behind reduced ones, all of which lie behind one another: columns.
    const first = dims[0] ?? 0;
    const behind = first + dims.length;
    const together = dims.at(-1) === behind - 1;
    if (together && behind < shape.length) {
      const inner = countOf(shape.slice(behind));
      if (inner > 1) {
        withDense(machine, x!, (from) => {
          columns(from, to, count / inner, countOf(shape.slice(first, behind)), inner);
        });
        return true;
      }
    }
    return overRows(machine, x!, dims, (from, n) => rows(from, to, count, n));
  };
}

/** Brings the reduced dims behind the others, so that each result takes one dense row of n elements. */
function overRows(
  machine: Machine,
  x: Operand,
  dims: readonly number[],
  f: (from: number, n: number) => void,
): boolean {
  let n = 1;
  for (const d of dims) n *= x.shape[d]!;
  const start = x.shape.length - dims.length;
  const last = dims.every((d, i) => d === start + i);
  const kept = last ? null : x.shape.map((_, d) => d).filter((d) => !dims.includes(d));
  withDense(machine, kept === null ? x : permuted(x, [...kept, ...dims]), (from) => f(from, n));
  return true;
}

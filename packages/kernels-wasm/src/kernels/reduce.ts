import type { Operand } from "@saccade/tensor";
import { addressOf, bytesOf, countOf, type Kernel, type KernelTable, type Machine } from "../kernel.ts";
import { withDense, withRows, withScratch } from "../scratch.ts";
import { inPieces, leastWork } from "../split.ts";
import { extremeOfWhole } from "./fold.ts";

/** Sums of up to so many rows need no scratch. assembly/reduce.ts has the same number. */
const columnBlock = 64;

type Rows = "sumRows" | "maxRows" | "minRows" | "logsumexpRows" | "sumRowsInt" | "sumRowsBool";
type Columns = "sumColumns" | "maxColumns" | "minColumns";

/** Sums and extremes over any dims of a float32 tensor. */
export function reduceKernels(machine: Machine): KernelTable {
  const { wasm } = machine;
  const sumFloat = reduction(machine, "sumRows", "sumColumns");
  return {
    sum(inputs, outputs, attrs) {
      const [x, y] = [inputs[0]!, outputs[0]!];
      if (x.dtype === "float32") return sumFloat(inputs, outputs, attrs);
      const { dims } = attrs as { dims: readonly number[] };
      const rows = x.dtype === "bool" ? "sumRowsBool" : "sumRowsInt";
      overRows(machine, rows, x, y, dims);
      return true;
    },
    amax: extreme(reduction(machine, "maxRows", "maxColumns"), extremeOfWhole(machine, 1)),
    amin: extreme(reduction(machine, "minRows", "minColumns"), extremeOfWhole(machine, 0)),
    logsumexp([x], [y], attrs) {
      const { dims } = attrs as { dims: readonly number[] };
      if (x!.dtype !== "float32" || countOf(x!.shape) === 0) return false;
      overRows(machine, "logsumexpRows", x!, y!, dims);
      return true;
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

function extreme(float: Kernel, whole: Kernel): Kernel {
  return (inputs, outputs, attrs) => (inputs[0]!.dtype === "float32" ? float : whole)(inputs, outputs, attrs);
}

function reduction(machine: Machine, rows: Rows, columns: Columns): Kernel {
  return ([x], [y], attrs) => {
    const { dims } = attrs as { dims: readonly number[] };
    const { shape, dtype } = x!;
    if (dtype !== "float32" || countOf(shape) === 0) return false;
    // Kept dims behind reduced ones, all of which lie behind one another: columns.
    const first = dims[0] ?? 0;
    const behind = first + dims.length;
    const together = dims.at(-1) === behind - 1;
    const inner = together && behind < shape.length ? countOf(shape.slice(behind)) : 1;
    if (inner > 1) {
      const rows = countOf(shape.slice(first, behind));
      const sizes = { rows, columns: inner, outer: countOf(y!.shape) / inner };
      withDense(machine, x!, (from) => overColumns(machine, columns, from, addressOf(y!), sizes));
    } else overRows(machine, rows, x!, y!, dims);
    return true;
  };
}

interface ColumnSizes {
  readonly rows: number;
  readonly columns: number;
  readonly outer?: number;
}

/** Sums over the rows of matrices that lie densely behind one another. */
export function sumColumns(machine: Machine, from: number, to: number, sizes: ColumnSizes): void {
  overColumns(machine, "sumColumns", from, to, sizes);
}

/** y[o][j] of x[o][…][j]. */
function overColumns(
  machine: Machine,
  name: Columns,
  from: number,
  to: number,
  { rows, columns, outer = 1 }: ColumnSizes,
): void {
  const step = columns * 4;
  const byColumns = outer === 1;
  const split = byColumns
    ? { work: rows, least: leastWork.cheap, grain: 16 }
    : { work: rows * columns, least: leastWork.cheap, grain: 1 };
  const calls = (scratch: readonly number[], bytes: number): void => {
    inPieces(
      machine,
      name,
      byColumns ? columns : outer,
      { ...split, scratch: { arg: 6, bytes } },
      (at, count) =>
        byColumns
          ? [from + at * 4, to + at * 4, 1, rows, count, step, ...scratch]
          : [from + at * rows * step, to + at * step, count, rows, columns, step, ...scratch],
    );
  };
  if (name !== "sumColumns") calls([], 0);
  else if (rows <= columnBlock) calls([0], 0);
  else withScratch(machine, machine.threads * columns * 8, (scratch) => calls([scratch], columns * 8));
}

function overRows(machine: Machine, name: Rows, x: Operand, y: Operand, dims: readonly number[]): void {
  const least = name === "logsumexpRows" ? leastWork.function : leastWork.cheap;
  const to = addressOf(y);
  withRows(machine, x, dims, (from, n) => {
    const bytes = n * bytesOf(x);
    inPieces(machine, name, countOf(y.shape), { work: n, least, grain: 1 }, (r, count) => {
      return [from + r * bytes, to + r * 4, count, n];
    });
  });
}

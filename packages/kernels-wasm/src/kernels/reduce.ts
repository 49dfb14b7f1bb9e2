import type { Operand } from "@saccade/tensor/backend";
import {
  addressOf,
  bytesOf,
  countOf,
  denseAt,
  type Kernel,
  type KernelTable,
  type Machine,
} from "../kernel.ts";
import { withDense, withRows, withScratch } from "../scratch.ts";
import { sumColumnsStrip } from "../shared/sizes.ts";
import { inPieces, leastWork } from "../split.ts";
import { type DimsAttrs, extremeOfWhole } from "./fold.ts";

/** The scratch that a thread needs to sum columns: a float64 each. */
const sumScratch = sumColumnsStrip * 8;

type Rows = "sumRows" | "extremeRows" | "logsumexpRows" | "sumRowsWhole";
type Columns = "sumColumns" | "extremeColumns";

/** Sums and extremes over any dims of a float32 tensor. */
export function reduceKernels(machine: Machine): KernelTable {
  const { wasm } = machine;
  const sumFloat = reduction(machine, "sumRows", "sumColumns");
  return {
    sum(inputs, outputs, attrs) {
      const [x, y] = [inputs[0]!, outputs[0]!];
      if (x.dtype === "float32") return sumFloat(inputs, outputs, attrs);
      overRows(machine, "sumRowsWhole", x, y, attrs);
      return true;
    },
    amax: extreme(machine, 1),
    amin: extreme(machine, 0),
    logsumexp([x], [y], attrs) {
      if (x!.dtype !== "float32" || countOf(x!.shape) === 0) return false;
      overRows(machine, "logsumexpRows", x!, y!, attrs);
      return true;
    },
    totalNorm(xs, [y], { normType }) {
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

function extreme(machine: Machine, largest: number): Kernel<DimsAttrs> {
  // The smallest is the largest of −x: what flips the sign's bit.
  const float = reduction(machine, "extremeRows", "extremeColumns", largest ? 0 : -(2 ** 31));
  const whole = extremeOfWhole(machine, largest);
  return (inputs, outputs, attrs) => (inputs[0]!.dtype === "float32" ? float : whole)(inputs, outputs, attrs);
}

function reduction(machine: Machine, rows: Rows, columns: Columns, last: number = 0): Kernel<DimsAttrs> {
  // Neighbouring dims together, the last ones first.
  const reduce = (x: Operand, to: number, dims: readonly number[]): void => {
    const { shape } = x;
    let k = dims.length - 1;
    while (k > 0 && dims[k - 1] === dims[k]! - 1) k--;
    const first = dims[k] ?? shape.length;
    const behind = first + dims.length - Math.max(k, 0);
    const left = [...shape.slice(0, first), ...shape.slice(behind)];
    const count = countOf(left);
    if (k > 0) {
      withScratch(machine, count * 4, (address) => {
        reduce(x, address, dims.slice(k));
        reduce(denseAt(address, { dtype: "float32", shape: left }), to, dims.slice(0, k));
      });
      return;
    }
    const n = countOf(shape.slice(first, behind));
    const inner = countOf(shape.slice(behind));
    withDense(machine, x, (from) => {
      if (inner === 1) overDenseRows(machine, rows, from, to, { rows: count, n, last });
      else
        overColumns(machine, columns, from, to, {
          rows: n,
          columns: inner,
          outer: count / inner,
          sign: last,
        });
    });
  };
  return ([x], [y], { dims }) => {
    if (x!.dtype !== "float32" || countOf(x!.shape) === 0) return false;
    reduce(x!, addressOf(y!), dims);
    return true;
  };
}

interface ColumnSizes {
  readonly rows: number;
  readonly columns: number;
  readonly outer?: number;
  /** For extremes, in place of scratch. */
  readonly sign?: number;
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
  { rows, columns, outer = 1, sign = 0 }: ColumnSizes,
): void {
  const step = columns * 4;
  const one = outer === 1;
  const bytes = name === "sumColumns" ? sumScratch : 0;
  withScratch(machine, machine.threads * bytes, (scratch) => {
    const split = {
      work: one ? rows : rows * columns,
      least: leastWork.cheap,
      grain: one ? 16 : 1,
      scratchBytes: bytes,
    };
    inPieces(machine, name, one ? columns : outer, split, (at, n) => [
      ...(one
        ? [from + at * 4, to + at * 4, 1, rows, n]
        : [from + at * rows * step, to + at * step, n, rows, columns]),
      step,
      name === "sumColumns" ? scratch : sign,
    ]);
  });
}

function overRows(machine: Machine, name: Rows, x: Operand, y: Operand, { dims }: DimsAttrs): void {
  withRows(machine, x, dims, (from, n) => {
    const bytes = bytesOf(x);
    overDenseRows(machine, name, from, addressOf(y), { rows: countOf(y.shape), n, last: bytes, bytes });
  });
}

interface RowSizes {
  readonly rows: number;
  readonly n: number;
  readonly last: number;
  readonly bytes?: number;
}

/** y[r] of x[r][…]. Four rows may be summed at a time. */
function overDenseRows(
  machine: Machine,
  name: Rows,
  from: number,
  to: number,
  { rows, n, last, bytes = 4 }: RowSizes,
): void {
  const least = name === "logsumexpRows" ? leastWork.function : leastWork.cheap;
  inPieces(machine, name, rows, { work: n, least, grain: 4 }, (r, count) => {
    return [from + r * n * bytes, to + r * 4, count, n, last];
  });
}

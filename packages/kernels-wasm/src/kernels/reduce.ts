import type { Operand } from "@saccade/tensor/backend";
import {
  addressOf,
  bytesOf,
  countOf,
  denseAt,
  type Kernel,
  type KernelTable,
  type Machine,
  typeOf,
} from "../kernel.ts";
import { overRows, withRows } from "../rows.ts";
import { withDense, withScratch } from "../scratch.ts";
import * as folds from "../shared/folds.ts";
import { sumColumnsStrip } from "../shared/sizes.ts";
import { cheap, functions, inPieces } from "../split.ts";

/** The scratch that a thread needs to sum columns: a float64 each. */
const sumScratch = sumColumnsStrip * 8;

type Rows = "sumRows" | "extremeRows" | "logsumexpRows" | "sumRowsWhole";
type Columns = "sumColumns" | "extremeColumns";
interface DimsAttrs {
  readonly dims: readonly number[];
}

/** Sums, extremes, other folds and searches along any dims, of any dtype. */
export function reduceKernels(machine: Machine): KernelTable {
  const { wasm } = machine;
  /** y[r] of dense rows. Four may be summed at a time. */
  const overDenseRows = (
    name: Rows,
    from: number,
    to: number,
    rows: number,
    n: number,
    more: number,
    bytes = 4,
  ): void => {
    const split = name === "logsumexpRows" ? functions(n, 4) : cheap(n, 4);
    inPieces(machine, name, rows, split, (r, count) => [from + r * n * bytes, to + r * 4, count, n, more]);
  };
  /** A float32 reduction: neighboring dims together, the last ones first; `sign` is for extremes. */
  const reduce = (
    rows: Rows,
    columns: Columns,
    x: Operand,
    to: number,
    dims: readonly number[],
    sign: number,
  ): void => {
    const { shape } = x;
    let k = dims.length - 1;
    while (k > 0 && dims[k - 1] === dims[k]! - 1) k--;
    const first = dims[k] ?? shape.length;
    const end = first + dims.length - Math.max(k, 0);
    const left = [...shape.slice(0, first), ...shape.slice(end)];
    const count = countOf(left);
    if (k > 0) {
      withScratch(machine, count * 4, (address) => {
        reduce(rows, columns, x, address, dims.slice(k), sign);
        const rest = denseAt(address, { dtype: "float32", shape: left });
        reduce(rows, columns, rest, to, dims.slice(0, k), sign);
      });
      return;
    }
    const n = countOf(shape.slice(first, end));
    const inner = countOf(shape.slice(end));
    withDense(machine, x, (from) => {
      if (inner === 1) overDenseRows(rows, from, to, count, n, sign);
      else overColumns(machine, columns, from, to, { rows: n, columns: inner, outer: count / inner, sign });
    });
  };
  const overWhole = (name: Rows, x: Operand, y: Operand, { dims }: DimsAttrs): true =>
    withRows(machine, x, dims, (from, n) => {
      overDenseRows(name, from, addressOf(y), countOf(y.shape), n, bytesOf(x), bytesOf(x));
    });
  const isFloat = (x: Operand): boolean => x.dtype === "float32" && countOf(x.shape) > 0;

  const fold = (x: Operand, y: Operand, { dims }: DimsAttrs, code: number, p: number = 0): true =>
    withRows(machine, x, dims, (from, n) => {
      wasm.foldRows(code, from, typeOf(x), addressOf(y), typeOf(y), countOf(y.shape), n, p);
    });
  const spread = (root: number): Kernel<DimsAttrs & { readonly correction: number }> => {
    return ([x], [y], { dims, correction }) =>
      withRows(machine, x!, dims, (from, n) => {
        wasm.varianceRows(from, addressOf(y!), countOf(y!.shape), n, Math.max(0, n - correction), root);
      });
  };
  const test = (all: number): Kernel<DimsAttrs> => {
    return ([x], [y], { dims }) =>
      withRows(machine, x!, dims, (from, n) => {
        wasm.testRows(from, typeOf(x!), addressOf(y!), countOf(y!.shape), n, all);
      });
  };
  /** The largest elements, or the smallest, and their indices; either may be left out. */
  const best = (
    largest: number,
    x: Operand,
    values: Operand | null,
    indices: Operand | null,
    { dims }: DimsAttrs,
  ): true =>
    withRows(machine, x, dims, (from, n) => {
      const [value, index] = [values, indices].map((y) => (y ? addressOf(y) : 0)) as [number, number];
      wasm.bestRows(from, typeOf(x), value, index, countOf((values ?? indices)!.shape), n, largest);
    });
  // The smallest is the largest of −x: what flips the sign's bit.
  const extreme = (largest: number): Kernel<DimsAttrs> => {
    return ([x], [y], attrs) => {
      if (x!.dtype !== "float32") return best(largest, x!, y!, null, attrs);
      if (!isFloat(x!)) return false;
      reduce("extremeRows", "extremeColumns", x!, addressOf(y!), attrs.dims, largest ? 0 : -(2 ** 31));
      return true;
    };
  };
  return {
    sum([x], [y], attrs) {
      if (x!.dtype !== "float32") return overWhole("sumRowsWhole", x!, y!, attrs);
      if (!isFloat(x!)) return false;
      reduce("sumRows", "sumColumns", x!, addressOf(y!), attrs.dims, 0);
      return true;
    },
    amax: extreme(1),
    amin: extreme(0),
    logsumexp: ([x], [y], attrs) => isFloat(x!) && overWhole("logsumexpRows", x!, y!, attrs),
    totalNorm(xs, [y], { normType }) {
      if (normType !== 2 || xs.some((x) => x.dtype !== "float32")) return false;
      let total = 0;
      for (const x of xs) {
        total += withDense(machine, x, (address) => wasm.sumSquares(address, countOf(x.shape)));
      }
      wasm.fill(addressOf(y!), 1, Math.sqrt(total));
      return true;
    },
    prod: ([x], [y], attrs) => fold(x!, y!, attrs, folds.product),
    norm([x], [y], attrs) {
      const { p } = attrs;
      if (p === Number.POSITIVE_INFINITY) return fold(x!, y!, attrs, folds.largest);
      if (p === Number.NEGATIVE_INFINITY) return fold(x!, y!, attrs, folds.smallest);
      return fold(x!, y!, attrs, [folds.count, folds.sizes, folds.root][p] ?? folds.power, p);
    },
    variance: spread(0),
    std: spread(1),
    all: test(1),
    any: test(0),
    argmax: ([x], [y], attrs) => best(1, x!, null, y!, attrs),
    argmin: ([x], [y], attrs) => best(0, x!, null, y!, attrs),
    max: ([x], [values, indices], attrs) => best(1, x!, values!, indices!, attrs),
    min: ([x], [values, indices], attrs) => best(0, x!, values!, indices!, attrs),
  };
}

interface ColumnSizes {
  readonly rows: number;
  readonly columns: number;
  readonly outer?: number;
  /** For extremes, in place of scratch. */
  readonly sign?: number;
}

/** Sums over the rows of contiguous matrices. */
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
  const scratchBytes = name === "sumColumns" ? sumScratch : 0;
  withScratch(machine, machine.threads * scratchBytes, (scratch) => {
    const last = [step, name === "sumColumns" ? scratch : sign];
    if (outer === 1) {
      inPieces(machine, name, columns, cheap(rows, 16, scratchBytes), (at, n) => {
        return [from + at * 4, to + at * 4, 1, rows, n, ...last];
      });
    } else {
      const split = cheap(rows * columns, 1, scratchBytes);
      overRows(machine, name, outer, split, [from, to], [rows * step, step], rows, columns, ...last);
    }
  });
}

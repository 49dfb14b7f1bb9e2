import {
  contiguousStrides,
  type Kernel,
  type KernelTable,
  numelOf,
  type Operand,
} from "@saccade/tensor/backend";
import {
  addressOf,
  bytesOf,
  copyWindow,
  denseAt,
  type Machine,
  overRows,
  typeOf,
  withBlocks,
  withDense,
  withDimLast,
  withRows,
  withScratch,
} from "../kernel.ts";
import * as folds from "../shared/folds.ts";
import { sumColumnsStrip } from "../shared/sizes.ts";
import { cheap, functions, inPieces } from "../split.ts";

// Ops along dims: folds, running sums and sorting.

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
    const count = numelOf(left);
    if (k > 0) {
      withScratch(machine, count * 4, (address) => {
        reduce(rows, columns, x, address, dims.slice(k), sign);
        const rest = denseAt(address, { dtype: "float32", shape: left });
        reduce(rows, columns, rest, to, dims.slice(0, k), sign);
      });
      return;
    }
    const n = numelOf(shape.slice(first, end));
    const inner = numelOf(shape.slice(end));
    withDense(machine, x, (from) => {
      if (inner === 1) overDenseRows(rows, from, to, count, n, sign);
      else overColumns(machine, columns, from, to, { rows: n, columns: inner, outer: count / inner, sign });
    });
  };
  const overWhole = (name: Rows, x: Operand, y: Operand, { dims }: DimsAttrs): true =>
    withRows(machine, x, dims, (from, n) => {
      overDenseRows(name, from, addressOf(y), numelOf(y.shape), n, bytesOf(x), bytesOf(x));
    });
  const isFloat = (x: Operand): boolean => x.dtype === "float32" && numelOf(x.shape) > 0;

  const fold = (x: Operand, y: Operand, { dims }: DimsAttrs, code: number, p: number = 0): true =>
    withRows(machine, x, dims, (from, n) => {
      wasm.foldRows(code, from, typeOf(x), addressOf(y), typeOf(y), numelOf(y.shape), n, p);
    });
  const spread = (root: number): Kernel<DimsAttrs & { readonly correction: number }> => {
    return ([x], [y], { dims, correction }) =>
      withRows(machine, x!, dims, (from, n) => {
        wasm.varianceRows(from, addressOf(y!), numelOf(y!.shape), n, Math.max(0, n - correction), root);
      });
  };
  const test = (all: number): Kernel<DimsAttrs> => {
    return ([x], [y], { dims }) =>
      withRows(machine, x!, dims, (from, n) => {
        wasm.testRows(from, typeOf(x!), addressOf(y!), numelOf(y!.shape), n, all);
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
      wasm.bestRows(from, typeOf(x), value, index, numelOf((values ?? indices)!.shape), n, largest);
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
        total += withDense(machine, x, (address) => wasm.sumSquares(address, numelOf(x.shape)));
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

interface ScanAttrs {
  readonly dim: number;
  readonly reverse: boolean;
}

/** Ops along a dim: scans, triangles, flips, shifts and sorting. */
export function scanKernels(machine: Machine): KernelTable {
  const { wasm } = machine;

  /** y_k = a_k · y_(k−1) + b_k; addresses of 0 leave a or b out. */
  const scan = (a: number, b: number, type: number, y: Operand, { dim, reverse }: ScanAttrs): void => {
    const { shape } = y;
    const [outer, n, inner] = [numelOf(shape.slice(0, dim)), shape[dim] ?? 1, numelOf(shape.slice(dim + 1))];
    wasm.scan(a, b, type, addressOf(y), typeOf(y), outer, n, inner, Number(reverse));
  };

  const keep = (x: Operand, y: Operand, low: number, high: number): boolean => {
    const columns = x.shape.at(-1)!;
    const matRows = x.shape.at(-2)!;
    const total = numelOf(x.shape);
    if (total === 0) return true;
    withDense(machine, x, (from) => {
      wasm.keepColumns(from, addressOf(y), total / columns, matRows, columns, low, high, bytesOf(x));
    });
    return true;
  };

  const rank = (x: Operand, outputs: readonly Operand[], dim: number, descending: boolean): true => {
    const { shape } = outputs[0]!;
    if (numelOf(shape) === 0) return true;
    const [n, taken] = [x.shape[dim] ?? 1, shape[dim] ?? 1];
    return withDimLast(machine, [x], outputs, dim, ([turned], [values, indices]) => {
      withBlocks(machine, (scratch) => {
        const [from, room] = [scratch.dense(turned!), scratch.take(n * 16)];
        const rows = numelOf(x.shape) / n;
        const order = Number(descending);
        machine.wasm.sortRows(from, typeOf(x), values!, indices!, rows, n, taken, order, room);
      });
    });
  };
  return {
    cumsum([x], [y], attrs) {
      withDense(machine, x!, (from) => scan(0, from, typeOf(x!), y!, attrs));
      return true;
    },
    cumprod([x], [y], attrs) {
      withDense(machine, x!, (from) => scan(from, 0, typeOf(x!), y!, attrs));
      return true;
    },
    linearScan([a, b], [y], attrs) {
      if (a!.dtype !== b!.dtype) return false;
      withDense(machine, a!, (p) => withDense(machine, b!, (q) => scan(p, q, typeOf(a!), y!, attrs)));
      return true;
    },
    shift([x], [y], { dim, by, fill }) {
      const bytes = bytesOf(y!);
      wasm.fillWith(addressOf(y!), numelOf(y!.shape), fill, typeOf(y!));
      if (x!.shape.length === 0 || numelOf(x!.shape) === 0) return true;
      const strides = contiguousStrides(y!.shape);
      const shape = x!.shape.map((size, d) => (d === dim ? size - 1 : size));
      const skipped = by === 1 ? 0 : x!.strides[dim]!;
      const placed = by === 1 ? strides[dim]! : 0;
      const from = { address: addressOf(x!) + skipped * bytes, strides: x!.strides };
      copyWindow(machine, shape, from, { address: addressOf(y!) + placed * bytes, strides }, bytes);
      return true;
    },
    tril: ([x], [y], { diagonal }) => keep(x!, y!, -0x40000000, diagonal + 1),
    triu: ([x], [y], { diagonal }) => keep(x!, y!, diagonal, 0x40000000),
    flip([x], [y], { dims }) {
      if (numelOf(x!.shape) === 0) return true;
      const bytes = bytesOf(x!);
      // A window that starts at the other end and walks backwards.
      const strides = x!.strides.map((step, d) => (dims.includes(d) ? -step : step));
      const last = dims.reduce((at, d) => at + (x!.shape[d]! - 1) * x!.strides[d]!, 0);
      const from = { address: addressOf(x!) + last * bytes, strides };
      const to = { address: addressOf(y!), strides: contiguousStrides(y!.shape) };
      copyWindow(machine, x!.shape, from, to, bytes);
      return true;
    },
    sort: ([x], outputs, { dim, descending }) => rank(x!, outputs, dim, descending),
    topk: ([x], outputs, { dim, largest }) => rank(x!, outputs, dim, largest),
  };
}

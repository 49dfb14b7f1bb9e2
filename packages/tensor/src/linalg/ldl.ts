import { flag, type OptionsOf, options, tensors } from "../contract.ts";
import type { Op, Tensor } from "../core.ts";
import * as core from "../core.ts";
import { batchOf, blocksOf, checkInfo, type MatrixOp, matrixOp, together } from "./matrices.ts";
import { eachSolution } from "./triangular.ts";

/** P A Pᵀ = L D Lᵀ of symmetric A (…, n, n), from its lower triangle → L and D in one matrix, pivots, and info. */
export const ldlFactorOp: MatrixOp<readonly [LD: Tensor, pivots: Tensor, info: Tensor]> =
  /* @__PURE__ */ matrixOp({
    name: "ldlFactor",
    infer: ([a]) => [
      a,
      { shape: a.shape.slice(0, -1), dtype: "int32" },
      { shape: batchOf(a), dtype: "int32" },
    ],
    blocks(a, n) {
      const order = new Int32Array(n);
      const info = factor(a, n, order);
      return [a, order, [info]];
    },
    gradient: () => [noGradient],
  });

/** The solution X of A X = B from {@link ldlFactorOp}, batch dims equal. */
export const ldlSolveOp: Op<readonly [LD: Tensor, pivots: Tensor, B: Tensor], readonly [Tensor], object> = {
  name: "ldlSolve",
  batch: true,
  infer: ([, , b]) => [b],
  forward([a, pivots, b], [out]) {
    const orders = blocksOf(pivots, 1);
    eachSolution(a, b, out, (matrix, x, n, k, i) => solveFactored(matrix, orders.at(i), x, n, k));
  },
  gradient: ([g], [a, pivots]) => [noGradient, null, () => core.apply1(ldlSolveOp, [a, pivots, g], {})],
};

function noGradient(): never {
  const fix = "detach() A, or use linalg.solve";
  throw new core.ArgumentError(`linalg.ldlFactor: its factors have no gradient, as in PyTorch; ${fix}.`);
}

// Bounds the growth of elements: Bunch and Kaufman 1977, "Some stable methods for calculating inertia and solving
// symmetric linear systems".
const alpha = 0.6403882032022076; // (1 + √17) / 8

/**
 * Replaces A by L and D, with the choices of LAPACK's sytf2. A pivot > 0 is the row, counted from 1, that row k was swapped
 * with; two equal pivots < 0 mark a 2 × 2 block of D and the row that its second was swapped with.
 */
function factor(a: Float64Array, n: number, pivots: Int32Array): number {
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) a[i * n + j] = 0;
  let info = 0;
  for (let k = 0; k < n; ) {
    const { row, size } = choose(a, n, k);
    if (size === 0) info ||= k + 1;
    const last = k + Math.max(size, 1) - 1;
    if (row !== last) swap(a, n, k, last, row);
    if (size === 1) eliminateOne(a, n, k);
    if (size === 2) eliminateTwo(a, n, k);
    pivots.fill(size === 2 ? -row - 1 : row + 1, k, last + 1);
    k = last + 1;
  }
  return info;
}

/** The next block of D: how many rows it has (0 where column k is 0), and the row that becomes its last. */
function choose(a: Float64Array, n: number, k: number): { readonly row: number; readonly size: number } {
  const at = (i: number, j: number): number => Math.abs(i > j ? a[i * n + j]! : a[j * n + i]!);
  const largest = (j: number): number => {
    let best = j === k ? k + 1 : k;
    for (let i = k; i < n; i++) if (i !== j && at(i, j) > at(best, j)) best = i;
    return best;
  };
  const diagonal = at(k, k);
  const most = k + 1 < n ? largest(k) : k;
  const column = most === k ? 0 : at(most, k);
  if (Number.isNaN(diagonal) || Math.max(diagonal, column) === 0) return { row: k, size: 0 };
  if (diagonal >= alpha * column) return { row: k, size: 1 };
  const across = at(largest(most), most);
  if (diagonal >= alpha * column * (column / across)) return { row: k, size: 1 };
  return { row: most, size: at(most, most) >= alpha * across ? 1 : 2 };
}

/** Swaps rows and columns `from` and `to` > `from` of the remaining matrix from k on; only its lower triangle is stored. */
function swap(a: Float64Array, n: number, k: number, from: number, to: number): void {
  const exchange = (p: number, q: number): void => {
    [a[p], a[q]] = [a[q]!, a[p]!];
  };
  for (let i = to + 1; i < n; i++) exchange(i * n + from, i * n + to);
  for (let i = from + 1; i < to; i++) exchange(i * n + from, to * n + i);
  exchange(from * n + from, to * n + to);
  if (from > k) exchange(from * n + k, to * n + k);
}

function eliminateOne(a: Float64Array, n: number, k: number): void {
  const inverse = 1 / a[k * n + k]!;
  for (let j = k + 1; j < n; j++) {
    const factor = inverse * a[j * n + k]!;
    for (let i = j; i < n; i++) a[i * n + j]! -= factor * a[i * n + k]!;
  }
  for (let i = k + 1; i < n; i++) a[i * n + k]! *= inverse;
}

function eliminateTwo(a: Float64Array, n: number, k: number): void {
  const off = a[(k + 1) * n + k]!;
  const second = a[(k + 1) * n + k + 1]! / off;
  const first = a[k * n + k]! / off;
  const scale = 1 / (second * first - 1) / off;
  for (let j = k + 2; j < n; j++) {
    const [p, q] = [a[j * n + k]!, a[j * n + k + 1]!];
    const [u, v] = [scale * (second * p - q), scale * (first * q - p)];
    for (let i = j; i < n; i++) a[i * n + j]! -= a[i * n + k]! * u + a[i * n + k + 1]! * v;
    [a[j * n + k], a[j * n + k + 1]] = [u, v];
  }
}

/** Replaces B (n, columns) by the solution, as LAPACK's sytrs. */
function solveFactored(
  a: Float64Array,
  pivots: Float64Array,
  x: Float64Array,
  n: number,
  columns: number,
): void {
  const swapRows = (p: number, q: number): void => {
    for (let c = 0; c < columns; c++)
      [x[p * columns + c], x[q * columns + c]] = [x[q * columns + c]!, x[p * columns + c]!];
  };
  const subtract = (from: number, row: number, factor: number): void => {
    for (let c = 0; c < columns; c++) x[from * columns + c]! -= factor * x[row * columns + c]!;
  };
  for (let k = 0; k < n; ) {
    const size = pivots[k]! > 0 ? 1 : 2;
    const last = k + size - 1;
    swapRows(last, Math.abs(pivots[k]!) - 1);
    for (let i = last + 1; i < n; i++) for (let j = k; j <= last; j++) subtract(i, j, a[i * n + j]!);
    if (size === 1) for (let c = 0; c < columns; c++) x[k * columns + c]! /= a[k * n + k]!;
    else solveTwo(a, x, n, columns, k);
    k = last + 1;
  }
  for (let k = n - 1; k >= 0; ) {
    const first = pivots[k]! > 0 ? k : k - 1;
    for (let j = first; j <= k; j++) for (let i = k + 1; i < n; i++) subtract(j, i, a[i * n + j]!);
    swapRows(k, Math.abs(pivots[k]!) - 1);
    k = first - 1;
  }
}

function solveTwo(a: Float64Array, x: Float64Array, n: number, columns: number, k: number): void {
  const off = a[(k + 1) * n + k]!;
  const first = a[k * n + k]! / off;
  const second = a[(k + 1) * n + k + 1]! / off;
  const determinant = first * second - 1;
  for (let c = 0; c < columns; c++) {
    const [p, q] = [x[k * columns + c]! / off, x[(k + 1) * columns + c]! / off];
    x[k * columns + c] = (second * p - q) / determinant;
    x[(k + 1) * columns + c] = (first * q - p) / determinant;
  }
}

const exOptions = /* @__PURE__ */ options("linalg.ldlFactorEx(A, { checkErrors: true })", {
  /** Whether a D that is singular throws. Default false. */
  checkErrors: /* @__PURE__ */ flag(false),
});

/** Options of {@link ldlFactorEx}. */
export interface LdlFactorExOptions extends OptionsOf<typeof exOptions> {}

/** L and D in one matrix, and the rows swapped. */
export interface LdlFactors extends Iterable<Tensor> {
  /** D in the blocks of one or two on the diagonal, L below them, whose ones are not stored: (…, n, n). */
  readonly LD: Tensor;
  /** The row that each was swapped with, from 1; twice the negative number for a block of two: (…, n) int32. */
  readonly pivots: Tensor;
}

const input = /* @__PURE__ */ tensors("linalg.ldlFactor", "A float (…, n, n)");
const exInput = /* @__PURE__ */ tensors("linalg.ldlFactorEx", "A float (…, n, n)");
const solveInput = /* @__PURE__ */ tensors(
  "linalg.ldlSolve",
  "LD float (…, n, n)  pivots int32 (…, n)  B same (…, n, k)",
);
const singular = (column: number): string =>
  `is singular: column ${column} of D is 0; ldlFactorEx takes it, and pinv or lstsq solve such systems.`;

/**
 * P A Pᵀ = L D Lᵀ of a symmetric matrix that need not be positive definite, with blocks of one or two on the diagonal of
 * D (Bunch and Kaufman 1977): (…, n, n) → LD (…, n, n) and pivots (…, n), for {@link ldlSolve}. The lower triangle is read.
 * Without a gradient, as in PyTorch.
 *
 * @throws ShapeError unless the matrices are square; ArgumentError for a singular D (where the host can read it).
 * @example linalg.ldlFactor(tensor([[2, 1], [1, 3]])).LD // tensor([[2, 0], [0.5000, 2.5000]])
 */
export function ldlFactor(A: Tensor): LdlFactors {
  input.check([A]);
  const [LD, pivots, info] = core.apply(ldlFactorOp, [A], {});
  checkInfo("linalg.ldlFactor", info, singular);
  return core.iterable({ LD, pivots });
}

/**
 * {@link ldlFactor} that reports a singular D instead of throwing: info is 0, or the first column of D that is 0.
 *
 * @throws ShapeError unless the matrices are square.
 * @example linalg.ldlFactorEx(tensor([[0, 0], [0, 1]])).info // tensor(1, dtype=int32)
 */
export function ldlFactorEx(A: Tensor, given?: LdlFactorExOptions): LdlFactors & { info: Tensor } {
  exInput.check([A]);
  const { checkErrors } = exOptions(given);
  const [LD, pivots, info] = core.apply(ldlFactorOp, [A], {});
  if (checkErrors) checkInfo("linalg.ldlFactorEx", info, singular);
  return core.iterable({ LD, pivots, info });
}

/**
 * The solution of A X = B from {@link ldlFactor} of A: (…, n, n), (…, n) and (…, n, k) → (…, n, k). B alone has a gradient,
 * as in PyTorch.
 *
 * @throws ShapeError unless the sizes fit; IndexError for invalid pivots (where the host can read them).
 * @example
 * const { LD, pivots } = linalg.ldlFactor(tensor([[2, 1], [1, 3]]));
 * linalg.ldlSolve(LD, pivots, tensor([[3], [4]])) // tensor([[1], [1]])
 */
export function ldlSolve(LD: Tensor, pivots: Tensor, B: Tensor): Tensor {
  solveInput.check([LD, pivots, B]);
  const n = LD.size(-1);
  core.checkElements("linalg.ldlSolve", pivots, (elements) => {
    const wrong = elements.find((pivot) => pivot === 0 || Math.abs(pivot) > n);
    if (wrong !== undefined)
      throw new core.IndexError(
        `linalg.ldlSolve: pivots must be rows from 1 to ${n}, or their negatives, got ${wrong}; take those of ldlFactor.`,
      );
  });
  const [a, b] = together("linalg.ldlSolve", LD, B);
  const rows = core.within("linalg.ldlSolve", () => core.expand(pivots, [...batchOf(a), n]));
  return core.apply1(ldlSolveOp, [a, rows, b], {});
}

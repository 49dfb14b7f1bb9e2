// The factorization P A = L U with partial pivoting.
import { flag, type OptionsOf, options, tensors } from "../contract.ts";
import type { DType, Op, Tensor } from "../core.ts";
import * as core from "../core.ts";
import { batchOf, blocksOf, checkInfo, type MatrixOp, matrixOp, put, T, together } from "./matrices.ts";
import { solveTriangle } from "./triangular.ts";

/** P A = L U with partial pivoting, A (…, m, n) → L below the diagonal and U in one matrix, the pivots (…, k), and info. */
export const luOp: MatrixOp<readonly [LU: Tensor, pivots: Tensor, info: Tensor]> = /* @__PURE__ */ matrixOp({
  name: "lu",
  infer([a]) {
    const [m, n] = [a.shape.at(-2)!, a.shape.at(-1)!];
    return [
      a,
      { shape: [...batchOf(a), Math.min(m, n)], dtype: "int32" },
      { shape: batchOf(a), dtype: "int32" },
    ];
  },
  blocks(a, m, n) {
    const order = new Int32Array(Math.min(m, n));
    const info = eliminate(a, m, n, order);
    return [a, order, [info]];
  },
  gradient: ([g], [a], [lu, pivots]) => [() => luGradient(g, a, lu, pivots)],
});

/** Replaces A by L and U; `pivots` gets the row swapped with each, from 1. Returns 0, or the first column whose pivot is 0. */
export function eliminate(a: Float64Array, m: number, n: number, pivots: Int32Array): number {
  let info = 0;
  for (let j = 0; j < Math.min(m, n); j++) {
    let best = j;
    for (let i = j + 1; i < m; i++) if (Math.abs(a[i * n + j]!) > Math.abs(a[best * n + j]!)) best = i;
    pivots[j] = best + 1;
    if (best !== j)
      for (let c = 0; c < n; c++) [a[j * n + c], a[best * n + c]] = [a[best * n + c]!, a[j * n + c]!];
    const pivot = a[j * n + j]!;
    if (pivot === 0) {
      info ||= j + 1;
      continue;
    }
    for (let i = j + 1; i < m; i++) {
      const factor = a[i * n + j]! / pivot;
      a[i * n + j] = factor;
      for (let c = j + 1; c < n; c++) a[i * n + c]! -= factor * a[j * n + c]!;
    }
  }
  return info;
}

/** L and U of the compact form (…, m, n): (…, m, k) and (…, k, n). */
export function trianglesOf(lu: Tensor): readonly [L: Tensor, U: Tensor] {
  const k = Math.min(lu.size(-2), lu.size(-1));
  const below = core.tril(lu.narrow(-1, 0, k), -1);
  const one = core.eye(lu.size(-2), k, { dtype: lu.dtype, backend: lu.backend });
  return [below.add(one), core.triu(lu.narrow(-2, 0, k))];
}

/** The matrix P of A = P L U from pivots (…, k): (…, m, m). */
export const pivotsToPermutationOp: Op<
  readonly [Tensor],
  readonly [Tensor],
  { readonly size: number; readonly dtype: DType }
> = {
  name: "pivotsToPermutation",
  batch: true,
  infer: ([pivots], { size, dtype }) => [{ shape: [...pivots.shape.slice(0, -1), size, size], dtype }],
  forward([pivots], [out], { size }) {
    const all = blocksOf(pivots, 1);
    for (let i = 0; i < all.count; i++) {
      const rows = Array.from({ length: size }, (_, row) => row);
      all.at(i).forEach((pivot, j) => {
        const other = rows[pivot - 1];
        if (other !== undefined) [rows[j], rows[pivot - 1]] = [other, rows[j]!];
      });
      const p = new Float64Array(size * size);
      rows.forEach((row, j) => {
        p[row * size + j] = 1;
      });
      put(out, i, p);
    }
  },
  gradient: () => [null],
};

/** {@link pivotsToPermutationOp}, unchecked. */
export function permutation(pivots: Tensor, size: number, dtype: DType): Tensor {
  return core.apply1(pivotsToPermutationOp, [pivots], { size, dtype });
}

/** {@link luOp}, unchecked. */
export function eliminated(a: Tensor): readonly [LU: Tensor, pivots: Tensor, info: Tensor] {
  return core.apply(luOp, [a], {});
}

// With A = P L U: dL = L tril(L⁻¹ Pᵀ dA U⁻¹, -1), dU = triu(L⁻¹ Pᵀ dA U⁻¹) U. The columns of a wide A beyond its square
// part have U₂ = L⁻¹ Pᵀ A₂, the rows of a tall one L₂ = (Pᵀ A)₂ U⁻¹.
function luGradient(g: Tensor, a: Tensor, lu: Tensor, pivots: Tensor): Tensor {
  const [m, n] = [a.size(-2), a.size(-1)];
  const k = Math.min(m, n);
  if (a.numel === 0) return g.mul(0);
  const [L, U] = trianglesOf(lu);
  const square = { L: L.narrow(-2, 0, k), U: U.narrow(-1, 0, k) };
  const [gL, gU] = [core.tril(g.narrow(-1, 0, k), -1), core.triu(g.narrow(-2, 0, k))];
  const unit = { upper: false, unitriangular: true };
  const plain = { upper: true, unitriangular: false };
  const fromLeft = (x: Tensor): Tensor => solveTriangle(T(square.L), x, { ...unit, upper: true }); // L⁻ᵀ x
  const fromRight = (x: Tensor): Tensor => T(solveTriangle(square.U, T(x), plain)); // x U⁻ᵀ
  let lower = T(square.L).matmul(gL.narrow(-2, 0, k));
  let upper = gU.narrow(-1, 0, k).matmul(T(square.U));
  if (n > m) lower = lower.sub(gU.narrow(-1, k, n - k).matmul(T(U.narrow(-1, k, n - k))));
  if (m > n) upper = upper.sub(T(L.narrow(-2, k, m - k)).matmul(gL.narrow(-2, k, m - k)));
  let rows = fromLeft(fromRight(core.tril(lower, -1).add(core.triu(upper))));
  if (n > m) rows = core.cat([rows, fromLeft(gU.narrow(-1, k, n - k))], -1);
  if (m > n) rows = core.cat([rows, fromRight(gL.narrow(-2, k, m - k))], -2);
  return permutation(pivots, m, a.dtype).matmul(rows);
}

const luInput = /* @__PURE__ */ tensors("linalg.lu", "A float (…, m, n)");
const factorInput = /* @__PURE__ */ tensors("linalg.luFactor", "A float (…, m, n)");
const exInput = /* @__PURE__ */ tensors("linalg.luFactorEx", "A float (…, m, n)");
const exOptions = /* @__PURE__ */ options("linalg.luFactorEx(A, { checkErrors: true })", {
  /** Whether a U that is singular throws. Default false. */
  checkErrors: /* @__PURE__ */ flag(false),
});

/** Options of {@link luFactorEx}. */
export interface LuFactorExOptions extends OptionsOf<typeof exOptions> {}

const singular = (column: number): string =>
  `is singular: pivot ${column} of U is 0; luFactorEx takes it, and pinv or lstsq solve such systems.`;

/** L and U in one matrix, and the rows swapped. */
export interface LuFactors extends Iterable<Tensor> {
  /** U in the upper triangle, L below the diagonal, whose ones are not stored: (…, m, n). */
  readonly LU: Tensor;
  /** The row that each was swapped with, from 1: (…, min(m, n)) int32. */
  readonly pivots: Tensor;
}

/**
 * A = P L U: a permutation, a lower triangle with ones on its diagonal and an upper one, with partial pivoting:
 * (…, m, n) → (…, m, m), (…, m, k) and (…, k, n), k = min(m, n).
 *
 * @throws ShapeError unless A is a matrix or a batch of them; DTypeError unless it holds floats.
 * @example linalg.lu(tensor([[1, 2], [4, 4]])).U // tensor([[4, 4], [0, 1]])
 */
export function lu(A: Tensor): { P: Tensor; L: Tensor; U: Tensor } & Iterable<Tensor> {
  luInput.check([A]);
  const [LU, pivots] = eliminated(A);
  const [L, U] = trianglesOf(LU);
  return core.iterable({ P: permutation(pivots, A.size(-2), A.dtype), L, U });
}

/**
 * {@link lu} in compact form, for {@link luSolve}: (…, m, n) → LU (…, m, n) and pivots.
 *
 * @throws ShapeError unless A is a matrix or a batch of them; ArgumentError for a singular U (where the host can read it).
 * @example linalg.luFactor(tensor([[1, 2], [4, 4]])).LU // tensor([[4, 4], [0.2500, 1]])
 */
export function luFactor(A: Tensor): LuFactors {
  factorInput.check([A]);
  const [LU, pivots, info] = eliminated(A);
  checkInfo("linalg.luFactor", info, singular);
  return core.iterable({ LU, pivots });
}

/**
 * {@link luFactor} that reports a singular U instead of throwing: info is 0, or the first pivot that is 0.
 *
 * @throws ShapeError unless A is a matrix or a batch of them.
 * @example linalg.luFactorEx(tensor([[1, 2], [2, 4]])).info // tensor(2, dtype=int32)
 */
export function luFactorEx(A: Tensor, given?: LuFactorExOptions): LuFactors & { info: Tensor } {
  exInput.check([A]);
  const { checkErrors } = exOptions(given);
  const [LU, pivots, info] = eliminated(A);
  if (checkErrors) checkInfo("linalg.luFactorEx", info, singular);
  return core.iterable({ LU, pivots, info });
}

const solveOptions = /* @__PURE__ */ options("linalg.luSolve(LU, pivots, B, { adjoint: true })", {
  /** Whether A X = B is solved; X A = B otherwise. Default true. */
  left: /* @__PURE__ */ flag(true),
  /** Whether Aᵀ takes the place of A. Default false. */
  adjoint: /* @__PURE__ */ flag(false),
});

/** Options of {@link luSolve}. */
export interface LuSolveOptions extends OptionsOf<typeof solveOptions> {}

const onTheLeft = /* @__PURE__ */ tensors(
  "linalg.luSolve",
  "LU float (…, n, n)  pivots int32 (…, n)  B float (…, n, k)",
);
const onTheRight = /* @__PURE__ */ tensors(
  "linalg.luSolve",
  "LU float (…, n, n)  pivots int32 (…, n)  B float (…, k, n)",
);

/**
 * The solution of A X = B from {@link luFactor} of A: (…, n, n), (…, n) and (…, n, k) → (…, n, k).
 *
 * @throws ShapeError unless the sizes fit; IndexError for pivots that are no rows (where the host can read them).
 * @example
 * const { LU, pivots } = linalg.luFactor(tensor([[1, 2], [4, 4]]));
 * linalg.luSolve(LU, pivots, tensor([[3], [8]])) // tensor([[1], [1]])
 */
export function luSolve(LU: Tensor, pivots: Tensor, B: Tensor, given?: LuSolveOptions): Tensor {
  const { left, adjoint } = solveOptions(given);
  (left ? onTheLeft : onTheRight).check([LU, pivots, B]);
  checkPivots("linalg.luSolve", pivots, LU.size(-1));
  // X A = B is Aᵀ Xᵀ = Bᵀ.
  if (!left) return T(solved(LU, pivots, T(B), !adjoint));
  return solved(LU, pivots, B, adjoint);
}

/** @throws IndexError for pivots that are no rows, where the host can read them. */
function checkPivots(what: string, pivots: Tensor, size: number): void {
  core.checkElements(what, pivots, (elements) => {
    const wrong = elements.find((pivot) => pivot < 1 || pivot > size);
    if (wrong === undefined) return;
    const rule = `pivots must be rows from 1 to ${size}, got ${wrong}; take those of luFactor`;
    throw new core.IndexError(`${what}: ${rule}.`);
  });
}

function solved(LU: Tensor, pivots: Tensor, B: Tensor, adjoint: boolean): Tensor {
  const P = permutation(pivots, LU.size(-2), LU.dtype);
  const lower = { upper: false, unitriangular: true };
  const upper = { upper: true, unitriangular: false };
  const [lu, b] = together("linalg.luSolve", LU, adjoint ? B : T(P).matmul(B));
  if (!adjoint) return solveTriangle(lu, solveTriangle(lu, b, lower), upper);
  const half = solveTriangle(T(lu), b, { ...upper, upper: false });
  return P.matmul(solveTriangle(T(lu), half, { ...lower, upper: true }));
}

const unpackOptions = /* @__PURE__ */ options("luUnpack(LU, pivots)", {
  /** Whether L and U are returned; empty tensors otherwise. Default true. */
  unpackData: /* @__PURE__ */ flag(true),
  /** Whether P is returned; an empty tensor otherwise. Default true. */
  unpackPivots: /* @__PURE__ */ flag(true),
});

/** Options of {@link luUnpack}. */
export interface LuUnpackOptions extends OptionsOf<typeof unpackOptions> {}

const unpackInput = /* @__PURE__ */ tensors("luUnpack", "LU float (…, m, n)  pivots int32 (…, k)");

/**
 * P, L and U from their compact form: see {@link linalg.lu} and {@link linalg.luFactor}.
 *
 * @throws ShapeError unless the sizes fit; IndexError for pivots that are no rows (where the host can read them).
 * @example luUnpack(tensor([[4, 4], [0.25, 1]]), tensor([2, 2], { dtype: "int32" })).L // tensor([[1, 0], [0.2500, 1]])
 */
export function luUnpack(
  LU: Tensor,
  pivots: Tensor,
  given?: LuUnpackOptions,
): { P: Tensor; L: Tensor; U: Tensor } & Iterable<Tensor> {
  core.checkInputs("luUnpack", { LU, pivots });
  unpackInput.check([LU, pivots], { k: Math.min(LU.shape.at(-2) ?? 0, LU.shape.at(-1) ?? 0) });
  const { unpackData, unpackPivots } = unpackOptions(given);
  if (unpackPivots) checkPivots("luUnpack", pivots, LU.size(-2));
  const none = (): Tensor => LU.flatten().narrow(0, 0, 0);
  const [L, U] = unpackData ? trianglesOf(LU) : [none(), none()];
  return core.iterable({ P: unpackPivots ? permutation(pivots, LU.size(-2), LU.dtype) : none(), L, U });
}

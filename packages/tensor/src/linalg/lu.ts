import { apply, apply1 } from "../apply/apply.ts";
import type { Op } from "../apply/op.ts";
import type { DType } from "../memory/dtype.ts";
import { cat } from "../ops/indexing/join.ts";
import { tril, triu } from "../ops/views/triangle.ts";
import { eye } from "../ranges.ts";
import type { Tensor } from "../tensor.ts";
import { batchOf, blocksOf, put, T } from "./matrices.ts";
import { solveTriangle } from "./triangular.ts";

/** P A = L U with partial pivoting, A (…, m, n) → L below the diagonal and U in one matrix, the pivots (…, k), and info. */
export const luOp: Op<readonly [Tensor], readonly [LU: Tensor, pivots: Tensor, info: Tensor], object> = {
  name: "lu",
  infer([a]) {
    const [m, n] = [a.shape.at(-2)!, a.shape.at(-1)!];
    return [
      a,
      { shape: [...batchOf(a), Math.min(m, n)], dtype: "int32" },
      { shape: batchOf(a), dtype: "int32" },
    ];
  },
  forward([a], [out, pivots, info]) {
    const [m, n] = [a.shape.at(-2)!, a.shape.at(-1)!];
    const all = blocksOf(a, 2);
    for (let i = 0; i < all.count; i++) {
      const matrix = all.at(i);
      const order = new Int32Array(Math.min(m, n));
      info.data[i] = eliminate(matrix, m, n, order);
      put(out, i, matrix);
      put(pivots, i, order);
    }
  },
  gradient: ([g], [a], [lu, pivots]) => [() => luGradient(g, a, lu, pivots)],
};

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
  const below = tril(lu.narrow(-1, 0, k), -1);
  const one = eye(lu.size(-2), k, { dtype: lu.dtype, backend: lu.backend });
  return [below.add(one), triu(lu.narrow(-2, 0, k))];
}

/** The matrix P of A = P L U from pivots (…, k): (…, m, m). */
export const permutationOp: Op<
  readonly [Tensor],
  readonly [Tensor],
  { readonly size: number; readonly dtype: DType }
> = {
  name: "pivotsToPermutation",
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

/** {@link permutationOp}, unchecked. */
export function permutation(pivots: Tensor, size: number, dtype: DType): Tensor {
  return apply1(permutationOp, [pivots], { size, dtype });
}

/** {@link luOp}, unchecked. */
export function eliminated(a: Tensor): readonly [LU: Tensor, pivots: Tensor, info: Tensor] {
  return apply(luOp, [a], {});
}

// With A = P L U: dL = L tril(L⁻¹ Pᵀ dA U⁻¹, -1), dU = triu(L⁻¹ Pᵀ dA U⁻¹) U. The columns of a wide A beyond its square
// part have U₂ = L⁻¹ Pᵀ A₂, the rows of a tall one L₂ = (Pᵀ A)₂ U⁻¹.
function luGradient(g: Tensor, a: Tensor, lu: Tensor, pivots: Tensor): Tensor {
  const [m, n] = [a.size(-2), a.size(-1)];
  const k = Math.min(m, n);
  if (a.numel === 0) return g.mul(0);
  const [L, U] = trianglesOf(lu);
  const square = { L: L.narrow(-2, 0, k), U: U.narrow(-1, 0, k) };
  const [gL, gU] = [tril(g.narrow(-1, 0, k), -1), triu(g.narrow(-2, 0, k))];
  const unit = { upper: false, unitriangular: true };
  const plain = { upper: true, unitriangular: false };
  const fromLeft = (x: Tensor): Tensor => solveTriangle(T(square.L), x, { ...unit, upper: true }); // L⁻ᵀ x
  const fromRight = (x: Tensor): Tensor => T(solveTriangle(square.U, T(x), plain)); // x U⁻ᵀ
  let lower = T(square.L).matmul(gL.narrow(-2, 0, k));
  let upper = gU.narrow(-1, 0, k).matmul(T(square.U));
  if (n > m) lower = lower.sub(gU.narrow(-1, k, n - k).matmul(T(U.narrow(-1, k, n - k))));
  if (m > n) upper = upper.sub(T(L.narrow(-2, k, m - k)).matmul(gL.narrow(-2, k, m - k)));
  let rows = fromLeft(fromRight(tril(lower, -1).add(triu(upper))));
  if (n > m) rows = cat([rows, fromLeft(gU.narrow(-1, k, n - k))], -1);
  if (m > n) rows = cat([rows, fromRight(gL.narrow(-2, k, m - k))], -2);
  return permutation(pivots, m, a.dtype).matmul(rows);
}

import { apply } from "../apply/apply.ts";
import type { Op } from "../apply/op.ts";
import { type OptionsOf, options } from "../contract/options.ts";
import { flag } from "../contract/rules.ts";
import { tensors } from "../contract/tensors.ts";
import { iterable } from "../iterable.ts";
import { tril } from "../ops/views/triangle.ts";
import { expand } from "../ops/views/view.ts";
import { eye } from "../ranges.ts";
import type { Tensor } from "../tensor.ts";
import { batchOf, blocksOf, checkInfo, put, T, together } from "./matrices.ts";
import { solveTriangle } from "./triangular.ts";

/** A = L Lᵀ for symmetric A (…, n, n), from its lower triangle → L, and info: 0, or the column that failed. */
export const choleskyOp: Op<readonly [Tensor], readonly [L: Tensor, info: Tensor], object> = {
  name: "cholesky",
  infer: ([a]) => [a, { shape: batchOf(a), dtype: "int32" }],
  forward([a], [out, info]) {
    const n = a.shape.at(-1)!;
    const all = blocksOf(a, 2);
    for (let i = 0; i < all.count; i++) {
      const l = all.at(i);
      info.data[i] = factor(l, n);
      put(out, i, l);
    }
  },
  // Giles 2008, section 4.2.1; Murray 2016, "Differentiation of the Cholesky decomposition", equation 10.
  gradient: ([g], _inputs, [l]) => [
    () => {
      const inner = T(l).matmul(g);
      const phi = tril(inner).add(tril(inner, -1)).mul(0.5); // the lower triangle, its diagonal halved
      const half = solveTriangle(T(l), phi, { upper: true, unitriangular: false });
      const whole = solveTriangle(T(l), T(half), { upper: true, unitriangular: false });
      return whole.add(T(whole)).mul(0.5);
    },
  ],
};

/** Replaces A by L, column by column. */
function factor(a: Float64Array, n: number): number {
  for (let i = 0; i < n; i++) for (let j = i + 1; j < n; j++) a[i * n + j] = 0;
  for (let j = 0; j < n; j++) {
    let pivot = a[j * n + j]!;
    for (let p = 0; p < j; p++) pivot -= a[j * n + p]! ** 2;
    if (!(pivot > 0)) return j + 1;
    const root = Math.sqrt(pivot);
    a[j * n + j] = root;
    for (let i = j + 1; i < n; i++) {
      let sum = a[i * n + j]!;
      for (let p = 0; p < j; p++) sum -= a[i * n + p]! * a[j * n + p]!;
      a[i * n + j] = sum / root;
    }
  }
  return 0;
}

const upper = flag(false);
const choleskyOptions = options(
  "linalg.cholesky",
  {
    /** Whether the upper triangle is read and U = Lᵀ returned. Default false. */
    upper,
  },
  { example: "linalg.cholesky(A, { upper: true })" },
);
const exOptions = options(
  "linalg.choleskyEx",
  {
    /** Whether the upper triangle is read and U = Lᵀ returned. Default false. */
    upper,
    /** Whether a matrix that is not positive definite throws. Default false. */
    checkErrors: flag(false),
  },
  { example: "linalg.choleskyEx(A, { upper: true })" },
);

/** Options of {@link cholesky}. */
export interface CholeskyOptions extends OptionsOf<typeof choleskyOptions> {}
/** Options of {@link choleskyEx}. */
export interface CholeskyExOptions extends OptionsOf<typeof exOptions> {}

const input = tensors("linalg.cholesky", "A float (…, n, n)");
const exInput = tensors("linalg.choleskyEx", "A float (…, n, n)");

function factored(
  A: Tensor,
  fromUpper: boolean,
): { readonly L: Tensor; readonly info: Tensor } & Iterable<Tensor> {
  const [L, info] = apply(choleskyOp, [fromUpper ? T(A) : A], {});
  return iterable({ L: fromUpper ? T(L) : L, info });
}

const notPositive = (column: number): string =>
  `is not positive definite: leading minor ${column} is not positive; add a small multiple of the identity.`;

/**
 * The Cholesky factor L of a symmetric positive definite matrix, A = L Lᵀ: (…, n, n) → (…, n, n). One triangle is read.
 *
 * @throws ShapeError unless the matrices are square; ArgumentError for one that is not positive definite (where the host
 * can read it).
 * @example linalg.cholesky(tensor([[4, 2], [2, 2]])) // tensor([[2, 0], [1, 1]])
 */
export function cholesky(A: Tensor, given?: CholeskyOptions): Tensor {
  input.check([A]);
  const { L, info } = factored(A, choleskyOptions(given).upper);
  checkInfo("linalg.cholesky", info, notPositive);
  return L;
}

/**
 * {@link cholesky} that reports failure instead of throwing: info is 0, or the leading minor that is not positive.
 *
 * @throws ShapeError unless the matrices are square.
 * @example linalg.choleskyEx(tensor([[1, 2], [2, 1]])).info // tensor(2, dtype=int32)
 */
export function choleskyEx(
  A: Tensor,
  given?: CholeskyExOptions,
): { L: Tensor; info: Tensor } & Iterable<Tensor> {
  exInput.check([A]);
  const { upper, checkErrors } = exOptions(given);
  const result = factored(A, upper);
  if (checkErrors) checkInfo("linalg.choleskyEx", result.info, notPositive);
  return result;
}

const inverseOptions = options(
  "choleskyInverse",
  {
    /** Whether the factor is upper triangular. Default false. */
    upper,
  },
  { example: "choleskyInverse(L, { upper: false })" },
);
const solveOptions = options(
  "choleskySolve",
  {
    /** Whether the factor is upper triangular. Default false. */
    upper,
  },
  { example: "choleskySolve(B, L, { upper: false })" },
);

/** Options of {@link choleskyInverse}. */
export interface CholeskyInverseOptions extends OptionsOf<typeof inverseOptions> {}
/** Options of {@link choleskySolve}. */
export interface CholeskySolveOptions extends OptionsOf<typeof solveOptions> {}

const inverseInput = tensors("choleskyInverse", "L float (…, n, n)");
const solveInput = tensors("choleskySolve", "B float (…, n, k)  L same (…, n, n)");

/**
 * The inverse of A = L Lᵀ from its Cholesky factor, or of Uᵀ U: (…, n, n) → (…, n, n).
 *
 * @throws ShapeError unless the factors are square.
 * @example choleskyInverse(tensor([[2, 0], [1, 1]])) // tensor([[0.5000, -0.5000], [-0.5000, 1]])
 */
export function choleskyInverse(L: Tensor, given?: CholeskyInverseOptions): Tensor {
  inverseInput.check([L]);
  const lower = inverseOptions(given).upper ? T(L) : L;
  const one = eye(L.size(-1), L.size(-1), { dtype: L.dtype, backend: L.backend });
  const half = solveTriangle(lower, expand(one, L.shape), { upper: false, unitriangular: false });
  return T(half).matmul(half);
}

/**
 * The solution of A X = B from the Cholesky factor of A = L Lᵀ, or of Uᵀ U: (…, n, k) and (…, n, n) → (…, n, k).
 *
 * @throws ShapeError unless the sizes fit.
 * @example choleskySolve(tensor([[6], [4]]), tensor([[2, 0], [1, 1]])) // tensor([[1], [1]])
 */
export function choleskySolve(B: Tensor, L: Tensor, given?: CholeskySolveOptions): Tensor {
  solveInput.check([B, L]);
  const [b, factor] = together("choleskySolve", B, solveOptions(given).upper ? T(L) : L);
  const half = solveTriangle(factor, b, { upper: false, unitriangular: false });
  return solveTriangle(T(factor), half, { upper: true, unitriangular: false });
}

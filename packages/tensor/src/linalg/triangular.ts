// Triangular systems, and Cholesky's factor.
import { flag, type OptionsOf, options, required, tensors } from "../contract.ts";
import type { HostArray, Op, Tensor } from "../core.ts";
import { apply, apply1, iterable, tril, triu } from "../core.ts";
import {
  batchOf,
  blocksOf,
  checkInfo,
  identityLike,
  type MatrixOp,
  matrixOp,
  put,
  T,
  together,
} from "./matrices.ts";

export interface Triangle {
  readonly upper: boolean;
  /** Whether the diagonal counts as ones. */
  readonly unitriangular: boolean;
}

/** The solution of A X = B for triangular A (…, n, n) and B (…, n, k), batch dims equal. The other triangle is not read. */
export const solveTriangularOp: Op<readonly [Tensor, Tensor], readonly [Tensor], Triangle> = {
  name: "solveTriangular",
  batch: true,
  infer: ([, b]) => [b],
  forward([a, b], [out], attrs) {
    eachSolution(a, b, out, (matrix, x, n, k) => substitute(matrix, x, n, k, attrs));
  },
  // A X = B: dX = A⁻¹ (dB − dA X) (Giles 2008, section 2.3.1).
  gradient([g], [a], [x], attrs) {
    const ofB = (): Tensor => solveTriangle(T(a), g, { ...attrs, upper: !attrs.upper });
    return [() => triangleOf(ofB().matmul(T(x)).neg(), attrs), ofB];
  },
};

/** Calls `solve` with each matrix and a copy of its right-hand side, which it replaces by the solution. */
export function eachSolution(
  a: HostArray,
  b: HostArray,
  out: HostArray,
  solve: (a: Float64Array, x: Float64Array, n: number, k: number, i: number) => void,
): void {
  const [n, k] = [b.shape.at(-2)!, b.shape.at(-1)!];
  const [left, right] = [blocksOf(a, 2), blocksOf(b, 2)];
  for (let i = 0; i < left.count; i++) {
    const x = right.at(i);
    solve(left.at(i), x, n, k, i);
    put(out, i, x);
  }
}

/** Replaces B by the solution of A X = B for a triangular A. */
export function substitute(
  a: Float64Array,
  x: Float64Array,
  n: number,
  k: number,
  { upper, unitriangular }: Triangle,
): void {
  for (let step = 0; step < n; step++) {
    const i = upper ? n - 1 - step : step;
    const [from, to] = upper ? [i + 1, n] : [0, i];
    for (let j = 0; j < k; j++) {
      let sum = x[i * k + j]!;
      for (let p = from; p < to; p++) sum -= a[i * n + p]! * x[p * k + j]!;
      x[i * k + j] = unitriangular ? sum : sum / a[i * n + i]!;
    }
  }
}

/** {@link solveTriangularOp}, unchecked. */
export function solveTriangle(a: Tensor, b: Tensor, { upper, unitriangular }: Triangle): Tensor {
  return apply1(solveTriangularOp, [a, b], { upper, unitriangular });
}

function triangleOf(x: Tensor, { upper, unitriangular }: Triangle): Tensor {
  return upper ? triu(x, unitriangular ? 1 : 0) : tril(x, unitriangular ? -1 : 0);
}

const triangularOptions = /* @__PURE__ */ options("linalg.solveTriangular(A, B, { upper: true })", {
  /** Whether A is upper triangular; the other triangle is not read. */
  upper: /* @__PURE__ */ required(/* @__PURE__ */ flag()),
  /** Whether A X = B is solved; X A = B otherwise. Default true. */
  left: /* @__PURE__ */ flag(true),
  /** Whether the diagonal of A counts as ones. Default false. */
  unitriangular: /* @__PURE__ */ flag(false),
});

/** Options of {@link solveTriangular}. */
export interface SolveTriangularOptions extends OptionsOf<typeof triangularOptions> {}

const onTheLeft = /* @__PURE__ */ tensors("linalg.solveTriangular", "A float (…, n, n)  B same (…, n, k)");
const onTheRight = /* @__PURE__ */ tensors("linalg.solveTriangular", "A float (…, n, n)  B same (…, k, n)");

/**
 * The solution X of A X = B for a triangular matrix A: (…, n, n) and (…, n, k) → (…, n, k); or of X A = B with
 * `left: false`. The dims in front broadcast.
 *
 * @throws ShapeError unless the sizes fit; DTypeError unless both hold floats of one dtype.
 * @example linalg.solveTriangular(tensor([[2, 0], [1, 1]]), tensor([[2], [3]]), { upper: false }) // tensor([[1], [2]])
 */
export function solveTriangular(A: Tensor, B: Tensor, given: SolveTriangularOptions): Tensor {
  const { upper, left, unitriangular } = triangularOptions(given);
  if (left) {
    onTheLeft.check([A, B]);
    const [a, b] = together("linalg.solveTriangular", A, B);
    return solveTriangle(a, b, { upper, unitriangular });
  }
  onTheRight.check([A, B]);
  const [a, b] = together("linalg.solveTriangular", A, B);
  return T(solveTriangle(T(a), T(b), { upper: !upper, unitriangular }));
}

/** A = L Lᵀ for symmetric A (…, n, n), from its lower triangle → L, and info: 0, or the column that failed. */
export const choleskyOp: MatrixOp<readonly [L: Tensor, info: Tensor]> = /* @__PURE__ */ matrixOp({
  name: "cholesky",
  infer: ([a]) => [a, { shape: batchOf(a), dtype: "int32" }],
  blocks(l, n) {
    const info = factor(l, n);
    return [l, [info]];
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
});

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

const upper = /* @__PURE__ */ flag(false);
const choleskyOptions = /* @__PURE__ */ options("linalg.cholesky(A, { upper: true })", {
  /** Whether the upper triangle is read and U = Lᵀ returned. Default false. */
  upper,
});
const exOptions = /* @__PURE__ */ options("linalg.choleskyEx(A, { upper: true })", {
  /** Whether the upper triangle is read and U = Lᵀ returned. Default false. */
  upper,
  /** Whether a matrix that is not positive definite throws. Default false. */
  checkErrors: /* @__PURE__ */ flag(false),
});

/** Options of {@link cholesky}. */
export interface CholeskyOptions extends OptionsOf<typeof choleskyOptions> {}
/** Options of {@link choleskyEx}. */
export interface CholeskyExOptions extends OptionsOf<typeof exOptions> {}

const input = /* @__PURE__ */ tensors("linalg.cholesky", "A float (…, n, n)");
const exInput = /* @__PURE__ */ tensors("linalg.choleskyEx", "A float (…, n, n)");

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

/* @__NO_SIDE_EFFECTS__ */
function factorOptions<const What extends string>(what: What, given: string) {
  return options(`${what}(${given}, { upper: false })`, {
    /** Whether the factor is upper triangular. Default false. */
    upper,
  });
}
const inverseOptions = factorOptions("choleskyInverse", "L");
const solveOptions = factorOptions("choleskySolve", "B, L");

/** Options of {@link choleskyInverse}. */
export interface CholeskyInverseOptions extends OptionsOf<typeof inverseOptions> {}
/** Options of {@link choleskySolve}. */
export interface CholeskySolveOptions extends OptionsOf<typeof solveOptions> {}

const inverseInput = /* @__PURE__ */ tensors("choleskyInverse", "L float (…, n, n)");
const solveInput = /* @__PURE__ */ tensors("choleskySolve", "B float (…, n, k)  L same (…, n, n)");

/**
 * The inverse of A = L Lᵀ from its Cholesky factor, or of Uᵀ U: (…, n, n) → (…, n, n).
 *
 * @throws ShapeError unless the factors are square.
 * @example choleskyInverse(tensor([[2, 0], [1, 1]])) // tensor([[0.5000, -0.5000], [-0.5000, 1]])
 */
export function choleskyInverse(L: Tensor, given?: CholeskyInverseOptions): Tensor {
  inverseInput.check([L]);
  const lower = inverseOptions(given).upper ? T(L) : L;
  const half = solveTriangle(lower, identityLike(L), { upper: false, unitriangular: false });
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

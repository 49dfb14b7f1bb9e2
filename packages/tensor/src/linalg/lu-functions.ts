import { checkElements } from "../apply/capture/host-values.ts";
import { checkInputs } from "../contract/check-tensor.ts";
import { type OptionsOf, options } from "../contract/options.ts";
import { flag } from "../contract/rules.ts";
import { tensors } from "../contract/tensors.ts";
import { IndexError } from "../errors.ts";
import { iterable } from "../iterable.ts";
import type { Tensor } from "../tensor.ts";
import { eliminated, permutation, trianglesOf } from "./lu.ts";
import { checkInfo, T, together } from "./matrices.ts";
import { solveTriangle } from "./triangular.ts";

const luInput = tensors("linalg.lu", "A float (…, m, n)");
const factorInput = tensors("linalg.luFactor", "A float (…, m, n)");
const exInput = tensors("linalg.luFactorEx", "A float (…, m, n)");
const exOptions = options(
  "linalg.luFactorEx",
  {
    /** Whether a U that is singular throws. Default false. */
    checkErrors: flag(false),
  },
  { example: "linalg.luFactorEx(A, { checkErrors: true })" },
);

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
  return iterable({ P: permutation(pivots, A.size(-2), A.dtype), L, U });
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
  return iterable({ LU, pivots });
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
  return iterable({ LU, pivots, info });
}

const solveOptions = options(
  "linalg.luSolve",
  {
    /** Whether A X = B is solved; X A = B otherwise. Default true. */
    left: flag(true),
    /** Whether Aᵀ takes the place of A. Default false. */
    adjoint: flag(false),
  },
  { example: "linalg.luSolve(LU, pivots, B, { adjoint: true })" },
);

/** Options of {@link luSolve}. */
export interface LuSolveOptions extends OptionsOf<typeof solveOptions> {}

const onTheLeft = tensors("linalg.luSolve", "LU float (…, n, n)  pivots int32 (…, n)  B float (…, n, k)");
const onTheRight = tensors("linalg.luSolve", "LU float (…, n, n)  pivots int32 (…, n)  B float (…, k, n)");

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
  (left ? onTheLeft : onTheRight).check([LU, pivots, B, given]);
  checkPivots("linalg.luSolve", pivots, LU.size(-1));
  // X A = B is Aᵀ Xᵀ = Bᵀ.
  if (!left) return T(solved(LU, pivots, T(B), !adjoint));
  return solved(LU, pivots, B, adjoint);
}

/** @throws IndexError for pivots that are no rows, where the host can read them. */
function checkPivots(what: string, pivots: Tensor, size: number): void {
  checkElements(what, pivots, (elements) => {
    const wrong = elements.find((pivot) => pivot < 1 || pivot > size);
    if (wrong === undefined) return;
    const rule = `pivots must be rows from 1 to ${size}, got ${wrong}; take those of luFactor`;
    throw new IndexError(`${what}: ${rule}.`);
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

const unpackOptions = options(
  "luUnpack",
  {
    /** Whether L and U are returned; empty tensors otherwise. Default true. */
    unpackData: flag(true),
    /** Whether P is returned; an empty tensor otherwise. Default true. */
    unpackPivots: flag(true),
  },
  { example: "luUnpack(LU, pivots)" },
);

/** Options of {@link luUnpack}. */
export interface LuUnpackOptions extends OptionsOf<typeof unpackOptions> {}

const unpackInput = tensors("luUnpack", "LU float (…, m, n)  pivots int32 (…, k)");

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
  checkInputs("luUnpack", { LU, pivots });
  unpackInput.check([LU, pivots], { k: Math.min(LU.shape.at(-2) ?? 0, LU.shape.at(-1) ?? 0) });
  const { unpackData, unpackPivots } = unpackOptions(given);
  if (unpackPivots) checkPivots("luUnpack", pivots, LU.size(-2));
  const none = (): Tensor => LU.flatten().narrow(0, 0, 0);
  const [L, U] = unpackData ? trianglesOf(LU) : [none(), none()];
  return iterable({ P: unpackPivots ? permutation(pivots, LU.size(-2), LU.dtype) : none(), L, U });
}

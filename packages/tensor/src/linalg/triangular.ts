import { apply1 } from "../apply/apply.ts";
import type { HostArray, Op } from "../apply/op.ts";
import { type OptionsOf, options } from "../contract/options.ts";
import { flag, required } from "../contract/rules.ts";
import { tensors } from "../contract/tensors.ts";
import { tril, triu } from "../ops/views/triangle.ts";
import type { Tensor } from "../tensor.ts";
import { blocksOf, put, T, together } from "./matrices.ts";

export interface Triangle {
  readonly upper: boolean;
  /** Whether the diagonal counts as ones. */
  readonly unitriangular: boolean;
}

/** The solution of A X = B for triangular A (…, n, n) and B (…, n, k), batch dims equal. The other triangle is not read. */
export const solveTriangularOp: Op<readonly [Tensor, Tensor], readonly [Tensor], Triangle> = {
  name: "solveTriangular",
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

const triangularOptions = options(
  "linalg.solveTriangular",
  {
    /** Whether A is upper triangular; the other triangle is not read. */
    upper: required(flag()),
    /** Whether A X = B is solved; X A = B otherwise. Default true. */
    left: flag(true),
    /** Whether the diagonal of A counts as ones. Default false. */
    unitriangular: flag(false),
  },
  { example: "linalg.solveTriangular(A, B, { upper: true })" },
);

/** Options of {@link solveTriangular}. */
export interface SolveTriangularOptions extends OptionsOf<typeof triangularOptions> {}

const onTheLeft = tensors("linalg.solveTriangular", "A float (…, n, n)  B same (…, n, k)");
const onTheRight = tensors("linalg.solveTriangular", "A float (…, n, n)  B same (…, k, n)");

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

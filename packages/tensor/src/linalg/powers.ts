import { apply1 } from "../apply/apply.ts";
import type { Op } from "../apply/op.ts";
import { required, whole } from "../contract/rules.ts";
import { signature } from "../contract/signature.ts";
import { tensorRule } from "../contract/tensor-rule.ts";
import { tensors } from "../contract/tensors.ts";
import { cat } from "../ops/indexing/join.ts";
import { expand } from "../ops/views/view.ts";
import { eye } from "../ranges.ts";
import type { Tensor } from "../tensor.ts";
import { blocksOf, identity, product, put, T } from "./matrices.ts";
import { inv } from "./solve.ts";

/** exp A = Σ Aᵏ / k! of A (…, n, n). */
export const matrixExpOp: Op<readonly [Tensor], readonly [Tensor], object> = {
  name: "matrixExp",
  infer: ([a]) => [a],
  forward([a], [out]) {
    const all = blocksOf(a, 2);
    for (let i = 0; i < all.count; i++) put(out, i, exponential(all.at(i), a.shape.at(-1)!));
  },
  // exp [[Aᵀ, G], [0, Aᵀ]] has the gradient in its corner (Najfeld and Havel 1995; Mathias 1996).
  gradient: ([g], [a]) => [
    () => {
      const n = a.size(-1);
      const block = cat([cat([T(a), g], -1), cat([g.mul(0), T(a)], -1)], -2);
      return matrixExponential(block).narrow(-2, 0, n).narrow(-1, n, n);
    },
  ],
};

/** Taylor's series of A / 2ˢ, whose norm is at most 1/2, squared s times (Moler and Van Loan 2003, method 3). */
function exponential(a: Float64Array, n: number): Float64Array {
  let size = 0;
  for (let i = 0; i < n; i++)
    size = Math.max(
      size,
      a.subarray(i * n, (i + 1) * n).reduce((sum, x) => sum + Math.abs(x), 0),
    );
  if (!Number.isFinite(size)) return a.fill(Number.NaN);
  const squarings = Math.max(0, Math.ceil(Math.log2(size || 1)) + 1);
  const scaled = a.map((x) => x / 2 ** squarings);
  let term = identity(n);
  let out = identity(n);
  for (let k = 1; k <= 18; k++) {
    term = product(term, scaled, n, n, n).map((x) => x / k);
    for (let i = 0; i < out.length; i++) out[i]! += term[i]!;
  }
  for (let s = 0; s < squarings; s++) out = product(out, out, n, n, n);
  return out;
}

function matrixExponential(a: Tensor): Tensor {
  return apply1(matrixExpOp, [a], {});
}

const expInput = tensors("linalg.matrixExp", "A float (…, n, n)");

/**
 * The matrix exponential Σ Aᵏ / k!: (…, n, n) → (…, n, n).
 *
 * @throws ShapeError unless the matrices are square; DTypeError unless they hold floats.
 * @example linalg.matrixExp(tensor([[0, 1], [0, 0]])) // tensor([[1, 1], [0, 1]])
 */
export function matrixExp(A: Tensor): Tensor {
  expInput.check([A]);
  return matrixExponential(A);
}

const powerInput = tensors("linalg.matrixPower", "A float (…, n, n)");
const powerCall = signature(
  "linalg.matrixPower",
  { A: required(tensorRule("float")), n: required(whole()) },
  "linalg.matrixPower(A, 3)",
);

/**
 * Aⁿ by repeated squaring; the inverse's power for n < 0, the identity for 0: (…, m, m) → (…, m, m).
 *
 * @throws ShapeError unless the matrices are square; ArgumentError unless n is whole, and for a singular matrix with
 * n < 0 (where the host can read it).
 * @example linalg.matrixPower(tensor([[1, 1], [0, 1]]), 3) // tensor([[1, 3], [0, 1]])
 */
export function matrixPower(A: Tensor, n: number): Tensor {
  powerCall([A, n]);
  powerInput.check([A]);
  if (n === 0) {
    const one = eye(A.size(-1), A.size(-1), { dtype: A.dtype, backend: A.backend });
    return expand(one, A.shape).clone();
  }
  let square = n < 0 ? inv(A) : A;
  let result: Tensor | undefined;
  for (let left = Math.abs(n); left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = result ? result.matmul(square) : square;
    if (left > 1) square = square.matmul(square);
  }
  return result ?? A;
}

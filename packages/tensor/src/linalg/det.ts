import { apply1 } from "../apply/apply.ts";
import type { Op } from "../apply/op.ts";
import { tensors } from "../contract/tensors.ts";
import { iterable } from "../iterable.ts";
import { where } from "../ops/elementwise/select.ts";
import { arange } from "../ranges.ts";
import type { Tensor } from "../tensor.ts";
import { eliminate, eliminated } from "./lu.ts";
import { batchOf, blocksOf, product, put, T } from "./matrices.ts";
import { inverted } from "./solve.ts";
import { decompose } from "./svd-jacobi.ts";

/** The determinants of A (…, n, n). */
export const detOp: Op<readonly [Tensor], readonly [Tensor], object> = {
  name: "det",
  infer: ([a]) => [{ shape: batchOf(a), dtype: a.dtype }],
  forward([a], [out]) {
    const all = blocksOf(a, 2);
    for (let i = 0; i < all.count; i++) out.data[i] = determinant(all.at(i), a.shape.at(-1)!);
  },
  gradient: ([g], [a]) => [() => apply1(cofactorsOp, [a], {}).mul(g.unsqueeze(-1).unsqueeze(-1))],
};

/** The gradient of the determinant, det(A) A⁻ᵀ, which singular matrices have too: (…, n, n) → (…, n, n). */
export const cofactorsOp: Op<readonly [Tensor], readonly [Tensor], object> = {
  name: "cofactors",
  infer: ([a]) => [a],
  forward([a], [out]) {
    const n = a.shape.at(-1)!;
    const all = blocksOf(a, 2);
    for (let i = 0; i < all.count; i++) put(out, i, cofactors(all.at(i), n));
  },
  // C = det(A) A⁻ᵀ: dC = tr(A⁻¹ dA) C − A⁻ᵀ dAᵀ C.
  gradient: ([g], [a], [c]) => [
    () => {
      const inverse = T(inverted(a)[0]);
      const trace = g.mul(c).sum([-2, -1], { keepdim: true });
      return inverse.mul(trace).sub(c.matmul(T(g)).matmul(inverse));
    },
  ],
};

function determinant(a: Float64Array, n: number): number {
  const pivots = new Int32Array(n);
  eliminate(a, n, n, pivots);
  let result = 1;
  for (let j = 0; j < n; j++) result *= pivots[j] === j + 1 ? a[j * n + j]! : -a[j * n + j]!;
  return result;
}

/** With A = U diag(s) Vᵀ: det(U) det(V) U diag(Π_{j ≠ i} s_j) Vᵀ. */
function cofactors(a: Float64Array, n: number): Float64Array {
  const { u, s, vh } = decompose(a, n, n, true);
  const sign = Math.sign(determinant(u.slice(), n) * determinant(vh.slice(), n));
  const scaled = vh.slice();
  for (let i = 0; i < n; i++) {
    const others = s.reduce((total, value, j) => (j === i ? total : total * value), sign);
    for (let c = 0; c < n; c++) scaled[i * n + c]! *= others;
  }
  return product(u, scaled, n, n, n);
}

const detInput = tensors("linalg.det", "A float (…, n, n)");
const slogdetInput = tensors("linalg.slogdet", "A float (…, n, n)");
const logdetInput = tensors("logdet", "A float (…, n, n)");

/**
 * The determinant: (…, n, n) → (…). Large ones overflow; {@link slogdet} does not. Singular matrices have a gradient too.
 *
 * @throws ShapeError unless the matrices are square; DTypeError unless they hold floats.
 * @example linalg.det(tensor([[1, 2], [3, 4]])) // tensor(-2)
 */
export function det(A: Tensor): Tensor {
  detInput.check([A]);
  return apply1(detOp, [A], {});
}

/**
 * The sign of the determinant, and the logarithm of its absolute value: (…, n, n) → (…) and (…). A singular matrix has 0
 * and −∞.
 *
 * @throws ShapeError unless the matrices are square; DTypeError unless they hold floats.
 * @example linalg.slogdet(tensor([[1, 2], [3, 4]])) // { sign: tensor(-1), logabsdet: tensor(0.6931) }
 */
export function slogdet(A: Tensor): { sign: Tensor; logabsdet: Tensor } & Iterable<Tensor> {
  slogdetInput.check([A]);
  return signAndLog(A);
}

function signAndLog(A: Tensor): { sign: Tensor; logabsdet: Tensor } & Iterable<Tensor> {
  const [LU, pivots] = eliminated(A);
  const n = A.size(-1);
  const diagonal = LU.diagonal({ dim1: -2, dim2: -1 });
  const inPlace = arange(1, n + 1, 1, { dtype: "int32", backend: A.backend });
  const signs = where(pivots.eq(inPlace), 1, -1).to(A.dtype).mul(diagonal.detach().sign());
  return iterable({ sign: signs.prod(-1), logabsdet: diagonal.abs().log().sum(-1) });
}

/**
 * ln det A: (…, n, n) → (…); NaN for a negative determinant, −∞ for 0.
 *
 * @throws ShapeError unless the matrices are square; DTypeError unless they hold floats.
 * @example logdet(tensor([[1, 2], [-3, 4]])) // tensor(2.3026)
 */
export function logdet(A: Tensor): Tensor {
  logdetInput.check([A]);
  const { sign, logabsdet } = signAndLog(A);
  return where(sign.lt(0), Number.NaN, logabsdet);
}

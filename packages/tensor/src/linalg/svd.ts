import { apply, apply1 } from "../apply/apply.ts";
import type { Op } from "../apply/op.ts";
import { type OptionsOf, options } from "../contract/options.ts";
import { flag } from "../contract/rules.ts";
import { tensors } from "../contract/tensors.ts";
import { iterable } from "../iterable.ts";
import { diagEmbed } from "../ops/views/triangle.ts";
import type { Tensor } from "../tensor.ts";
import { batchOf, blocksOf, checkFinite, overGaps, put, T } from "./matrices.ts";
import { decompose } from "./svd-jacobi.ts";

type Svd = Op<readonly [Tensor], readonly [U: Tensor, S: Tensor, Vh: Tensor], { readonly full: boolean }>;

/** A = U diag(S) Vᵀ, A (…, m, n): U (…, m, k), S (…, k) descending, Vᵀ (…, k, n), k = min(m, n); square U and V if `full`. */
export const svdOp: Svd = {
  name: "svd",
  infer([a], { full }) {
    const [m, n] = [a.shape.at(-2)!, a.shape.at(-1)!];
    const k = Math.min(m, n);
    const [batch, { dtype }] = [batchOf(a), a];
    return [
      { shape: [...batch, m, full ? m : k], dtype },
      { shape: [...batch, k], dtype },
      { shape: [...batch, full ? n : k, n], dtype },
    ];
  },
  forward([a], [u, s, vh], { full }) {
    const [m, n] = [a.shape.at(-2)!, a.shape.at(-1)!];
    const all = blocksOf(a, 2);
    for (let i = 0; i < all.count; i++) {
      const parts = decompose(all.at(i), m, n, full);
      put(u, i, parts.u);
      put(s, i, parts.s);
      put(vh, i, parts.vh);
    }
  },
  gradient: ([gU, gS, gVh], _inputs, [u, s, vh]) => [() => svdGradient(gU, gS, gVh, u, s, vh)],
};

/** Only the singular values: their gradient does not depend on the distances between them. */
export const svdvalsOp: Op<readonly [Tensor], readonly [Tensor], object> = {
  name: "svdvals",
  infer: ([a]) => [{ shape: [...batchOf(a), Math.min(a.shape.at(-2)!, a.shape.at(-1)!)], dtype: a.dtype }],
  forward([a], [s]) {
    const all = blocksOf(a, 2);
    for (let i = 0; i < all.count; i++)
      put(s, i, decompose(all.at(i), a.shape.at(-2)!, a.shape.at(-1)!, false).s);
  },
  gradient: ([g], [a]) => [
    () => {
      const [u, , vh] = apply(svdOp, [a], { full: false });
      return u.mul(g.unsqueeze(-2)).matmul(vh);
    },
  ],
};

// Townsend 2016, "Differentiating the singular value decomposition". Columns beyond k are not unique: no gradient flows.
function svdGradient(gUs: Tensor, gS: Tensor, gVs: Tensor, us: Tensor, s: Tensor, vs: Tensor): Tensor {
  const k = s.size(-1);
  const [gU, u] = [gUs.narrow(-1, 0, k), us.narrow(-1, 0, k)];
  const [gV, v] = [T(gVs.narrow(-2, 0, k)), T(vs.narrow(-2, 0, k))];
  const squares = s.square();
  const wanted = gU.ne(0).any(-2).logicalOr(gV.ne(0).any(-2));
  const over = (x: Tensor): Tensor => overGaps("linalg.svd", x.sub(T(x)), squares, wanted);
  const [row, column] = [s.unsqueeze(-2), s.unsqueeze(-1)];
  const inner = over(T(u).matmul(gU))
    .mul(row)
    .add(over(T(v).matmul(gV)).mul(column))
    .add(diagEmbed(gS));
  let out = u.matmul(inner).matmul(T(v));
  // The part outside the spaces that U and V span.
  if (u.size(-2) > k) {
    const scaled = gU.div(row);
    out = out.add(scaled.sub(u.matmul(T(u).matmul(scaled))).matmul(T(v)));
  }
  if (v.size(-2) > k) {
    const scaled = T(gV.div(row));
    out = out.add(u.matmul(scaled.sub(scaled.matmul(v).matmul(T(v)))));
  }
  return out;
}

const svdOptions = options(
  "linalg.svd",
  {
    /** Whether U is (…, m, m) and Vh (…, n, n); (…, m, k) and (…, k, n) otherwise. Default true. */
    fullMatrices: flag(true),
  },
  { example: "linalg.svd(A, { fullMatrices: false })" },
);

/** Options of {@link svd}. */
export interface SvdOptions extends OptionsOf<typeof svdOptions> {}

const svdInput = tensors("linalg.svd", "A float (…, m, n)");
const svdvalsInput = tensors("linalg.svdvals", "A float (…, m, n)");

/**
 * The singular value decomposition A = U diag(S) Vh, S descending: (…, m, n) → U (…, m, m), S (…, k) and Vh (…, n, n),
 * k = min(m, n). Columns of U and rows of Vh are unique up to a common sign, and have a gradient where the
 * singular values differ: elsewhere it throws. The columns beyond k have none.
 *
 * @throws ShapeError unless A is a matrix or a batch of them; DTypeError unless it holds floats; ArgumentError for NaN and ∞.
 * @example linalg.svd(tensor([[3, 0], [0, 4]])).S // tensor([4, 3])
 */
export function svd(A: Tensor, given?: SvdOptions): { U: Tensor; S: Tensor; Vh: Tensor } & Iterable<Tensor> {
  svdInput.check([A]);
  checkFinite("linalg.svd", A);
  const [U, S, Vh] = apply(svdOp, [A], { full: svdOptions(given).fullMatrices });
  return iterable({ U, S, Vh });
}

/**
 * The singular values of a matrix, descending: (…, m, n) → (…, min(m, n)).
 *
 * @throws ShapeError unless A is a matrix or a batch of them; DTypeError unless it holds floats.
 * @example linalg.svdvals(tensor([[3, 0], [0, 4]])) // tensor([4, 3])
 */
export function svdvals(A: Tensor): Tensor {
  svdvalsInput.check([A]);
  checkFinite("linalg.svdvals", A);
  return apply1(svdvalsOp, [A], {});
}

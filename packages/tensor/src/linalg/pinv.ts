// The pseudo-inverse, the rank, least squares.
import type { OptionsOf, Rule } from "../contract.ts";
import { flag, number, oneOf, options, rule, tensorRule, tensors } from "../contract.ts";
import type { Op } from "../core.ts";
import { apply1, checkInputs, expand, filled, iterable, sameShape, Tensor, within } from "../core.ts";
import { eigvalsh } from "./eigh.ts";
import { batchOf, blocksOf, checkFinite, product, put, T, transposed } from "./matrices.ts";
import { decompose, svdvalsOp } from "./svd.ts";

/** The pseudo-inverse of A (…, m, n): singular values up to max(atol, rtol · largest) count as 0. Tolerances (…). */
export const pinvOp: Op<
  readonly [A: Tensor, atol: Tensor, rtol: Tensor],
  readonly [Tensor],
  { readonly hermitian: boolean }
> = {
  name: "pinv",
  batch: true,
  infer: ([a]) => [{ shape: [...batchOf(a), a.shape.at(-1)!, a.shape.at(-2)!], dtype: a.dtype }],
  forward([a, atol, rtol], [out], { hermitian }) {
    const [m, n] = [a.shape.at(-2)!, a.shape.at(-1)!];
    const [all, least, share] = [blocksOf(a, 2), blocksOf(atol, 0), blocksOf(rtol, 0)];
    const k = Math.min(m, n);
    for (let i = 0; i < all.count; i++) {
      const matrix = all.at(i);
      if (hermitian)
        for (let r = 0; r < n; r++) for (let c = r + 1; c < n; c++) matrix[r * n + c] = matrix[c * n + r]!;
      const { u, s, vh } = decompose(matrix, m, n, false);
      const tolerance = Math.max(least.at(i)[0]!, share.at(i)[0]! * (s[0] ?? 0));
      const v = transposed(vh, k, n);
      // A singular value that is NaN stays so.
      for (let r = 0; r < n; r++)
        for (let j = 0; j < k; j++) v[r * k + j]! *= s[j]! <= tolerance ? 0 : 1 / s[j]!;
      put(out, i, product(v, transposed(u, m, k), n, k, m));
    }
  },
  // Golub and Pereyra 1973, theorem 4.3, for matrices whose rank stays.
  gradient: ([g], [a], [p]) => [
    () => {
      const K = T(g).matmul(p);
      const KPt = K.matmul(T(p));
      return KPt.sub(T(p.matmul(K)))
        .sub(a.matmul(p).matmul(KPt))
        .add(
          T(p)
            .matmul(p)
            .matmul(T(g).sub(K.matmul(a))),
        );
    },
    null,
    null,
  ],
};

/** A number ≥ 0, or one for each matrix. */
type Tolerance = number | Tensor;
interface Limits {
  readonly atol?: Tolerance | undefined;
  readonly rtol?: Tolerance | undefined;
}
const floats = /* @__PURE__ */ tensorRule("float");
const tolerance: Rule<Tolerance, undefined> = /* @__PURE__ */ rule(
  "a number ≥ 0, or a tensor with one for each matrix",
  (value): value is Tolerance => (typeof value === "number" ? value >= 0 : floats.holds(value)),
);
const atol = tolerance;
const rtol = tolerance;
const hermitian = /* @__PURE__ */ flag(false);

/** The tolerances of each matrix: (…) and (…). */
function tolerances(
  what: string,
  A: Tensor,
  given: { readonly atol: Tolerance | undefined; readonly rtol: Tolerance | undefined },
): readonly [atol: Tensor, rtol: Tensor] {
  const precision = A.dtype === "float64" ? Number.EPSILON : 2 ** -23;
  const usual = given.atol === undefined ? Math.max(A.size(-2), A.size(-1)) * precision : 0;
  const { dtype, backend } = A;
  const of = (value: Tolerance): Tensor => {
    const x = value instanceof Tensor ? value.to(dtype) : filled(what, [], value, { dtype, backend });
    return within(what, () => expand(x, batchOf(A)));
  };
  return [of(given.atol ?? 0), of(given.rtol ?? usual)];
}

const pinvOptions = /* @__PURE__ */ options(
  "linalg.pinv(A, { rtol: 1e-4 })",
  {
    /** Up to this, singular values count as 0. Default 0. */
    atol,
    /** Up to this share of the largest, singular values count as 0. Default max(m, n) times the dtype's precision, or 0 with atol. */
    rtol,
    /** Whether A is symmetric: only its lower triangle is read. Default false. */
    hermitian,
  },
  { renamed: { rcond: "write rtol" } },
);
const rankOptions = /* @__PURE__ */ options(
  "linalg.matrixRank(A, { rtol: 1e-4 })",
  {
    /** Up to this, singular values count as 0. Default 0. */
    atol,
    /** Up to this share of the largest, singular values count as 0. Default max(m, n) times the dtype's precision, or 0 with atol. */
    rtol,
    /** Whether A is symmetric: only its lower triangle is read. Default false. */
    hermitian,
  },
  { renamed: { tol: "write atol" } },
);

/** Options of {@link pinv}. */
export interface PinvOptions extends OptionsOf<typeof pinvOptions> {}
/** Options of {@link matrixRank}. */
export interface MatrixRankOptions extends OptionsOf<typeof rankOptions> {}

const pinvInput = /* @__PURE__ */ tensors("linalg.pinv", "A float (…, m, n)");
const rankInput = /* @__PURE__ */ tensors("linalg.matrixRank", "A float (…, m, n)");
const symmetric = /* @__PURE__ */ tensors("linalg.pinv", "A float (…, n, n)");

/**
 * The pseudo-inverse of Moore and Penrose, by the singular value decomposition: (…, m, n) → (…, n, m).
 *
 * @throws ShapeError unless A is a matrix or a batch of them; DTypeError unless it holds floats; ArgumentError for NaN and ∞.
 * @example linalg.pinv(tensor([[2, 0], [0, 0]])) // tensor([[0.5000, 0], [0, 0]])
 */
export function pinv(A: Tensor, given?: PinvOptions): Tensor {
  pinvInput.check([A]);
  const { hermitian, ...limits } = pinvOptions(given);
  if (hermitian) symmetric.check([A]);
  checkFinite("linalg.pinv", hermitian ? A.tril() : A);
  return pseudoInverse(A, limits, hermitian);
}

/** {@link pinv}, unchecked. */
export function pseudoInverse(A: Tensor, limits: Limits, hermitian: boolean = false): Tensor {
  return apply1(pinvOp, [A, ...tolerances("linalg.pinv", A, { atol: limits.atol, rtol: limits.rtol })], {
    hermitian,
  });
}

/**
 * The number of singular values above max(atol, rtol · largest): (…, m, n) → (…) int32.
 *
 * @throws ShapeError unless A is a matrix or a batch of them; DTypeError unless it holds floats; ArgumentError for NaN and ∞.
 * @example linalg.matrixRank(tensor([[1, 2], [2, 4]])) // tensor(1, dtype=int32)
 */
export function matrixRank(A: Tensor, given?: MatrixRankOptions): Tensor {
  rankInput.check([A]);
  const { hermitian, ...limits } = rankOptions(given);
  checkFinite("linalg.matrixRank", hermitian ? A.tril() : A);
  return rankOf(A, limits, hermitian);
}

/** {@link matrixRank}, unchecked. */
export function rankOf(A: Tensor, limits: Limits, hermitian: boolean = false): Tensor {
  const x = A.detach();
  if (A.size(-1) === 0 || A.size(-2) === 0) return apply1(svdvalsOp, [x], {}).to("int32").sum(-1);
  const values = hermitian
    ? within("linalg.matrixRank", () => eigvalsh(x).abs())
    : apply1(svdvalsOp, [x], {});
  const [least, share] = tolerances("linalg.matrixRank", A, { atol: limits.atol, rtol: limits.rtol });
  const limit = share.mul(values.amax(-1)).maximum(least);
  return values.gt(limit.unsqueeze(-1)).to("int32").sum(-1);
}

const lstsqOptions = /* @__PURE__ */ options('linalg.lstsq(A, B, { driver: "gelsd" })', {
  /** Up to this share of the largest, singular values count as 0. Default max(m, n) times the dtype's precision. */
  rcond: /* @__PURE__ */ number(undefined, { min: 0 }),
  /** LAPACK's routine, which determines what else is returned: rank ("gelsy"), residuals ("gels"), or both and the singular values ("gelss", "gelsd"). Default "gelsy". */
  driver: /* @__PURE__ */ oneOf(["gelsy", "gels", "gelss", "gelsd"], "gelsy"),
});

/** Options of {@link lstsq}. */
export interface LstsqOptions extends OptionsOf<typeof lstsqOptions> {}

const vectorInputs = /* @__PURE__ */ tensors("linalg.lstsq", "A float (…, m, n)  B same (…, m)");
const matrixInputs = /* @__PURE__ */ tensors("linalg.lstsq", "A float (…, m, n)  B same (…, m, k)");

/** The results of {@link lstsq}; empty where the driver does not give them. */
export interface LeastSquares extends Iterable<Tensor> {
  /** The solution, (…, n, k). */
  readonly solution: Tensor;
  /** ‖A X − B‖² of each column, (…, k), if m > n and every A has rank n. */
  readonly residuals: Tensor;
  /** The ranks of A, (…) int32. */
  readonly rank: Tensor;
  /** The singular values of A, (…, min(m, n)). */
  readonly singularValues: Tensor;
}

/**
 * The X of least norm among those that minimize ‖A X − B‖: (…, m, n) and (…, m, k) → (…, n, k), or (…, n) for right-hand
 * sides (…, m). It is computed as pinv(A) B, whatever the driver.
 *
 * @throws ShapeError unless the sizes fit; DTypeError unless both hold floats of one dtype; ArgumentError for NaN
 * and ∞ in A.
 * @example linalg.lstsq(tensor([[1], [1]]), tensor([[1], [3]])).solution // tensor([[2]])
 */
export function lstsq(A: Tensor, B: Tensor, given?: LstsqOptions): LeastSquares {
  checkInputs("linalg.lstsq", { A, B });
  const { rcond, driver } = lstsqOptions(given);
  const isVector = B.ndim === 1 || (B.ndim === A.ndim - 1 && sameShape(B.shape, A.shape.slice(0, -1)));
  (isVector ? vectorInputs : matrixInputs).check([A, B]);
  checkFinite("linalg.lstsq", A);
  const right = isVector ? B.unsqueeze(-1) : B;
  const X = pseudoInverse(A, { rtol: rcond }).matmul(right);
  const [m, n] = [A.size(-2), A.size(-1)];
  const none = A.detach().flatten().narrow(0, 0, 0);
  const rank = driver === "gels" ? none.to("int32") : rankOf(A, { rtol: rcond });
  const full = driver === "gels" || (m > n && driver !== "gelsy" && rank.dataSync().every((r) => r === n));
  const hasResiduals = m > n && driver !== "gelsy" && full;
  return iterable({
    solution: isVector ? X.squeeze([-1]) : X,
    residuals: hasResiduals ? A.matmul(X).sub(right).square().sum(-2) : none,
    rank,
    singularValues: driver === "gelss" || driver === "gelsd" ? apply1(svdvalsOp, [A.detach()], {}) : none,
  });
}

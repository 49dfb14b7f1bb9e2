import { flag, type OptionsOf, oneOf, options, tensors } from "../contract.ts";
import { ArgumentError, apply, cat, expand, eye, iterable, type Tensor, tril } from "../core.ts";
import { batchOf, identity, type MatrixOp, matrixOp, T } from "./matrices.ts";
import { solveTriangle } from "./triangular.ts";

/**
 * Householder's reduction, with LAPACK's signs: R replaces the upper triangle of A (m, n), the vectors v (v_j = 1) the part
 * below the diagonal; H_j = 1 − tau_j v vᵀ.
 */
function reduce(a: Float64Array, m: number, n: number): Float64Array {
  const k = Math.min(m, n);
  const tau = new Float64Array(k);
  for (let j = 0; j < k; j++) {
    let below = 0;
    for (let i = j + 1; i < m; i++) below = Math.hypot(below, a[i * n + j]!);
    if (below === 0) continue; // H is the identity, tau 0
    const alpha = a[j * n + j]!;
    const beta = -Math.sign(alpha || 1) * Math.hypot(alpha, below);
    tau[j] = (beta - alpha) / beta;
    for (let i = j + 1; i < m; i++) a[i * n + j]! /= alpha - beta;
    a[j * n + j] = beta;
    for (let c = j + 1; c < n; c++) {
      let sum = a[j * n + c]!;
      for (let i = j + 1; i < m; i++) sum += a[i * n + j]! * a[i * n + c]!;
      sum *= tau[j]!;
      a[j * n + c]! -= sum;
      for (let i = j + 1; i < m; i++) a[i * n + c]! -= sum * a[i * n + j]!;
    }
  }
  return tau;
}

/** The first `columns` columns of H_1 H_2 …: (m, columns). */
function reflect(a: Float64Array, tau: Float64Array, m: number, n: number, columns: number): Float64Array {
  const full = identity(m);
  for (let j = tau.length - 1; j >= 0; j--)
    for (let c = 0; c < m; c++) {
      let sum = full[j * m + c]!;
      for (let i = j + 1; i < m; i++) sum += a[i * n + j]! * full[i * m + c]!;
      sum *= tau[j]!;
      full[j * m + c]! -= sum;
      for (let i = j + 1; i < m; i++) full[i * m + c]! -= sum * a[i * n + j]!;
    }
  const q = new Float64Array(m * columns);
  for (let i = 0; i < m; i++) q.set(full.subarray(i * m, i * m + columns), i * columns);
  return q;
}

/** A = Q R, A (…, m, n): Q (…, m, k) and R (…, k, n), k = min(m, n), or m if `complete`. */
export const qrOp: MatrixOp<readonly [Q: Tensor, R: Tensor], { readonly complete: boolean }> =
  /* @__PURE__ */ matrixOp({
    name: "qr",
    infer([a], { complete }) {
      const [m, n] = [a.shape.at(-2)!, a.shape.at(-1)!];
      const k = complete ? m : Math.min(m, n);
      const { dtype } = a;
      return [
        { shape: [...batchOf(a), m, k], dtype },
        { shape: [...batchOf(a), k, n], dtype },
      ];
    },
    blocks(a, m, n, { complete }) {
      const k = complete ? m : Math.min(m, n);
      const q = reflect(a, reduce(a, m, n), m, n, k);
      const r = new Float64Array(k * n);
      for (let row = 0; row < Math.min(k, m); row++)
        for (let c = row; c < n; c++) r[row * n + c] = a[row * n + c]!;
      return [q, r];
    },
    gradient: ([gQ, gR], [a], [q, r]) => [() => qrGradient(gQ, gR, a, q, r)],
  });

// Walter and Lehmann 2018, "Algorithmic differentiation of linear algebra functions", section 4.3; the columns of a wide A
// beyond its square part have R₂ = Qᵀ A₂.
function qrGradient(gQ: Tensor, gR: Tensor, a: Tensor, q: Tensor, r: Tensor): Tensor {
  const [m, n] = [a.size(-2), a.size(-1)];
  if (q.size(-1) > n)
    throw new ArgumentError(
      'linalg.qr: the complete Q of a tall matrix is not unique and has no gradient; leave out mode: "complete".',
    );
  if (m >= n) return tallGradient(gQ, gR, q, r);
  const rest = gR.narrow(-1, m, n - m);
  const fromRest = a.narrow(-1, m, n - m).matmul(T(rest));
  const square = tallGradient(gQ.add(fromRest), gR.narrow(-1, 0, m), q, r.narrow(-1, 0, m));
  return cat([square, q.matmul(rest)], -1);
}

function tallGradient(gQ: Tensor, gR: Tensor, q: Tensor, r: Tensor): Tensor {
  const m = r.matmul(T(gR)).sub(T(gQ).matmul(q));
  const symmetric = tril(m).add(T(tril(m, -1)));
  const inner = gQ.add(q.matmul(symmetric));
  return T(solveTriangle(r, T(inner), { upper: true, unitriangular: false })); // inner R⁻ᵀ
}

/** The compact form of QR: (…, m, n) → R above vectors (…, m, n), and tau (…, k). */
export const geqrfOp: MatrixOp<readonly [a: Tensor, tau: Tensor]> = /* @__PURE__ */ matrixOp({
  name: "geqrf",
  infer: ([a]) => [a, { shape: [...batchOf(a), Math.min(a.shape.at(-2)!, a.shape.at(-1)!)], dtype: a.dtype }],
  blocks(a, m, n) {
    const tau = reduce(a, m, n);
    return [a, tau];
  },
  gradient: () => [
    () => {
      throw new ArgumentError("geqrf: it has no gradient, as in PyTorch; detach() A, or use linalg.qr.");
    },
  ],
});

const qrOptions = /* @__PURE__ */ options('linalg.qr(A, { mode: "complete" })', {
  /** "reduced": Q (…, m, k); "complete": Q (…, m, m); "r": only R, Q is empty. Default "reduced". */
  mode: /* @__PURE__ */ oneOf(["reduced", "complete", "r"], "reduced"),
});

/** Options of {@link qr}. */
export interface QrOptions extends OptionsOf<typeof qrOptions> {}

const qrInput = /* @__PURE__ */ tensors("linalg.qr", "A float (…, m, n)");
const geqrfInput = /* @__PURE__ */ tensors("geqrf", "A float (…, m, n)");

/**
 * A = Q R: orthonormal columns and an upper triangle, with the signs of LAPACK: (…, m, n) → (…, m, k) and (…, k, n),
 * k = min(m, n).
 *
 * @throws ShapeError unless A is a matrix or a batch of them; DTypeError unless it holds floats.
 * @example linalg.qr(tensor([[3, 1], [4, 2]])).R // tensor([[-5, -2.2000], [0, 0.4000]])
 */
export function qr(A: Tensor, given?: QrOptions): { Q: Tensor; R: Tensor } & Iterable<Tensor> {
  qrInput.check([A]);
  const { mode } = qrOptions(given);
  const [Q, R] = apply(qrOp, [A], { complete: mode === "complete" });
  return iterable({ Q: mode === "r" ? Q.detach().flatten().narrow(0, 0, 0) : Q, R });
}

/**
 * The compact form of {@link linalg.qr}, as in LAPACK: R above the vectors of the reflections, and their factors tau:
 * (…, m, n) → (…, m, n) and (…, k). {@link linalg.householderProduct} computes Q from it. Not differentiable.
 *
 * @throws ShapeError unless A is a matrix or a batch of them; DTypeError unless it holds floats.
 * @example geqrf(tensor([[3, 1], [4, 2]])).tau // tensor([1.6000, 0])
 */
export function geqrf(A: Tensor): { a: Tensor; tau: Tensor } & Iterable<Tensor> {
  geqrfInput.check([A]);
  const [a, tau] = apply(geqrfOp, [A], {});
  return iterable({ a, tau });
}

const productInput = /* @__PURE__ */ tensors(
  "linalg.householderProduct",
  "A float (…, m, n)  tau same (…, k)",
);

/**
 * The first n columns of H₁ H₂ … H_k, H_j = 1 − tau_j v vᵀ with v in column j of A below its diagonal: (…, m, n) and
 * (…, k) → (…, m, n), k ≤ n ≤ m.
 *
 * @throws ShapeError unless k ≤ n ≤ m.
 * @example linalg.householderProduct(tensor([[-5], [0.5]]), tensor([1.6])) // tensor([[-0.6000], [-0.8000]])
 */
export function householderProduct(A: Tensor, tau: Tensor): Tensor {
  productInput.check([A, tau]);
  const [m, n, k] = [A.size(-2), A.size(-1), tau.size(-1)];
  if (n > m || k > n) throw tooMany("linalg.householderProduct", A, tau);
  const one = eye(m, n, { dtype: A.dtype, backend: A.backend });
  return reflected(A, tau, expand(one, A.shape), false);
}

/** H₁ H₂ … H_k times x, or its transpose times x. */
function reflected(A: Tensor, tau: Tensor, x: Tensor, transpose: boolean): Tensor {
  const k = tau.size(-1);
  const vectors = tril(A.narrow(-1, 0, k), -1).add(
    eye(A.size(-2), k, { dtype: A.dtype, backend: A.backend }),
  );
  let out = x;
  for (let step = 0; step < k; step++) {
    const j = transpose ? step : k - 1 - step;
    const v = vectors.narrow(-1, j, 1);
    out = out.sub(v.mul(tau.narrow(-1, j, 1).unsqueeze(-1)).matmul(T(v).matmul(out)));
  }
  return out;
}

function tooMany(what: string, A: Tensor, tau: Tensor): ArgumentError {
  return new ArgumentError(
    `${what}: A ${A.describe()} and tau ${tau.describe()}, expected at most as many factors as columns, and columns as rows.`,
  );
}

const ormqrOptions = /* @__PURE__ */ options("ormqr(a, tau, C, { transpose: true })", {
  /** Whether Q is on the left: Q C; C Q otherwise. Default true. */
  left: /* @__PURE__ */ flag(true),
  /** Whether Qᵀ takes the place of Q. Default false. */
  transpose: /* @__PURE__ */ flag(false),
});

/** Options of {@link ormqr}. */
export interface OrmqrOptions extends OptionsOf<typeof ormqrOptions> {}

const onTheLeft = /* @__PURE__ */ tensors("ormqr", "A float (…, m, n)  tau same (…, k)  C same (…, m, _)");
const onTheRight = /* @__PURE__ */ tensors("ormqr", "A float (…, m, n)  tau same (…, k)  C same (…, _, m)");

/**
 * Q C, Qᵀ C, C Q or C Qᵀ with the whole Q (…, m, m) of {@link geqrf}, which is not made: (…, m, n), (…, k), (…, m, c) →
 * (…, m, c).
 *
 * @throws ShapeError unless the sizes fit.
 * @example ormqr(tensor([[-5], [0.5]]), tensor([1.6]), tensor([[1], [0]])) // tensor([[-0.6000], [-0.8000]])
 */
export function ormqr(A: Tensor, tau: Tensor, C: Tensor, given?: OrmqrOptions): Tensor {
  const { left, transpose } = ormqrOptions(given);
  (left ? onTheLeft : onTheRight).check([A, tau, C]);
  if (tau.size(-1) > A.size(-1) || tau.size(-1) > A.size(-2)) throw tooMany("ormqr", A, tau);
  return left ? reflected(A, tau, C, transpose) : T(reflected(A, tau, T(C), !transpose));
}

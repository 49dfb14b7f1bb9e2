// The singular value decomposition, by Jacobi's rotations, and of low rank.
import type { OptionsOf } from "../contract.ts";
import { flag, instanceOf, nullable, options, tensorRule, tensors, whole } from "../contract.ts";
import type { Tensor } from "../core.ts";
import { ArgumentError, apply, apply1, diagEmbed, Generator, iterable, randn } from "../core.ts";
import { batchOf, checkFinite, type MatrixOp, matrixOp, overGaps, T, transposed } from "./matrices.ts";
import { qr } from "./qr.ts";

/** A = U diag(S) Vᵀ, A (…, m, n): U (…, m, k), S (…, k) descending, Vᵀ (…, k, n), k = min(m, n); square U and V if `full`. */
export const svdOp: MatrixOp<readonly [U: Tensor, S: Tensor, Vh: Tensor], { readonly full: boolean }> =
  /* @__PURE__ */ matrixOp({
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
    blocks(a, m, n, { full }) {
      const { u, s, vh } = decompose(a, m, n, full);
      return [u, s, vh];
    },
    gradient: ([gU, gS, gVh], _inputs, [u, s, vh]) => [() => svdGradient(gU, gS, gVh, u, s, vh)],
  });

/** Only the singular values: their gradient does not depend on the distances between them. */
export const svdvalsOp: MatrixOp = /* @__PURE__ */ matrixOp({
  name: "svdvals",
  infer: ([a]) => [{ shape: [...batchOf(a), Math.min(a.shape.at(-2)!, a.shape.at(-1)!)], dtype: a.dtype }],
  blocks: (a, m, n) => [decompose(a, m, n, false).s],
  gradient: ([g], [a]) => [
    () => {
      const [u, , vh] = apply(svdOp, [a], { full: false });
      return u.mul(g.unsqueeze(-2)).matmul(vh);
    },
  ],
});

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

const svdOptions = /* @__PURE__ */ options("linalg.svd(A, { fullMatrices: false })", {
  /** Whether U is (…, m, m) and Vh (…, n, n); (…, m, k) and (…, k, n) otherwise. Default true. */
  fullMatrices: /* @__PURE__ */ flag(true),
});

/** Options of {@link svd}. */
export interface SvdOptions extends OptionsOf<typeof svdOptions> {}

const svdInput = /* @__PURE__ */ tensors("linalg.svd", "A float (…, m, n)");
const svdvalsInput = /* @__PURE__ */ tensors("linalg.svdvals", "A float (…, m, n)");

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

/** The parts of A = U diag(s) Vᵀ. */
export interface SvdParts {
  readonly u: Float64Array;
  readonly s: Float64Array;
  readonly vh: Float64Array;
}

/**
 * The singular value decomposition of an (m, n) matrix by one-sided Jacobi rotations: the columns of A V become
 * orthogonal, their norms are the singular values (Golub and Van Loan, section 8.6.3). Square U and V if `full`.
 */
export function decompose(a: Float64Array, m: number, n: number, full: boolean): SvdParts {
  if (!a.every(Number.isFinite)) {
    const [rows, columns, k] = full
      ? [m, n, Math.min(m, n)]
      : [Math.min(m, n), Math.min(m, n), Math.min(m, n)];
    const none = (length: number): Float64Array => new Float64Array(length).fill(Number.NaN);
    return { u: none(m * rows), s: none(k), vh: none(columns * n) };
  }
  if (m < n) {
    const { u, s, vh } = decompose(transposed(a, m, n), n, m, full);
    const [rows, columns] = [full ? n : m, m];
    return { u: transposed(vh, m, columns), s, vh: transposed(u, n, rows) };
  }
  // Rows are contiguous: work on Aᵀ and Vᵀ.
  const work = transposed(a, m, n);
  const vh = new Float64Array(n * n);
  for (let i = 0; i < n; i++) vh[i * n + i] = 1;
  orthogonalize(work, vh, m, n);
  const norms = Float64Array.from({ length: n }, (_, j) => lengthOf(work.subarray(j * m, (j + 1) * m)));
  const order = Array.from({ length: n }, (_, j) => j).sort((i, j) => norms[j]! - norms[i]!);
  const width = full ? m : n;
  const rows = new Float64Array(width * m);
  const sorted = new Float64Array(n * n);
  const largest = norms[order[0] ?? 0] ?? 0;
  const missing: number[] = [];
  order.forEach((from, to) => {
    sorted.set(vh.subarray(from * n, (from + 1) * n), to * n);
    const norm = norms[from]!;
    if (norm > largest * 1e-290 && norm > largest * Number.EPSILON * 1e-3)
      for (let i = 0; i < m; i++) rows[to * m + i] = work[from * m + i]! / norm;
    else missing.push(to);
  });
  for (let j = n; j < width; j++) missing.push(j);
  complete(rows, m, width, missing);
  return { u: transposed(rows, width, m), s: Float64Array.from(order, (j) => norms[j]!), vh: sorted };
}

/** Rotates pairs of rows of `work` (n, m), and those of `vh` with them, until all rows are orthogonal. */
function orthogonalize(work: Float64Array, vh: Float64Array, m: number, n: number): void {
  for (let sweep = 0; sweep < 60; sweep++) {
    let rotated = false;
    for (let p = 0; p < n - 1; p++)
      for (let q = p + 1; q < n; q++) {
        let [alpha, beta, gamma] = [0, 0, 0];
        for (let i = 0; i < m; i++) {
          const [x, y] = [work[p * m + i]!, work[q * m + i]!];
          alpha += x * x;
          beta += y * y;
          gamma += x * y;
        }
        if (!(Math.abs(gamma) > 2 * Number.EPSILON * Math.sqrt(alpha * beta)) || gamma === 0) continue;
        rotated = true;
        const zeta = (beta - alpha) / (2 * gamma);
        const t = Math.sign(zeta || 1) / (Math.abs(zeta) + Math.hypot(zeta, 1));
        const c = 1 / Math.hypot(t, 1);
        rotateRows(work, m, p, q, c, c * t);
        rotateRows(vh, n, p, q, c, c * t);
      }
    if (!rotated) return;
  }
}

function rotateRows(a: Float64Array, width: number, p: number, q: number, c: number, s: number): void {
  for (let i = 0; i < width; i++) {
    const [x, y] = [a[p * width + i]!, a[q * width + i]!];
    a[p * width + i] = c * x - s * y;
    a[q * width + i] = s * x + c * y;
  }
}

/** Fills the missing rows of (width, m), so that all are orthonormal: unit vectors minus their components along the others. */
function complete(rows: Float64Array, m: number, width: number, missing: readonly number[]): void {
  const present = Array.from({ length: width }, (_, j) => j).filter((j) => !missing.includes(j));
  for (const to of missing) {
    let best = new Float64Array(m);
    let longest = 0;
    for (let axis = 0; axis < m && longest < 0.7; axis++) {
      const unit = new Float64Array(m);
      unit[axis] = 1;
      for (let twice = 0; twice < 2; twice++)
        for (const j of present) {
          let along = 0;
          for (let i = 0; i < m; i++) along += unit[i]! * rows[j * m + i]!;
          for (let i = 0; i < m; i++) unit[i]! -= along * rows[j * m + i]!;
        }
      const length = lengthOf(unit);
      if (length > longest) [best, longest] = [unit, length];
    }
    for (let i = 0; i < m; i++) rows[to * m + i] = best[i]! / longest;
    present.push(to);
  }
}

function lengthOf(x: Float64Array): number {
  return x.reduce((norm, value) => Math.hypot(norm, value), 0);
}

const niter = /* @__PURE__ */ whole(2, { min: 0 });
const generator = /* @__PURE__ */ instanceOf("a Generator", Generator);
const lowrankOptions = /* @__PURE__ */ options("svdLowrank(A, { q: 10 })", {
  /** The number of singular values. Default 6, or the smaller size. */
  q: /* @__PURE__ */ whole(undefined, { min: 0 }),
  /** Subspace iterations. Default 2. */
  niter,
  /** A matrix that is subtracted first; broadcasts to A. */
  M: /* @__PURE__ */ nullable(/* @__PURE__ */ tensorRule("float"), null),
  /** Where the random numbers come from. Default: the global generator. */
  generator,
});
const pcaOptions = /* @__PURE__ */ options("pcaLowrank(A, { q: 3 })", {
  /** The number of components. Default 6, or the smaller size. */
  q: /* @__PURE__ */ whole(undefined, { min: 0 }),
  /** Whether the columns' means are subtracted. Default true. */
  center: /* @__PURE__ */ flag(true),
  /** Subspace iterations. Default 2. */
  niter,
  /** Where the random numbers come from. Default: the global generator. */
  generator,
});

/** Options of {@link svdLowrank}. */
export interface SvdLowrankOptions extends OptionsOf<typeof lowrankOptions> {}
/** Options of {@link pcaLowrank}. */
export interface PcaLowrankOptions extends OptionsOf<typeof pcaOptions> {}

const lowrankInput = /* @__PURE__ */ tensors("svdLowrank", "A float (…, m, n)");
const withM = /* @__PURE__ */ tensors("svdLowrank", "A float (…, m, n)  M same (…, m|1, n|1)");
const pcaInput = /* @__PURE__ */ tensors("pcaLowrank", "A float (…, m, n)");

interface Parts extends Iterable<Tensor> {
  readonly U: Tensor;
  readonly S: Tensor;
  readonly V: Tensor;
}

/**
 * The q largest singular values of A and their vectors, A ≈ U diag(S) Vᵀ, by a random projection and subspace iterations
 * (Halko et al. 2011, algorithm 5.1): (…, m, n) → (…, m, q), (…, q) and (…, n, q).
 *
 * @throws ShapeError unless A is a matrix or a batch of them; ArgumentError for q above the smaller size.
 * @example svdLowrank(tensor([[3, 0], [0, 4]]), { q: 2 }).S // tensor([4, 3])
 */
export function svdLowrank(A: Tensor, given?: SvdLowrankOptions): Parts {
  lowrankInput.check([A]);
  const { M, ...terms } = lowrankOptions(given);
  if (M !== null) withM.check([A, M]);
  return project("svdLowrank", M === null ? A : A.sub(M), terms);
}

/**
 * The q principal components of rows of A, by {@link svdLowrank} of A without its columns' means: V has them as columns.
 *
 * @throws ShapeError unless A is a matrix or a batch of them; ArgumentError for q above the smaller size.
 * @example pcaLowrank(tensor([[1, 1], [2, 2], [3, 3]]), { q: 1 }).S // tensor([2])
 */
export function pcaLowrank(A: Tensor, given?: PcaLowrankOptions): Parts {
  pcaInput.check([A]);
  const { center, ...terms } = pcaOptions(given);
  return project("pcaLowrank", center ? A.sub(A.mean(-2, { keepdim: true })) : A, terms);
}

interface Terms {
  readonly q: number | undefined;
  readonly niter: number;
  readonly generator: Generator | undefined;
}

function project(what: string, A: Tensor, { q: given, niter, generator }: Terms): Parts {
  const [m, n] = [A.size(-2), A.size(-1)];
  const q = given ?? Math.min(6, m, n);
  if (q > Math.min(m, n)) throw new ArgumentError(`${what}: q is ${q}, expected at most ${Math.min(m, n)}.`);
  if (m < n) {
    const { U, S, V } = project(what, T(A), { q, niter, generator });
    return iterable({ U: V, S, V: U });
  }
  const { dtype, backend } = A;
  let Q = qr(A.matmul(randn([n, q], { dtype, backend, ...(generator && { generator }) }))).Q;
  for (let i = 0; i < niter; i++) Q = qr(A.matmul(qr(T(A).matmul(Q)).Q)).Q;
  const [U, S, Vh] = apply(svdOp, [T(Q).matmul(A)], { full: false });
  return iterable({ U: Q.matmul(U), S, V: T(Vh) });
}

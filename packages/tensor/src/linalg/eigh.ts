// Eigenvalues and eigenvectors of symmetric matrices.
import { type OptionsOf, oneOf, options, tensors } from "../contract.ts";
import { apply, apply1, diagEmbed, iterable, type Tensor } from "../core.ts";
import { checkFinite, identity, type MatrixOp, matrixOp, overGaps, T, transposed } from "./matrices.ts";

interface Read {
  /** Whether the upper triangle is read; the lower one otherwise. */
  readonly upper: boolean;
}

/** Symmetric A (…, n, n), given by one triangle → its eigenvalues, ascending, and eigenvectors as columns. */
export const eighOp: MatrixOp<readonly [eigenvalues: Tensor, eigenvectors: Tensor], Read> =
  /* @__PURE__ */ matrixOp({
    name: "eigh",
    infer: ([a]) => [{ shape: a.shape.slice(0, -1), dtype: a.dtype }, a],
    blocks(a, n, _n, { upper }) {
      const { eigenvalues, eigenvectors } = jacobi(a, n, upper);
      return [eigenvalues, eigenvectors];
    },
    // Giles 2008, section 3.1.
    gradient: ([gL, gV], _inputs, [l, v]) => [
      () => {
        const turn = T(v).matmul(gV); // V turns: Vᵀ dV is skew
        const inner = overGaps("linalg.eigh", turn.sub(T(turn)).mul(0.5), l, gV.ne(0).any(-2));
        return v.matmul(inner.add(diagEmbed(gL))).matmul(T(v));
      },
    ],
  });

/** Only the eigenvalues: their gradient does not depend on the distances between them. */
export const eigvalshOp: MatrixOp<readonly [Tensor], Read> = /* @__PURE__ */ matrixOp({
  name: "eigvalsh",
  infer: ([a]) => [{ shape: a.shape.slice(0, -1), dtype: a.dtype }],
  blocks: (a, n, _n, { upper }) => [jacobi(a, n, upper).eigenvalues],
  gradient: ([g], [a], _outputs, attrs) => [
    () => {
      const [, v] = apply(eighOp, [a], attrs);
      return v.mul(g.unsqueeze(-2)).matmul(T(v));
    },
  ],
});

/** Jacobi's rotations are the more exact, and take too long for larger matrices. */
const mostRotated = 32;

/** Jacobi's rotations in cyclic order, until the off-diagonal elements vanish (Golub and Van Loan, section 8.5). */
function jacobi(
  a: Float64Array,
  n: number,
  upper: boolean,
): { eigenvalues: Float64Array; eigenvectors: Float64Array } {
  for (let i = 0; i < n; i++)
    for (let j = i + 1; j < n; j++) {
      if (upper) a[j * n + i] = a[i * n + j]!;
      else a[i * n + j] = a[j * n + i]!;
    }
  if (!a.every(Number.isFinite))
    return { eigenvalues: new Float64Array(n).fill(Number.NaN), eigenvectors: a.fill(Number.NaN) };
  if (n > mostRotated) return inOrder(tridiagonalEigen(a, n), n);
  const v = identity(n);
  const least = 1e-17 * a.reduce((norm, x) => Math.hypot(norm, x), 0);
  for (let sweep = 0; sweep < 100; sweep++) {
    let rotated = false;
    for (let p = 0; p < n - 1; p++)
      for (let q = p + 1; q < n; q++) {
        const off = a[p * n + q]!;
        const [x, y] = [a[p * n + p]!, a[q * n + q]!];
        if (!(Math.abs(off) > least)) continue;
        rotated = true;
        const theta = (y - x) / (2 * off);
        const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.hypot(theta, 1));
        const c = 1 / Math.hypot(t, 1);
        const s = t * c;
        rotate(a, n, p, q, c, s, 1, n);
        rotate(a, n, p, q, c, s, n, 1);
        rotate(v, n, p, q, c, s, 1, n);
      }
    if (!rotated) break;
  }
  return inOrder(
    { values: Float64Array.from({ length: n }, (_, i) => a[i * n + i]!), rows: transposed(v, n, n) },
    n,
  );
}

function inOrder(
  { values, rows }: EigenRows,
  n: number,
): { eigenvalues: Float64Array; eigenvectors: Float64Array } {
  const order = Array.from({ length: n }, (_, i) => i).sort((i, j) => values[i]! - values[j]!);
  const vectors = new Float64Array(n * n);
  order.forEach((from, to) => {
    for (let i = 0; i < n; i++) vectors[i * n + to] = rows[from * n + i]!;
  });
  return { eigenvalues: Float64Array.from(order, (i) => values[i]!), eigenvectors: vectors };
}

/** Rotates columns p and q (`across` 1, `along` n), or rows (`across` n, `along` 1). */
function rotate(
  a: Float64Array,
  n: number,
  p: number,
  q: number,
  c: number,
  s: number,
  across: number,
  along: number,
): void {
  for (let i = 0; i < n; i++) {
    const [at, to] = [p * across + i * along, q * across + i * along];
    const [x, y] = [a[at]!, a[to]!];
    a[at] = c * x - s * y;
    a[to] = s * x + c * y;
  }
}

/* @__NO_SIDE_EFFECTS__ */
function triangleOptions<const What extends string>(what: What) {
  return options(`${what}(A, { UPLO: "U" })`, {
    /** The triangle that is read. Default "L". */
    UPLO: oneOf(["L", "U"], "L"),
  });
}
const eighOptions = triangleOptions("linalg.eigh");
const eigvalshOptions = triangleOptions("linalg.eigvalsh");

/** Options of {@link eigh}. */
export interface EighOptions extends OptionsOf<typeof eighOptions> {}
/** Options of {@link eigvalsh}. */
export interface EigvalshOptions extends OptionsOf<typeof eigvalshOptions> {}

const eighInput = /* @__PURE__ */ tensors("linalg.eigh", "A float (…, n, n)");
const eigvalshInput = /* @__PURE__ */ tensors("linalg.eigvalsh", "A float (…, n, n)");

/**
 * The eigenvalues of a symmetric matrix, ascending, and its eigenvectors as columns, A = V diag(λ) Vᵀ: (…, n, n) → (…, n)
 * and (…, n, n). One triangle is read. Eigenvectors are unique up to their signs, and have a gradient where the
 * eigenvalues differ: elsewhere it throws.
 *
 * @throws ShapeError unless the matrices are square; DTypeError unless they hold floats; ArgumentError for NaN and ∞.
 * @example linalg.eigh(tensor([[2, 1], [1, 2]])).eigenvalues // tensor([1, 3])
 */
export function eigh(
  A: Tensor,
  given?: EighOptions,
): { eigenvalues: Tensor; eigenvectors: Tensor } & Iterable<Tensor> {
  eighInput.check([A]);
  const upper = eighOptions(given).UPLO === "U";
  checkFinite("linalg.eigh", upper ? A.triu() : A.tril());
  const [eigenvalues, eigenvectors] = apply(eighOp, [A], { upper });
  return iterable({ eigenvalues, eigenvectors });
}

/**
 * The eigenvalues of a symmetric matrix, ascending: (…, n, n) → (…, n). One triangle is read.
 *
 * @throws ShapeError unless the matrices are square; DTypeError unless they hold floats.
 * @example linalg.eigvalsh(tensor([[2, 1], [1, 2]])) // tensor([1, 3])
 */
export function eigvalsh(A: Tensor, given?: EigvalshOptions): Tensor {
  eigvalshInput.check([A]);
  const upper = eigvalshOptions(given).UPLO === "U";
  checkFinite("linalg.eigvalsh", upper ? A.triu() : A.tril());
  return apply1(eigvalshOp, [A], { upper });
}

/** Eigenvalues in no order, and the eigenvector of each as a row. */
export interface EigenRows {
  readonly values: Float64Array;
  readonly rows: Float64Array;
}

// Of one eigenvalue; three are the rule.
const mostSteps = 60;

/**
 * The eigenvalues of a symmetric matrix, which is overwritten: reflections make it tridiagonal, and shifted QL steps diagonal
 * (Golub and Van Loan, sections 8.3.1 and 8.3.4). About 4 n³ operations, where Jacobi's rotations take ten times as many.
 */
export function tridiagonalEigen(a: Float64Array, n: number): EigenRows {
  const { diagonal, offDiagonal, rows } = tridiagonal(a, n);
  for (let l = 0; l < n; l++) {
    for (let step = 0; step < mostSteps; step++) {
      const m = blockEnd(diagonal, offDiagonal, l);
      if (m === l) break;
      qlStep(diagonal, offDiagonal, rows, n, l, m);
    }
  }
  return { values: diagonal, rows };
}

interface Tridiagonal {
  readonly diagonal: Float64Array;
  /** The off-diagonal elements; the last is 0. */
  readonly offDiagonal: Float64Array;
  /** Qᵀ, where A = Q T Qᵀ. */
  readonly rows: Float64Array;
}

function tridiagonal(a: Float64Array, n: number): Tridiagonal {
  const [diagonal, offDiagonal, w] = [new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  const reflections: (readonly [v: Float64Array, beta: number])[] = [];
  for (let k = 0; k < n - 2; k++) {
    diagonal[k] = a[k * n + k]!;
    const v = a.slice(k * n + k + 1, (k + 1) * n);
    const length = v.reduce((sum, x) => Math.hypot(sum, x), 0);
    offDiagonal[k] = v[0]! > 0 ? -length : length;
    v[0]! -= offDiagonal[k]!;
    const square = dot(v, v, 0);
    const beta = square > 0 ? 2 / square : 0;
    reflections.push([v, beta]);
    if (beta === 0) continue;
    const start = k + 1;
    for (let i = start; i < n; i++) w[i] = beta * dot(v, a, i * n + start);
    const half = (beta / 2) * dot(v, w, start);
    for (let i = start; i < n; i++) w[i]! -= half * v[i - start]!;
    for (let i = start; i < n; i++)
      for (let j = start; j < n; j++) a[i * n + j]! -= v[i - start]! * w[j]! + w[i]! * v[j - start]!;
  }
  for (let k = Math.max(n - 2, 0); k < n; k++) {
    diagonal[k] = a[k * n + k]!;
    if (k + 1 < n) offDiagonal[k] = a[k * n + k + 1]!;
  }
  const rows = identity(n);
  for (let k = reflections.length - 1; k >= 0; k--) {
    const [v, beta] = reflections[k]!;
    for (let i = k + 1; i < n; i++) {
      const start = i * n + k + 1;
      const along = beta * dot(v, rows, start);
      for (let j = 0; j < v.length; j++) rows[start + j]! -= along * v[j]!;
    }
  }
  return { diagonal, offDiagonal, rows };
}

function dot(v: Float64Array, x: Float64Array, start: number): number {
  let sum = 0;
  for (let j = 0; j < v.length; j++) sum += v[j]! * x[start + j]!;
  return sum;
}

/** The end of the block that starts at l, where the off-diagonal element is negligible. */
function blockEnd(diagonal: Float64Array, offDiagonal: Float64Array, l: number): number {
  let m = l;
  while (m + 1 < diagonal.length) {
    const size = Math.abs(diagonal[m]!) + Math.abs(diagonal[m + 1]!);
    if (!(Math.abs(offDiagonal[m]!) > Number.EPSILON * size)) break;
    m++;
  }
  return m;
}

/** One QL step on the block from l to m, with Wilkinson's shift. */
function qlStep(
  diagonal: Float64Array,
  offDiagonal: Float64Array,
  rows: Float64Array,
  n: number,
  l: number,
  m: number,
): void {
  const half = (diagonal[l + 1]! - diagonal[l]!) / (2 * offDiagonal[l]!);
  const root = Math.hypot(half, 1);
  let g = diagonal[m]! - diagonal[l]! + offDiagonal[l]! / (half + (half < 0 ? -root : root));
  let [s, c, p] = [1, 1, 0];
  for (let i = m - 1; i >= l; i--) {
    const [f, b] = [s * offDiagonal[i]!, c * offDiagonal[i]!];
    const r = Math.hypot(f, g);
    offDiagonal[i + 1] = r;
    if (r === 0) {
      diagonal[i + 1]! -= p;
      offDiagonal[m] = 0;
      return;
    }
    [s, c] = [f / r, g / r];
    const shifted = diagonal[i + 1]! - p;
    const turned = (diagonal[i]! - shifted) * s + 2 * c * b;
    p = s * turned;
    diagonal[i + 1] = shifted + p;
    g = c * turned - b;
    for (let [x, y] = [i * n, (i + 1) * n], end = y; x < end; x++, y++) {
      const [one, other] = [rows[x]!, rows[y]!];
      rows[y] = s * one + c * other;
      rows[x] = c * one - s * other;
    }
  }
  diagonal[l]! -= p;
  offDiagonal[l] = g;
  offDiagonal[m] = 0;
}

import { apply, apply1 } from "../apply/apply.ts";
import type { Op } from "../apply/op.ts";
import { type OptionsOf, options } from "../contract/options.ts";
import { oneOf } from "../contract/rules.ts";
import { tensors } from "../contract/tensors.ts";
import { iterable } from "../iterable.ts";
import { diagEmbed } from "../ops/views/triangle.ts";
import type { Tensor } from "../tensor.ts";
import { blocksOf, checkFinite, identity, overGaps, put, T } from "./matrices.ts";
import { type EigenRows, tridiagonalEigen } from "./tridiagonal.ts";

interface Read {
  /** Whether the upper triangle is read; the lower one otherwise. */
  readonly upper: boolean;
}

/** Symmetric A (…, n, n), given by one triangle → its eigenvalues, ascending, and eigenvectors as columns. */
export const eighOp: Op<readonly [Tensor], readonly [eigenvalues: Tensor, eigenvectors: Tensor], Read> = {
  name: "eigh",
  infer: ([a]) => [{ shape: a.shape.slice(0, -1), dtype: a.dtype }, a],
  forward([a], [values, vectors], { upper }) {
    const n = a.shape.at(-1)!;
    const all = blocksOf(a, 2);
    for (let i = 0; i < all.count; i++) {
      const { eigenvalues, eigenvectors } = jacobi(all.at(i), n, upper);
      put(values, i, eigenvalues);
      put(vectors, i, eigenvectors);
    }
  },
  // Giles 2008, section 3.1.
  gradient: ([gL, gV], _inputs, [l, v]) => [
    () => {
      const turn = T(v).matmul(gV); // V turns: Vᵀ dV is skew
      const inner = overGaps("linalg.eigh", turn.sub(T(turn)).mul(0.5), l, gV.ne(0).any(-2));
      return v.matmul(inner.add(diagEmbed(gL))).matmul(T(v));
    },
  ],
};

/** Only the eigenvalues: their gradient does not depend on the distances between them. */
export const eigvalshOp: Op<readonly [Tensor], readonly [Tensor], Read> = {
  name: "eigvalsh",
  infer: ([a]) => [{ shape: a.shape.slice(0, -1), dtype: a.dtype }],
  forward([a], [values], { upper }) {
    const all = blocksOf(a, 2);
    for (let i = 0; i < all.count; i++) put(values, i, jacobi(all.at(i), a.shape.at(-1)!, upper).eigenvalues);
  },
  gradient: ([g], [a], _outputs, attrs) => [
    () => {
      const [, v] = apply(eighOp, [a], attrs);
      return v.mul(g.unsqueeze(-2)).matmul(T(v));
    },
  ],
};

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
    { values: Float64Array.from({ length: n }, (_, i) => a[i * n + i]!), rows: transposed(v, n) },
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

function transposed(v: Float64Array, n: number): Float64Array {
  const rows = new Float64Array(n * n);
  for (let i = 0; i < n; i++) for (let j = 0; j < n; j++) rows[j * n + i] = v[i * n + j]!;
  return rows;
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

const triangle = oneOf(["L", "U"], "L");
const eighOptions = options(
  "linalg.eigh",
  {
    /** The triangle that is read. Default "L". */
    UPLO: triangle,
  },
  { example: 'linalg.eigh(A, { UPLO: "U" })' },
);
const eigvalshOptions = options(
  "linalg.eigvalsh",
  {
    /** The triangle that is read. Default "L". */
    UPLO: triangle,
  },
  { example: 'linalg.eigvalsh(A, { UPLO: "U" })' },
);

/** Options of {@link eigh}. */
export interface EighOptions extends OptionsOf<typeof eighOptions> {}
/** Options of {@link eigvalsh}. */
export interface EigvalshOptions extends OptionsOf<typeof eigvalshOptions> {}

const eighInput = tensors("linalg.eigh", "A float (…, n, n)");
const eigvalshInput = tensors("linalg.eigvalsh", "A float (…, n, n)");

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

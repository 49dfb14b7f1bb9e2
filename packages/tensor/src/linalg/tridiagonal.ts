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
  const rows = new Float64Array(n * n);
  for (let i = 0; i < n; i++) rows[i * n + i] = 1;
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

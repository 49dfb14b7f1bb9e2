import { transposed } from "./matrices.ts";

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

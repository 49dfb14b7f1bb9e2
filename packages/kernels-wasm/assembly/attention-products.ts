// The matrix products of attention: tiles of 2 × 16 that stay in registers over all of k, or what tiles.ts has.
import { panels } from "./matmul";
import { fused, madd } from "./simd";
import { tiles8 } from "./tiles";

/**
 * c (n, 16) = a (n, k) b (k, 16), strides in bytes, rows of b and c dense. `before` says what is added to: 0 nothing,
 * 1 the value of c, else that times sixteen floats at this address, one a column. Two rows at a time; where the second
 * is missing, the first replaces it and is computed twice.
 */
export function product16(
  n: usize, k: usize, a: usize, aRow: usize, aColumn: usize, b: usize, bRow: usize,
  c: usize, cRow: usize, before: usize,
): void {
  const end = b + k * bRow;
  for (let i: usize = 0; i < n; i += 2) {
    const second = i + 1 < n;
    const a1: usize = second ? aRow : 0;
    const d = c + (second ? cRow : 0);
    let c00 = f32x4.splat(0), c01 = c00, c02 = c00, c03 = c00;
    let c10 = c00, c11 = c00, c12 = c00, c13 = c00;
    if (before != 0) {
      c00 = v128.load(c); c01 = v128.load(c, 16); c02 = v128.load(c, 32); c03 = v128.load(c, 48);
      c10 = v128.load(d); c11 = v128.load(d, 16); c12 = v128.load(d, 32); c13 = v128.load(d, 48);
      if (before != 1) {
        const f0 = v128.load(before);
        const f1 = v128.load(before, 16);
        const f2 = v128.load(before, 32);
        const f3 = v128.load(before, 48);
        c00 = f32x4.mul(c00, f0); c01 = f32x4.mul(c01, f1); c02 = f32x4.mul(c02, f2); c03 = f32x4.mul(c03, f3);
        c10 = f32x4.mul(c10, f0); c11 = f32x4.mul(c11, f1); c12 = f32x4.mul(c12, f2); c13 = f32x4.mul(c13, f3);
      }
    }
    let x = a;
    for (let y = b; y != end; y += bRow) {
      const b0 = v128.load(y);
      const b1 = v128.load(y, 16);
      const b2 = v128.load(y, 32);
      const b3 = v128.load(y, 48);
      const x0 = v128.load32_splat(x);
      c00 = madd(x0, b0, c00); c01 = madd(x0, b1, c01); c02 = madd(x0, b2, c02); c03 = madd(x0, b3, c03);
      const x1 = v128.load32_splat(x + a1);
      c10 = madd(x1, b0, c10); c11 = madd(x1, b1, c11); c12 = madd(x1, b2, c12); c13 = madd(x1, b3, c13);
      x += aColumn;
    }
    v128.store(c, c00); v128.store(c, c01, 16); v128.store(c, c02, 32); v128.store(c, c03, 48);
    v128.store(d, c10); v128.store(d, c11, 16); v128.store(d, c12, 32); v128.store(d, c13, 48);
    a += 2 * aRow;
    c += 2 * cRow;
  }
}

/** c (n, width) += a (n, k) b (k, width), rows of b and c dense, for widths that are multiples of 16. */
export function addProduct(
  n: usize, width: usize, k: usize, a: usize, aRow: usize, aColumn: usize, b: usize, bRow: usize, c: usize, cRow: usize,
): void {
  // Panels may be wider than 16 where multiply-adds are fused.
  if (fused) panels(n, width, k, a, aRow, aColumn, b, bRow, c, cRow, true);
  else for (const end = b + width * 4; b < end; b += 64, c += 64) product16(n, k, a, aRow, aColumn, b, bRow, c, cRow, 1);
}

/**
 * c (n, 16) = a (n, k) b (k, 16): scores of n keys for a panel of queries. With `corner` all but those of the last eight
 * keys for the first eight queries, which stay what they are.
 */
export function panelScores(
  n: usize, k: usize, a: usize, aRow: usize, b: usize, c: usize, cRow: usize, corner: bool,
): void {
  const late: usize = corner && k > 0 ? 8 : 0;
  const first = n - late;
  product16(first, k, a, aRow, 4, b, 64, c, cRow, 0);
  if (late) tiles8(late, k, a + first * aRow, aRow, 4, b + 32, 64, 16, c + first * cRow + 32, cRow, 16, false);
}

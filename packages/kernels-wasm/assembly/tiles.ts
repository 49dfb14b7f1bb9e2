// The loops over a panel's tiles, rows by twos or fours: each tile's elements stay in registers over all of k. bRow is what
// lies between two rows of b's panel; its last vector of four columns stands bLast bytes behind the first one, and c's
// cLast. They are exported so that they stay functions: inlined into their caller they lose registers.
import { madd } from "./simd";

export function tiles24(
  n: usize, k: usize, a: usize, aRow: usize, aColumn: usize, b: usize, bRow: usize, c: usize, cRow: usize, more: bool,
): void {
  rowsByTwo(6, n, k, a, aRow, aColumn, b, bRow, 32, c, cRow, 32, more);
}

export function tiles16(
  n: usize, k: usize, a: usize, aRow: usize, aColumn: usize, b: usize, bRow: usize, c: usize, cRow: usize, more: bool,
): void {
  rowsByTwo(4, n, k, a, aRow, aColumn, b, bRow, 32, c, cRow, 32, more);
}

export function tiles12(
  n: usize, k: usize, a: usize, aRow: usize, aColumn: usize, b: usize, bRow: usize, bLast: usize,
  c: usize, cRow: usize, cLast: usize, more: bool,
): void {
  rowsByTwo(3, n, k, a, aRow, aColumn, b, bRow, bLast, c, cRow, cLast, more);
}

/** Tiles of two rows and `vectors` vectors, of which the third stands where b2 and d2 say. */
// @ts-ignore: decorator
@inline
function rowsByTwo(
  vectors: i32, n: usize, k: usize, a: usize, aRow: usize, aColumn: usize, b: usize, bRow: usize, b2: usize,
  c: usize, cRow: usize, c2: usize, more: bool,
): void {
  const end = b + k * bRow;
  for (let i: usize = 0; i < n; i += 2) {
    const r1 = min<usize>(1, n - 1 - i);
    const a1 = r1 * aRow;
    const d = c + r1 * cRow;
    let c00 = f32x4.splat(0), c01 = c00, c02 = c00, c03 = c00, c04 = c00, c05 = c00;
    let c10 = c00, c11 = c00, c12 = c00, c13 = c00, c14 = c00, c15 = c00;
    if (more) {
      c00 = v128.load(c); c01 = v128.load(c, 16); c02 = v128.load(c + c2);
      c10 = v128.load(d); c11 = v128.load(d, 16); c12 = v128.load(d + c2);
      if (vectors > 3) { c03 = v128.load(c, 48); c13 = v128.load(d, 48); }
      if (vectors > 4) { c04 = v128.load(c, 64); c05 = v128.load(c, 80); c14 = v128.load(d, 64); c15 = v128.load(d, 80); }
    }
    let x = a;
    let y = b;
    do {
      const x0 = v128.load32_splat(x);
      const x1 = v128.load32_splat(x + a1);
      const y0 = v128.load(y);
      c00 = madd(y0, x0, c00); c10 = madd(y0, x1, c10);
      const y1 = v128.load(y, 16);
      c01 = madd(y1, x0, c01); c11 = madd(y1, x1, c11);
      const y2 = v128.load(y + b2);
      c02 = madd(y2, x0, c02); c12 = madd(y2, x1, c12);
      if (vectors > 3) {
        const y3 = v128.load(y, 48);
        c03 = madd(y3, x0, c03); c13 = madd(y3, x1, c13);
      }
      if (vectors > 4) {
        const y4 = v128.load(y, 64);
        c04 = madd(y4, x0, c04); c14 = madd(y4, x1, c14);
        const y5 = v128.load(y, 80);
        c05 = madd(y5, x0, c05); c15 = madd(y5, x1, c15);
      }
      x += aColumn;
      y += bRow;
    } while (y != end);
    v128.store(c, c00); v128.store(c, c01, 16); v128.store(c + c2, c02);
    v128.store(d, c10); v128.store(d, c11, 16); v128.store(d + c2, c12);
    if (vectors > 3) { v128.store(c, c03, 48); v128.store(d, c13, 48); }
    if (vectors > 4) { v128.store(c, c04, 64); v128.store(c, c05, 80); v128.store(d, c14, 64); v128.store(d, c15, 80); }
    a += 2 * aRow;
    c += 2 * cRow;
  }
}

export function tiles8(
  n: usize, k: usize, a: usize, aRow: usize, aColumn: usize, b: usize, bRow: usize, bLast: usize,
  c: usize, cRow: usize, cLast: usize, more: bool,
): void {
  const end = b + k * bRow;
  for (let i: usize = 0; i < n; i += 4) {
    const r1 = min<usize>(1, n - 1 - i);
    const r2 = min<usize>(2, n - 1 - i);
    const r3 = min<usize>(3, n - 1 - i);
    const a1 = r1 * aRow;
    const a2 = r2 * aRow;
    const a3 = r3 * aRow;
    const d = c + r1 * cRow;
    const e = c + r2 * cRow;
    const f = c + r3 * cRow;
    let c00 = f32x4.splat(0), c01 = c00, c10 = c00, c11 = c00;
    let c20 = c00, c21 = c00, c30 = c00, c31 = c00;
    if (more) {
      c00 = v128.load(c); c01 = v128.load(c + cLast); c10 = v128.load(d); c11 = v128.load(d + cLast);
      c20 = v128.load(e); c21 = v128.load(e + cLast); c30 = v128.load(f); c31 = v128.load(f + cLast);
    }
    let x = a;
    let y = b;
    do {
      const b0 = v128.load(y);
      const b1 = v128.load(y + bLast);
      const x0 = v128.load32_splat(x);
      c00 = madd(x0, b0, c00); c01 = madd(x0, b1, c01);
      const x1 = v128.load32_splat(x + a1);
      c10 = madd(x1, b0, c10); c11 = madd(x1, b1, c11);
      const x2 = v128.load32_splat(x + a2);
      c20 = madd(x2, b0, c20); c21 = madd(x2, b1, c21);
      const x3 = v128.load32_splat(x + a3);
      c30 = madd(x3, b0, c30); c31 = madd(x3, b1, c31);
      x += aColumn;
      y += bRow;
    } while (y != end);
    v128.store(c, c00); v128.store(c + cLast, c01); v128.store(d, c10); v128.store(d + cLast, c11);
    v128.store(e, c20); v128.store(e + cLast, c21); v128.store(f, c30); v128.store(f + cLast, c31);
    a += 4 * aRow;
    c += 4 * cRow;
  }
}

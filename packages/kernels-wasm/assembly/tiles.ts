// The loops over a panel's tiles, rows by twos or fours: each tile's elements stay in registers over all of k. bRow is what
// lies between two rows of b's panel; its last vector of four columns is bLast bytes after the first one, and c's
// cLast. They are exported so that they stay functions: inlined into their caller they lose registers.
import { madd } from "./simd";

// The value already there is added when a block's sum is complete: a sum that went on through all blocks would lose more
// digits the longer it is.
@inline function plus(sum: v128, p: usize): v128 {
  return f32x4.add(v128.load(p), sum);
}

export function tiles24(
  n: usize, k: usize, a: usize, aRow: usize, aColumn: usize, b: usize, bRow: usize, c: usize, cRow: usize,
  start: usize, startRow: usize,
): void {
  rowsByTwo(6, n, k, a, aRow, aColumn, b, bRow, c, cRow, start, startRow);
}

export function tiles16(
  n: usize, k: usize, a: usize, aRow: usize, aColumn: usize, b: usize, bRow: usize, c: usize, cRow: usize,
  start: usize, startRow: usize,
): void {
  rowsByTwo(4, n, k, a, aRow, aColumn, b, bRow, c, cRow, start, startRow);
}

/** Tiles of two rows and four or six vectors. */
@inline function rowsByTwo(
  vectors: i32, n: usize, k: usize, a: usize, aRow: usize, aColumn: usize, b: usize, bRow: usize, c: usize, cRow: usize,
  start: usize, startRow: usize,
): void {
  const end = b + k * bRow;
  for (let i: usize = 0; i < n; i += 2) {
    const r1 = min<usize>(1, n - 1 - i);
    const a1 = r1 * aRow;
    const d = c + r1 * cRow;
    let c00 = f32x4.splat(0), c01 = c00, c02 = c00, c03 = c00, c04 = c00, c05 = c00;
    let c10 = c00, c11 = c00, c12 = c00, c13 = c00, c14 = c00, c15 = c00;
    let x = a;
    let y = b;
    do {
      const x0 = v128.load32_splat(x);
      const x1 = v128.load32_splat(x + a1);
      // One vector after another: were they loaded together, six would not stay in registers.
      const b0 = v128.load(y);
      c00 = madd(b0, x0, c00); c10 = madd(b0, x1, c10);
      const b1 = v128.load(y, 16);
      c01 = madd(b1, x0, c01); c11 = madd(b1, x1, c11);
      const b2 = v128.load(y, 32);
      c02 = madd(b2, x0, c02); c12 = madd(b2, x1, c12);
      const b3 = v128.load(y, 48);
      c03 = madd(b3, x0, c03); c13 = madd(b3, x1, c13);
      if (vectors > 4) {
        const b4 = v128.load(y, 64);
        c04 = madd(b4, x0, c04); c14 = madd(b4, x1, c14);
        const b5 = v128.load(y, 80);
        c05 = madd(b5, x0, c05); c15 = madd(b5, x1, c15);
      }
      x += aColumn;
      y += bRow;
    } while (y != end);
    if (start != 0) {
      const s = start + r1 * startRow;
      c00 = plus(c00, start); c01 = plus(c01, start + 16); c02 = plus(c02, start + 32); c03 = plus(c03, start + 48);
      c10 = plus(c10, s); c11 = plus(c11, s + 16); c12 = plus(c12, s + 32); c13 = plus(c13, s + 48);
      if (vectors > 4) {
        c04 = plus(c04, start + 64); c05 = plus(c05, start + 80);
        c14 = plus(c14, s + 64); c15 = plus(c15, s + 80);
      }
      start += 2 * startRow;
    }
    v128.store(c, c00); v128.store(c, c01, 16); v128.store(c, c02, 32); v128.store(c, c03, 48);
    v128.store(d, c10); v128.store(d, c11, 16); v128.store(d, c12, 32); v128.store(d, c13, 48);
    if (vectors > 4) { v128.store(c, c04, 64); v128.store(c, c05, 80); v128.store(d, c14, 64); v128.store(d, c15, 80); }
    a += 2 * aRow;
    c += 2 * cRow;
  }
}

/** By fours, for fused multiply-adds: the sums of two rows would wait for themselves. */
export function tiles12by4(
  n: usize, k: usize, a: usize, aRow: usize, aColumn: usize, b: usize, bRow: usize, bLast: usize,
  c: usize, cRow: usize, cLast: usize,
): void {
  const end = b + k * bRow;
  for (; n >= 4; n -= 4) {
    const d = c + cRow;
    const e = d + cRow;
    const f = e + cRow;
    let c00 = f32x4.splat(0), c01 = c00, c02 = c00, c10 = c00, c11 = c00, c12 = c00;
    let c20 = c00, c21 = c00, c22 = c00, c30 = c00, c31 = c00, c32 = c00;
    let x = a;
    let y = b;
    // Equal to y, but not to the compiler: b's vectors are loaded twice, since there is no register to keep them in.
    let z = b;
    do {
      const x0 = v128.load32_splat(x);
      const x1 = v128.load32_splat(x + aRow);
      const b0 = v128.load(y);
      c00 = madd(b0, x0, c00); c10 = madd(b0, x1, c10);
      const b1 = v128.load(y, 16);
      c01 = madd(b1, x0, c01); c11 = madd(b1, x1, c11);
      const b2 = v128.load(y + bLast);
      c02 = madd(b2, x0, c02); c12 = madd(b2, x1, c12);
      const x2 = v128.load32_splat(x + 2 * aRow);
      const x3 = v128.load32_splat(x + 3 * aRow);
      const d0 = v128.load(z);
      c20 = madd(d0, x2, c20); c30 = madd(d0, x3, c30);
      const d1 = v128.load(z, 16);
      c21 = madd(d1, x2, c21); c31 = madd(d1, x3, c31);
      const d2 = v128.load(z + bLast);
      c22 = madd(d2, x2, c22); c32 = madd(d2, x3, c32);
      x += aColumn;
      y += bRow;
      z += bRow;
    } while (y != end);
    v128.store(c, c00); v128.store(c, c01, 16); v128.store(c + cLast, c02);
    v128.store(d, c10); v128.store(d, c11, 16); v128.store(d + cLast, c12);
    v128.store(e, c20); v128.store(e, c21, 16); v128.store(e + cLast, c22);
    v128.store(f, c30); v128.store(f, c31, 16); v128.store(f + cLast, c32);
    a += 4 * aRow;
    c += 4 * cRow;
  }
  if (n > 0) tiles12(n, k, a, aRow, aColumn, b, bRow, bLast, c, cRow, cLast, false);
}

export function tiles12(
  n: usize, k: usize, a: usize, aRow: usize, aColumn: usize, b: usize, bRow: usize, bLast: usize,
  c: usize, cRow: usize, cLast: usize, more: bool,
): void {
  const end = b + k * bRow;
  for (let i: usize = 0; i < n; i += 2) {
    const r1 = min<usize>(1, n - 1 - i);
    const a1 = r1 * aRow;
    const d = c + r1 * cRow;
    let c00 = f32x4.splat(0), c01 = c00, c02 = c00, c10 = c00, c11 = c00, c12 = c00;
    let x = a;
    let y = b;
    do {
      const b0 = v128.load(y);
      const b1 = v128.load(y, 16);
      const b2 = v128.load(y + bLast);
      const x0 = v128.load32_splat(x);
      c00 = madd(x0, b0, c00); c01 = madd(x0, b1, c01); c02 = madd(x0, b2, c02);
      const x1 = v128.load32_splat(x + a1);
      c10 = madd(x1, b0, c10); c11 = madd(x1, b1, c11); c12 = madd(x1, b2, c12);
      x += aColumn;
      y += bRow;
    } while (y != end);
    if (more) {
      c00 = plus(c00, c); c01 = plus(c01, c + 16); c02 = plus(c02, c + cLast);
      c10 = plus(c10, d); c11 = plus(c11, d + 16); c12 = plus(c12, d + cLast);
    }
    v128.store(c, c00); v128.store(c, c01, 16); v128.store(c + cLast, c02);
    v128.store(d, c10); v128.store(d, c11, 16); v128.store(d + cLast, c12);
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
    if (more) {
      c00 = plus(c00, c); c01 = plus(c01, c + cLast); c10 = plus(c10, d); c11 = plus(c11, d + cLast);
      c20 = plus(c20, e); c21 = plus(c21, e + cLast); c30 = plus(c30, f); c31 = plus(c31, f + cLast);
    }
    v128.store(c, c00); v128.store(c + cLast, c01); v128.store(d, c10); v128.store(d + cLast, c11);
    v128.store(e, c20); v128.store(e + cLast, c21); v128.store(f, c30); v128.store(f + cLast, c31);
    a += 4 * aRow;
    c += 4 * cRow;
  }
}

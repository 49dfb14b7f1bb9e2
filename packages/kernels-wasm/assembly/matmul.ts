// The matrix product of float32: c (n, m) = a (n, k) · b (k, m). Strides are in bytes. An element is the sum of its k
// products in their order, whatever tile it falls into and wherever the blocks end, so that a range of rows or columns
// computed by itself has the same bits.
//
// Columns go in panels of 16, the last ones of 12 or 8, whose last four may overlap those before them; rows go in twos
// to fours, the last row standing in for those that are missing. Both only compute an element twice.
import { transposeTile } from "./copy";
import { madd } from "./simd";
import { at0, at1, at2, next, start } from "./walk";

/** Of the inner size, rows and columns, so much is worked on at a time: what is packed then stays in the caches. */
const INNER: usize = 256;
const ROWS: usize = 96;
const COLUMNS: usize = 512;

// The loops over tiles are exported so that they stay functions: inlined into their caller they lose registers.

/** Packed rows of a lie so far apart that a few of them do not meet in the same cache lines. */
const A_STEP: usize = INNER * 4 + 64;
const A_BYTES: usize = ROWS * A_STEP;

/** The bytes of scratch that a product takes; flags: 1 packs the left operand, 2 the right one. */
export function productScratch(m: usize, k: usize, flags: usize): usize {
  const width = min<usize>((m + 3) & ~3, COLUMNS + 12);
  return (flags & 1 ? A_BYTES : 0) + (flags & 2 ? max<usize>(width, 8) * min<usize>(k, INNER) * 4 : 0);
}

/**
 * c = a · b for each step of a walk over a, b and c; m ≥ 4. A right operand that is not packed has dense rows; one
 * that is has dense rows or dense columns; a left operand that is packed has dense columns.
 */
export function product(
  n: usize, m: usize, k: usize, a: usize, aRow: usize, aColumn: usize, b: usize, bRow: usize, bColumn: usize,
  c: usize, cRow: usize, flags: usize, scratch: usize, block: usize,
): void {
  const packed = scratch + (flags & 1 ? A_BYTES : 0);
  start(a, b, c);
  do {
    if (k == 0) for (let i: usize = 0; i < n; i++) memory.fill(at2 + i * cRow, 0, m * 4);
    for (let p: usize = 0; p < k; p += INNER) {
      const depth = min(INNER, k - p);
      let width: usize = 0;
      for (let j: usize = 0; j < m; j += width) {
        width = m - j;
        // What remains is never less than two panels of four columns.
        if (width > COLUMNS + 4) width = COLUMNS;
        let right = at1 + p * bRow + j * bColumn;
        let rightRow = bRow;
        if (flags & 2) {
          pack(width, depth, right, bRow, bColumn, packed);
          right = packed;
          rightRow = 0;
        }
        for (let i: usize = 0; i < n; i += ROWS) {
          const height = min(ROWS, n - i);
          let left = at0 + i * aRow + p * aColumn;
          const to = at2 + i * cRow + j * 4;
          if (flags & 1) {
            transposeTile(left, scratch, height, depth, aColumn, A_STEP);
            panels(height, width, depth, scratch, A_STEP, 4, right, rightRow, to, cRow, p > 0);
          } else {
            panels(height, width, depth, left, aRow, aColumn, right, rightRow, to, cRow, p > 0);
          }
        }
      }
    }
  } while (next(block));
}

/**
 * How many of the `left` vectors of four columns the next panel takes: 4, 3 or 2, so that none is left alone, and no 4
 * with an overlap. 1 only where it is all there is.
 */
// @ts-ignore: decorator
@inline
function vectorsOf(left: usize, ragged: bool): usize {
  if (left >= 6 || (left == 4 && !ragged)) return 4;
  return left == 5 ? 3 : left == 4 ? 2 : left;
}

/** Panels behind one another, each with its rows of 16, 12 or 8 columns behind one another. */
function pack(m: usize, k: usize, b: usize, bRow: usize, bColumn: usize, to: usize): void {
  let left = (m + 3) >> 2;
  for (let j: usize = 0; left > 0; ) {
    const vectors = vectorsOf(left, (m & 3) != 0);
    left -= vectors;
    const step = max<usize>(vectors, 2) * 16;
    for (let v: usize = 0; v < max<usize>(vectors, 2); v++) {
      const from = b + min(j, m - 4) * bColumn;
      if (bColumn == 4) {
        let x = from;
        let y = to + v * 16;
        for (let p: usize = k; p > 0; p--) {
          v128.store(y, v128.load(x));
          x += bRow;
          y += step;
        }
      } else {
        transposeTile(from, to + v * 16, k, 4, bColumn, step);
      }
      j += 4;
    }
    to += step * k;
  }
}

/** All panels of a block; bRow is 0 where they are packed. c is added to where `more` says so. */
function panels(
  n: usize, m: usize, k: usize, a: usize, aRow: usize, aColumn: usize, b: usize, bRow: usize, c: usize, cRow: usize,
  more: bool,
): void {
  let left = (m + 3) >> 2;
  for (let j: usize = 0; left > 0; ) {
    const vectors = vectorsOf(left, (m & 3) != 0);
    left -= vectors;
    // Where the last vector stands: it ends with the last column.
    const last = min<usize>(j + vectors * 4, m) - 4 - j;
    const right = bRow == 0 ? b : b + j * 4;
    const step = bRow == 0 ? max<usize>(vectors, 2) * 16 : bRow;
    const rightLast = bRow == 0 ? step - 16 : last * 4;
    if (vectors == 4) tiles16(n, k, a, aRow, aColumn, right, step, c + j * 4, cRow, more);
    else if (vectors == 3) tiles12(n, k, a, aRow, aColumn, right, step, rightLast, c + j * 4, cRow, last * 4, more);
    else tiles8(n, k, a, aRow, aColumn, right, step, rightLast, c + j * 4, cRow, last * 4, more);
    if (bRow == 0) b += step * k;
    j += vectors * 4;
  }
}

export function tiles16(
  n: usize, k: usize, a: usize, aRow: usize, aColumn: usize, b: usize, bRow: usize, c: usize, cRow: usize, more: bool,
): void {
  const end = b + k * bRow;
  for (let i: usize = 0; i < n; i += 2) {
    const r1 = min<usize>(1, n - 1 - i);
    const a1 = r1 * aRow;
    const d = c + r1 * cRow;
    let c00 = f32x4.splat(0), c01 = c00, c02 = c00, c03 = c00;
    let c10 = c00, c11 = c00, c12 = c00, c13 = c00;
    if (more) {
      c00 = v128.load(c); c01 = v128.load(c, 16); c02 = v128.load(c, 32); c03 = v128.load(c, 48);
      c10 = v128.load(d); c11 = v128.load(d, 16); c12 = v128.load(d, 32); c13 = v128.load(d, 48);
    }
    let x = a;
    let y = b;
    do {
      const x0 = v128.load32_splat(x);
      const x1 = v128.load32_splat(x + a1);
      const b0 = v128.load(y);
      c00 = madd(b0, x0, c00); c10 = madd(b0, x1, c10);
      const b1 = v128.load(y, 16);
      c01 = madd(b1, x0, c01); c11 = madd(b1, x1, c11);
      const b2 = v128.load(y, 32);
      c02 = madd(b2, x0, c02); c12 = madd(b2, x1, c12);
      const b3 = v128.load(y, 48);
      c03 = madd(b3, x0, c03); c13 = madd(b3, x1, c13);
      x += aColumn;
      y += bRow;
    } while (y != end);
    v128.store(c, c00); v128.store(c, c01, 16); v128.store(c, c02, 32); v128.store(c, c03, 48);
    v128.store(d, c10); v128.store(d, c11, 16); v128.store(d, c12, 32); v128.store(d, c13, 48);
    a += 2 * aRow;
    c += 2 * cRow;
  }
}

/** Three rows at a time; two where sums of products want registers of their own. */
const ROWS12: usize = ASC_FEATURE_RELAXED_SIMD ? 3 : 2;

export function tiles12(
  n: usize, k: usize, a: usize, aRow: usize, aColumn: usize, b: usize, bRow: usize, bLast: usize,
  c: usize, cRow: usize, cLast: usize, more: bool,
): void {
  const end = b + k * bRow;
  for (let i: usize = 0; i < n; i += ROWS12) {
    const r1 = min<usize>(1, n - 1 - i);
    const r2 = min<usize>(2, n - 1 - i);
    const a1 = r1 * aRow;
    const a2 = r2 * aRow;
    const d = c + r1 * cRow;
    const e = c + r2 * cRow;
    let c00 = f32x4.splat(0), c01 = c00, c02 = c00;
    let c10 = c00, c11 = c00, c12 = c00;
    let c20 = c00, c21 = c00, c22 = c00;
    if (more) {
      c00 = v128.load(c); c01 = v128.load(c, 16); c02 = v128.load(c + cLast);
      c10 = v128.load(d); c11 = v128.load(d, 16); c12 = v128.load(d + cLast);
      if (ROWS12 == 3) { c20 = v128.load(e); c21 = v128.load(e, 16); c22 = v128.load(e + cLast); }
    }
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
      if (ROWS12 == 3) {
        const x2 = v128.load32_splat(x + a2);
        c20 = madd(x2, b0, c20); c21 = madd(x2, b1, c21); c22 = madd(x2, b2, c22);
      }
      x += aColumn;
      y += bRow;
    } while (y != end);
    v128.store(c, c00); v128.store(c, c01, 16); v128.store(c + cLast, c02);
    v128.store(d, c10); v128.store(d, c11, 16); v128.store(d + cLast, c12);
    if (ROWS12 == 3) { v128.store(e, c20); v128.store(e, c21, 16); v128.store(e + cLast, c22); }
    a += ROWS12 * aRow;
    c += ROWS12 * cRow;
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

// The matrix product of float32: c (n, m) = a (n, k) · b (k, m). Strides are in bytes. An element is the sum of its k
// products in blocks of 256: those of a block in their order, then the blocks in theirs, whatever tile it falls into, so
// that a range of rows or columns computed by itself has the same bits. Blocks keep the error small where k is large.
//
// Columns go in panels of 24 or 16, the last ones of 12 or 8, whose last four may overlap those before them; rows go in
// twos or fours, the last row standing in for those that are missing. Both only compute an element twice.
import { packLeft, packRight } from "../src/shared/codes";
import { addBias } from "./bias";
import { transposeTile } from "./copy";
import { fused, madd } from "./simd";
import { tiles12, tiles12by4, tiles16, tiles24, tiles8 } from "./tiles";
import { at0, at1, at2, next, start } from "./walk";

/** Of the inner size, rows and columns, so much is worked on at a time: what is packed then stays in the caches. */
export const INNER: usize = 256;
const ROWS: usize = 96;
const COLUMNS: usize = 512;

/** Packed rows of a lie so far apart that a few of them do not meet in the same cache lines. */
const A_STEP: usize = INNER * 4 + 64;
const A_BYTES: usize = ROWS * A_STEP;

/** The bytes of scratch that a product takes; flags: packLeft, packRight. */
export function productScratch(m: usize, k: usize, flags: usize): usize {
  const width = min<usize>((m + 3) & ~3, COLUMNS + 12);
  return (flags & packLeft ? A_BYTES : 0) + (flags & packRight ? max<usize>(width, 8) * min<usize>(k, INNER) * 4 : 0);
}

/**
 * c = a · b for each step of a walk over a, b and c; m ≥ 4. A right operand that is not packed has dense rows; one
 * that is has dense rows or dense columns; a left operand that is packed has dense columns. A bias is added to each row
 * while it is near; it needs k > 0.
 */
export function product(
  n: usize, m: usize, k: usize, a: usize, aRow: usize, aColumn: usize, b: usize, bRow: usize, bColumn: usize,
  c: usize, cRow: usize, flags: usize, bias: usize, scratch: usize, block: usize,
): void {
  const packed = scratch + (flags & packLeft ? A_BYTES : 0);
  start(a, b, c);
  if (n == 1 && !flags && scratch != 0) {
    do {
      rowProduct(m, k, at0, aColumn, at1, bRow, at2, scratch);
      if (bias != 0) addBias(bias, at2, 1, m, cRow);
    } while (next(block));
    return;
  }
  // One panel: small products take little more time than it takes to come to their tiles.
  if (m <= 12 && k - 1 < INNER && !(flags & packLeft)) {
    const last = (m - 4) * 4;
    const step: usize = flags & packRight ? (m > 8 ? 48 : 32) : bRow;
    const rightLast = flags & packRight ? step - 16 : last;
    do {
      let right = at1;
      if (flags & packRight) {
        pack(m, k, right, bRow, bColumn, packed);
        right = packed;
      }
      if (m <= 8) tiles8(n, k, at0, aRow, aColumn, right, step, rightLast, at2, cRow, last, false);
      else if (fused) tiles12by4(n, k, at0, aRow, aColumn, right, step, rightLast, at2, cRow, last);
      else tiles12(n, k, at0, aRow, aColumn, right, step, rightLast, at2, cRow, last, false);
      if (bias != 0) addBias(bias, at2, n, m, cRow);
    } while (next(block));
    return;
  }
  do {
    if (k == 0) for (let i: usize = 0; i < n; i++) memory.fill(at2 + i * cRow, 0, m * 4);
    for (let p: usize = 0; p < k; p += INNER) {
      const depth = min(INNER, k - p);
      let width: usize = 0;
      for (let j: usize = 0; j < m; j += width) {
        width = m - j;
        // The rest is never less than two panels of four columns.
        if (width > COLUMNS + 4) width = COLUMNS;
        let right = at1 + p * bRow + j * bColumn;
        let rightRow = bRow;
        if (flags & packRight) {
          pack(width, depth, right, bRow, bColumn, packed);
          right = packed;
          rightRow = 0;
        }
        for (let i: usize = 0; i < n; i += ROWS) {
          const height = min(ROWS, n - i);
          let left = at0 + i * aRow + p * aColumn;
          const to = at2 + i * cRow + j * 4;
          if (flags & packLeft) {
            transposeTile(left, scratch, height, depth, aColumn, A_STEP);
            panels(height, width, depth, scratch, A_STEP, 4, right, rightRow, to, cRow, p > 0);
          } else {
            panels(height, width, depth, left, aRow, aColumn, right, rightRow, to, cRow, p > 0);
          }
          if (bias != 0 && p + depth == k) addBias(bias + j * 4, to, height, width, cRow);
        }
      }
    }
  } while (next(block));
}

/**
 * c (m) = a (k) · b (k, m) with dense rows, eight of them at a time: they are read from memory in their order. Scratch has
 * m floats, for the sums of a block.
 */
function rowProduct(m: usize, k: usize, a: usize, aColumn: usize, b: usize, bRow: usize, c: usize, scratch: usize): void {
  if (k == 0) memory.fill(c, 0, m * 4);
  for (let p: usize = 0; p < k; p += INNER) {
    const sums = p == 0 ? c : scratch;
    let left = min(INNER, k - p);
    for (let first = true; left >= 8; left -= 8, first = false) {
      addRows8(m, a, aColumn, b, bRow, sums, first);
      a += 8 * aColumn;
      b += 8 * bRow;
    }
    for (let first = min(INNER, k - p) < 8; left > 0; left--, first = false) {
      const x = v128.load32_splat(a);
      for (let j: usize = 0; j < m; j++) {
        const sum = first ? f32x4.splat(0) : v128.load32_zero(sums + j * 4);
        v128.store_lane<u32>(sums + j * 4, madd(v128.load32_zero(b + j * 4), x, sum), 0);
      }
      a += aColumn;
      b += bRow;
    }
    if (p > 0) for (let j: usize = 0; j < m; j++) store<f32>(c + j * 4, load<f32>(c + j * 4) + load<f32>(sums + j * 4));
  }
}

/** sums (m) += a (8) · b (8, m), or without sums where they are the first. */
export function addRows8(m: usize, a: usize, aColumn: usize, b: usize, bRow: usize, sums: usize, first: bool): void {
  const x0 = v128.load32_splat(a), x1 = v128.load32_splat(a + aColumn);
  const x2 = v128.load32_splat(a + 2 * aColumn), x3 = v128.load32_splat(a + 3 * aColumn);
  const x4 = v128.load32_splat(a + 4 * aColumn), x5 = v128.load32_splat(a + 5 * aColumn);
  const x6 = v128.load32_splat(a + 6 * aColumn), x7 = v128.load32_splat(a + 7 * aColumn);
  let z = b + 4 * bRow;
  for (let left = <isize>m; left > 0; left -= 4) {
    if (left < 4) {
      // One column at a time.
      for (; left > 0; left--, b += 4, z += 4, sums += 4) {
        let s = first ? f32x4.splat(0) : v128.load32_zero(sums);
        s = madd(v128.load32_zero(b), x0, s); s = madd(v128.load32_zero(b + bRow), x1, s);
        s = madd(v128.load32_zero(b + 2 * bRow), x2, s); s = madd(v128.load32_zero(b + 3 * bRow), x3, s);
        s = madd(v128.load32_zero(z), x4, s); s = madd(v128.load32_zero(z + bRow), x5, s);
        s = madd(v128.load32_zero(z + 2 * bRow), x6, s); s = madd(v128.load32_zero(z + 3 * bRow), x7, s);
        v128.store_lane<u32>(sums, s, 0);
      }
      return;
    }
    let s = first ? f32x4.splat(0) : v128.load(sums);
    s = madd(v128.load(b), x0, s); s = madd(v128.load(b + bRow), x1, s);
    s = madd(v128.load(b + 2 * bRow), x2, s); s = madd(v128.load(b + 3 * bRow), x3, s);
    s = madd(v128.load(z), x4, s); s = madd(v128.load(z + bRow), x5, s);
    s = madd(v128.load(z + 2 * bRow), x6, s); s = madd(v128.load(z + 3 * bRow), x7, s);
    v128.store(sums, s);
    b += 16;
    z += 16;
    sums += 16;
  }
}

/** The most vectors of four columns in a panel: as many as leave room in sixteen registers. */
export const widest: usize = fused ? 6 : 4;

/**
 * How many of the `left` vectors of four columns the next panel takes: 6, 4, 3 or 2, so that none is left alone, and no
 * 6 or 4 with an overlap. 1 only where it is all there is.
 */
@inline export function vectorsOf(left: usize, ragged: bool): usize {
  if (left >= widest + 2 || (left == widest && !ragged)) return widest;
  if (left >= 6 || (left == 4 && !ragged)) return 4;
  return left == 5 ? 3 : left == 4 ? 2 : left;
}

/** Contiguous panels, each with contiguous rows of 24, 16, 12 or 8 columns. */
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
export function panels(
  n: usize, m: usize, k: usize, a: usize, aRow: usize, aColumn: usize, b: usize, bRow: usize, c: usize, cRow: usize,
  more: bool,
): void {
  let left = (m + 3) >> 2;
  for (let j: usize = 0; left > 0; ) {
    const vectors = vectorsOf(left, (m & 3) != 0);
    left -= vectors;
    // The place of the last vector: it ends with the last column.
    const last = min<usize>(j + vectors * 4, m) - 4 - j;
    const right = bRow == 0 ? b : b + j * 4;
    const step = bRow == 0 ? max<usize>(vectors, 2) * 16 : bRow;
    const rightLast = bRow == 0 ? step - 16 : last * 4;
    const to = c + j * 4;
    const from: usize = more ? to : 0;
    if (vectors == 6) tiles24(n, k, a, aRow, aColumn, right, step, to, cRow, from, cRow);
    else if (vectors == 4) tiles16(n, k, a, aRow, aColumn, right, step, to, cRow, from, cRow);
    else if (vectors == 3) tiles12(n, k, a, aRow, aColumn, right, step, rightLast, to, cRow, last * 4, more);
    else tiles8(n, k, a, aRow, aColumn, right, step, rightLast, to, cRow, last * 4, more);
    if (bRow == 0) b += step * k;
    j += vectors * 4;
  }
}

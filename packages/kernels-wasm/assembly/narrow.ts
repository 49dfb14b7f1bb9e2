// Products with less than four columns: c (n, m) = a (n, k) · b (k, m), a column at a time. Strides are in bytes. How an
// element's products are added follows from k and from which of a's dims is dense: in blocks, as in matmul.ts.
import { across, madd } from "./simd";
import { at0, at1, at2, next, start } from "./walk";

/** The products that a block of a row has (four sums at a time), and of a column. */
const ROW_BLOCK: usize = 1024;
const COLUMN_BLOCK: usize = 256;
/** Rows of so many products are read one after the other. */
const LONG: usize = 128;

/** `scratch` has k floats. a has dense rows, or dense columns and n ≥ 4. */
export function narrowProduct(
  n: usize, m: usize, k: usize, a: usize, aRow: usize, aColumn: usize, b: usize, bRow: usize, bColumn: usize,
  c: usize, cRow: usize, cColumn: usize, scratch: usize, block: usize,
): void {
  start(a, b, c);
  do {
    if (aColumn == 4 && bRow == 4) {
      // All columns for four rows at a time: a is read from memory once.
      for (let i: usize = 0; i < n; i += 4) {
        for (let j: usize = 0; j < m; j++) {
          alongRows(min<usize>(4, n - i), k, at0 + i * aRow, aRow, at1 + j * bColumn, at2 + i * cRow + j * cColumn, cRow);
        }
      }
      continue;
    }
    for (let j: usize = 0; j < m; j++) {
      let column = at1 + j * bColumn;
      if (bRow != 4) {
        for (let p: usize = 0; p < k; p++) store<f32>(scratch + p * 4, load<f32>(column + p * bRow));
        column = scratch;
      }
      if (aColumn == 4) alongRows(n, k, at0, aRow, column, at2 + j * cColumn, cRow);
      else downColumns(n, k, at0, aColumn, column, at2 + j * cColumn, cRow);
    }
  } while (next(block));
}

function alongRows(n: usize, k: usize, a: usize, aRow: usize, b: usize, c: usize, cRow: usize): void {
  if (k < LONG) fourRows(n, k, a, aRow, b, c, cRow);
  else for (let i: usize = 0; i < n; i++) oneRow(k, a + i * aRow, b, c + i * cRow);
}

/** A row after the other: four at once come slower from memory. */
function oneRow(k: usize, x: usize, y: usize, c: usize): void {
  let t = f32x4.splat(0);
  const end = y + (k & ~15) * 4;
  while (y < end) {
    const stop = min(end, y + ROW_BLOCK * 8);
    let s0 = f32x4.splat(0), s1 = s0, s2 = s0, s3 = s0;
    do {
      s0 = madd(v128.load(x), v128.load(y), s0);
      s1 = madd(v128.load(x, 16), v128.load(y, 16), s1);
      s2 = madd(v128.load(x, 32), v128.load(y, 32), s2);
      s3 = madd(v128.load(x, 48), v128.load(y, 48), s3);
      x += 64;
      y += 64;
    } while (y < stop);
    t = f32x4.add(t, f32x4.add(f32x4.add(s0, s1), f32x4.add(s2, s3)));
  }
  let sum = across(t);
  for (let p = k & 15; p > 0; p--) {
    sum += load<f32>(x) * load<f32>(y);
    x += 4;
    y += 4;
  }
  store<f32>(c, sum);
}

/** Four rows at a time, the last one standing in for those that are missing. */
function fourRows(n: usize, k: usize, a: usize, aRow: usize, b: usize, c: usize, cRow: usize): void {
  const end = b + (k & ~3) * 4;
  for (let i: usize = 0; i < n; i += 4) {
    const r1 = min<usize>(1, n - 1 - i);
    const r2 = min<usize>(2, n - 1 - i);
    const r3 = min<usize>(3, n - 1 - i);
    const a1 = r1 * aRow;
    const a2 = r2 * aRow;
    const a3 = r3 * aRow;
    let t0: f32 = 0, t1: f32 = 0, t2: f32 = 0, t3: f32 = 0;
    let x = a;
    let y = b;
    while (y < end) {
      const stop = min(end, y + ROW_BLOCK * 4);
      let s0 = f32x4.splat(0), s1 = s0, s2 = s0, s3 = s0;
      do {
        const v = v128.load(y);
        s0 = madd(v128.load(x), v, s0);
        s1 = madd(v128.load(x + a1), v, s1);
        s2 = madd(v128.load(x + a2), v, s2);
        s3 = madd(v128.load(x + a3), v, s3);
        x += 16;
        y += 16;
      } while (y < stop);
      t0 += across(s0);
      t1 += across(s1);
      t2 += across(s2);
      t3 += across(s3);
    }
    for (let p = k & 3; p > 0; p--) {
      const v = load<f32>(y);
      t0 += load<f32>(x) * v;
      t1 += load<f32>(x + a1) * v;
      t2 += load<f32>(x + a2) * v;
      t3 += load<f32>(x + a3) * v;
      x += 4;
      y += 4;
    }
    store<f32>(c, t0);
    store<f32>(c + r1 * cRow, t1);
    store<f32>(c + r2 * cRow, t2);
    store<f32>(c + r3 * cRow, t3);
    a += 4 * aRow;
    c += 4 * cRow;
  }
}

/** Sixteen rows at a time where there are so many, else four; the last ones overlap those before them. */
function downColumns(n: usize, k: usize, a: usize, aColumn: usize, b: usize, c: usize, cRow: usize): void {
  const wide: usize = n >= 16 ? 16 : 4;
  const second: usize = n >= 16 ? 16 : 0;
  const end = b + k * 4;
  for (let i: usize = 0; i < n; i += wide) {
    const top = min(i, n - wide);
    let t0 = f32x4.splat(0), t1 = t0, t2 = t0, t3 = t0;
    let x = a + top * 4;
    for (let y = b; y < end; ) {
      const stop = min(end, y + COLUMN_BLOCK * 4);
      let s0 = f32x4.splat(0), s1 = s0, s2 = s0, s3 = s0;
      do {
        const v = v128.load32_splat(y);
        s0 = madd(v128.load(x), v, s0);
        s1 = madd(v128.load(x + second), v, s1);
        s2 = madd(v128.load(x + 2 * second), v, s2);
        s3 = madd(v128.load(x + 3 * second), v, s3);
        x += aColumn;
        y += 4;
      } while (y < stop);
      t0 = f32x4.add(t0, s0);
      t1 = f32x4.add(t1, s1);
      t2 = f32x4.add(t2, s2);
      t3 = f32x4.add(t3, s3);
    }
    const to = c + top * cRow;
    put(to, cRow, t0);
    if (wide == 4) continue;
    put(to + 4 * cRow, cRow, t1);
    put(to + 8 * cRow, cRow, t2);
    put(to + 12 * cRow, cRow, t3);
  }
}

function put(c: usize, cRow: usize, v: v128): void {
  v128.store_lane<u32>(c, v, 0);
  v128.store_lane<u32>(c + cRow, v, 1);
  v128.store_lane<u32>(c + 2 * cRow, v, 2);
  v128.store_lane<u32>(c + 3 * cRow, v, 3);
}

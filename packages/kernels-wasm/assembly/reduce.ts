// Sums and extremes of dense float32. Sums are made in float32 over short blocks and in float64 beyond them; the
// blocks follow from the shape alone.
import { rowTotal } from "./row-total";
import { loadTail, storeTail } from "./simd";

/** Rows that a column's block has. */
const COLUMN_BLOCK: usize = 64;

/** y[r] = Σ x[r][…] of rows of n. */
export function sumRows(x: usize, y: usize, rows: usize, n: usize): void {
  for (let r: usize = 0; r < rows; r++) {
    store<f32>(y + r * 4, <f32>rowTotal(x, n));
    x += n * 4;
  }
}

/** Σ x² in float64, which no float32 overflows. */
export function sumSquares(x: usize, n: usize): f64 {
  let a = f64x2.splat(0);
  let b = a;
  const end = x + (n & ~3) * 4;
  while (x < end) {
    const low = f64x2.promote_low_f32x4(v128.load64_zero(x));
    const high = f64x2.promote_low_f32x4(v128.load64_zero(x, 8));
    a = f64x2.add(a, f64x2.mul(low, low));
    b = f64x2.add(b, f64x2.mul(high, high));
    x += 16;
  }
  a = f64x2.add(a, b);
  let sum = f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1);
  for (let i: usize = n & 3; i > 0; i--) {
    const v = <f64>load<f32>(x);
    sum += v * v;
    x += 4;
  }
  return sum;
}

// @ts-ignore: decorator
@inline
function addTo(scratch: usize, v: v128): void {
  v128.store(scratch, f64x2.add(v128.load(scratch), f64x2.promote_low_f32x4(v)));
  const high = f64x2.promote_low_f32x4(v128.shuffle<i64>(v, v, 1, 1));
  v128.store(scratch, f64x2.add(v128.load(scratch, 16), high), 16);
}

/** Column sums of up to 64 rows: into y, or added to float64 scratch where there are more blocks. */
function columnBlock(x: usize, y: usize, scratch: usize, rows: usize, columns: usize, step: usize): void {
  let j: usize = 0;
  for (; j + 16 <= columns; j += 16) {
    let p = x + j * 4;
    let a = v128.load(p);
    let b = v128.load(p, 16);
    let c = v128.load(p, 32);
    let d = v128.load(p, 48);
    for (let i: usize = 1; i < rows; i++) {
      p += step;
      a = f32x4.add(a, v128.load(p));
      b = f32x4.add(b, v128.load(p, 16));
      c = f32x4.add(c, v128.load(p, 32));
      d = f32x4.add(d, v128.load(p, 48));
    }
    if (scratch == 0) {
      v128.store(y + j * 4, a);
      v128.store(y + j * 4, b, 16);
      v128.store(y + j * 4, c, 32);
      v128.store(y + j * 4, d, 48);
    } else {
      addTo(scratch + j * 8, a);
      addTo(scratch + j * 8 + 32, b);
      addTo(scratch + j * 8 + 64, c);
      addTo(scratch + j * 8 + 96, d);
    }
  }
  for (; j + 4 <= columns; j += 4) {
    let p = x + j * 4;
    let a = v128.load(p);
    for (let i: usize = 1; i < rows; i++) {
      p += step;
      a = f32x4.add(a, v128.load(p));
    }
    if (scratch == 0) v128.store(y + j * 4, a);
    else addTo(scratch + j * 8, a);
  }
  for (; j < columns; j++) {
    let p = x + j * 4;
    let a = load<f32>(p);
    for (let i: usize = 1; i < rows; i++) {
      p += step;
      a += load<f32>(p);
    }
    if (scratch == 0) store<f32>(y + j * 4, a);
    else store<f64>(scratch + j * 8, load<f64>(scratch + j * 8) + <f64>a);
  }
}

/**
 * y[o][j] = Σᵢ x[o][i][j], with rows ≥ 1, which are `step` bytes apart. `scratch` has 8 bytes a column where there are
 * more than 64 rows.
 */
export function sumColumns(
  x: usize, y: usize, outer: usize, rows: usize, columns: usize, step: usize, scratch: usize,
): void {
  for (let o: usize = 0; o < outer; o++) {
    if (rows <= COLUMN_BLOCK) {
      columnBlock(x, y, 0, rows, columns, step);
    } else {
      memory.fill(scratch, 0, columns * 8);
      for (let i: usize = 0; i < rows; i += COLUMN_BLOCK) {
        columnBlock(x + i * step, y, scratch, min<usize>(COLUMN_BLOCK, rows - i), columns, step);
      }
      for (let j: usize = 0; j < columns; j++) store<f32>(y + j * 4, <f32>load<f64>(scratch + j * 8));
    }
    x += rows * step;
    y += columns * 4;
  }
}

@final class Largest {
  @inline at(a: v128, b: v128): v128 { return f32x4.max(a, b); }
  @inline one(a: f32, b: f32): f32 { return max<f32>(a, b); }
  @inline worst(): f32 { return f32.NEGATIVE_INFINITY; }
}
@final class Smallest {
  @inline at(a: v128, b: v128): v128 { return f32x4.min(a, b); }
  @inline one(a: f32, b: f32): f32 { return min<f32>(a, b); }
  @inline worst(): f32 { return f32.POSITIVE_INFINITY; }
}

function extremeRows<F>(x: usize, y: usize, rows: usize, n: usize): void {
  const f = changetype<F>(0);
  for (let r: usize = 0; r < rows; r++) {
    // @ts-ignore: method of F
    let best: f32 = f.worst();
    const end = x + n * 4;
    if (n >= 4) {
      let a = v128.load(x);
      const whole = x + (n & ~3) * 4;
      for (x += 16; x < whole; x += 16) {
        // @ts-ignore: method of F
        a = f.at(a, v128.load(x));
      }
      // @ts-ignore: method of F
      a = f.at(a, v128.shuffle<i64>(a, a, 1, 0));
      // @ts-ignore: method of F
      a = f.at(a, v128.shuffle<i32>(a, a, 1, 0, 3, 2));
      best = f32x4.extract_lane(a, 0);
    }
    for (; x < end; x += 4) {
      // @ts-ignore: method of F
      best = f.one(best, load<f32>(x));
    }
    store<f32>(y + r * 4, best);
  }
}

function extremeColumns<F>(x: usize, y: usize, outer: usize, rows: usize, columns: usize, step: usize): void {
  const f = changetype<F>(0);
  for (let o: usize = 0; o < outer; o++) {
    for (let j: usize = 0; j < columns; j += 4) {
      let p = x + j * 4;
      const rest = columns - j;
      let a: v128;
      if (rest >= 4) {
        a = v128.load(p);
        for (let i: usize = 1; i < rows; i++) {
          p += step;
          // @ts-ignore: method of F
          a = f.at(a, v128.load(p));
        }
        v128.store(y + j * 4, a);
      } else {
        a = loadTail(p, rest);
        for (let i: usize = 1; i < rows; i++) {
          p += step;
          // @ts-ignore: method of F
          a = f.at(a, loadTail(p, rest));
        }
        storeTail(y + j * 4, a, rest);
      }
    }
    x += rows * step;
    y += columns * 4;
  }
}

export function maxRows(x: usize, y: usize, rows: usize, n: usize): void {
  extremeRows<Largest>(x, y, rows, n);
}
export function minRows(x: usize, y: usize, rows: usize, n: usize): void {
  extremeRows<Smallest>(x, y, rows, n);
}
export function maxColumns(x: usize, y: usize, outer: usize, rows: usize, columns: usize, step: usize): void {
  extremeColumns<Largest>(x, y, outer, rows, columns, step);
}
export function minColumns(x: usize, y: usize, outer: usize, rows: usize, columns: usize, step: usize): void {
  extremeColumns<Smallest>(x, y, outer, rows, columns, step);
}

/** y[r] = Σ x[r][…] of int32, which wraps. */
export function sumRowsInt(x: usize, y: usize, rows: usize, n: usize): void {
  for (let r: usize = 0; r < rows; r++) {
    let sum = 0;
    for (let i: usize = 0; i < n; i++) sum += load<i32>(x + i * 4);
    store<i32>(y + r * 4, sum);
    x += n * 4;
  }
}

/** y[r] = how many of the bytes x[r][…] are 1. */
export function sumRowsBool(x: usize, y: usize, rows: usize, n: usize): void {
  for (let r: usize = 0; r < rows; r++) {
    let sum = 0;
    for (let i: usize = 0; i < n; i++) sum += load<u8>(x + i);
    store<i32>(y + r * 4, sum);
    x += n;
  }
}

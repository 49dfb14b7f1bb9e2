// Folds of dense rows of any dtype in float64, rounded once when stored.
import * as folds from "../src/shared/folds";
import { bytesOf, get, put } from "./element";
import { power } from "./power";

/** y[r] = what `code` of src/shared/folds.ts says of row r. */
export function foldRows(
  code: i32, x: usize, type: i32, y: usize, yType: i32, rows: usize, n: usize, p: f64,
): void {
  const step = bytesOf(type);
  for (let r: usize = 0; r < rows; r++) {
    let total: f64 = code == folds.product ? 1 : code == folds.smallest ? f64.POSITIVE_INFINITY : 0;
    for (let i: usize = n; i > 0; i--, x += step) {
      const v = get(x, type);
      const size = abs(v);
      if (code == folds.product) total *= v;
      else if (code == folds.sizes) total += size;
      else if (code == folds.root) total += v * v;
      else if (code == folds.largest) total = max(total, size);
      else if (code == folds.smallest) total = min(total, size);
      else if (code == folds.count) total += f64(v != 0);
      else total += power(size, p);
    }
    if (code == folds.root) total = sqrt(total);
    else if (code == folds.power) total = power(total, 1 / p);
    put(y, total, yType);
    y += bytesOf(yType);
  }
}

/** y[r] = Σ (x − mean)² / divisor of rows of float32, two passes; its root where `root` says so. */
export function varianceRows(x: usize, y: usize, rows: usize, n: usize, divisor: f64, root: bool): void {
  for (let r: usize = 0; r < rows; r++) {
    let mean: f64 = 0;
    for (let i: usize = 0; i < n * 4; i += 4) mean += <f64>load<f32>(x + i);
    mean /= <f64>n;
    const end = x + (n & ~3) * 4;
    const centre = f64x2.splat(mean);
    let a = f64x2.splat(0);
    let b = a;
    for (; x < end; x += 16) {
      const low = f64x2.sub(f64x2.promote_low_f32x4(v128.load64_zero(x)), centre);
      const high = f64x2.sub(f64x2.promote_low_f32x4(v128.load64_zero(x, 8)), centre);
      a = f64x2.add(a, f64x2.mul(low, low));
      b = f64x2.add(b, f64x2.mul(high, high));
    }
    a = f64x2.add(a, b);
    let total = f64x2.extract_lane(a, 0) + f64x2.extract_lane(a, 1);
    for (let i = n & 3; i > 0; i--, x += 4) {
      const v = <f64>load<f32>(x) - mean;
      total += v * v;
    }
    total /= divisor;
    store<f32>(y + r * 4, <f32>(root ? sqrt(total) : total));
  }
}

/** y[r] = whether all (or any) of x[r][…] are not 0. */
export function testRows(x: usize, type: i32, y: usize, rows: usize, n: usize, all: bool): void {
  const step = bytesOf(type);
  for (let r: usize = 0; r < rows; r++) {
    let count: usize = 0;
    for (let i: usize = n; i > 0; i--, x += step) count += usize(get(x, type) != 0);
    store<u8>(y + r, u8(all ? count == n : count > 0));
  }
}

/** The first largest (or smallest) of each row, and its index; NaN before all. Addresses that are 0 are not written. */
export function bestRows(
  x: usize, type: i32, values: usize, indices: usize, rows: usize, n: usize, largest: bool,
): void {
  const step = bytesOf(type);
  for (let r: usize = 0; r < rows; r++) {
    let at: usize = 0;
    let best = get(x, type);
    for (let i: usize = 1; i < n && best == best; i++) {
      const v = get(x + i * step, type);
      if ((largest ? v > best : v < best) || v != v) {
        best = v;
        at = i;
      }
    }
    if (indices != 0) store<i32>(indices + r * 4, <i32>at);
    if (values != 0) put(values + r * step, best, type);
    x += n * step;
  }
}

/**
 * y_k = a_k · y_(k−1) + b_k along the middle of (outer, n, inner): a running sum where a is 0, a running product where b
 * is. Float64 is carried from one to the next.
 */
export function scan(
  a: usize, b: usize, type: i32, y: usize, yType: i32, outer: usize, n: usize, inner: usize, reverse: bool,
): void {
  const step = inner * bytesOf(type);
  const yStep = inner * bytesOf(yType);
  for (let row: usize = 0; row < outer * inner; row++) {
    const first = (row / inner) * n * inner + (row % inner);
    let total: f64 = b == 0 ? 1 : 0;
    for (let k: usize = 0; k < n; k++) {
      const i = reverse ? n - 1 - k : k;
      if (a != 0) total *= get(a + first * bytesOf(type) + i * step, type);
      if (b != 0) total += get(b + first * bytesOf(type) + i * step, type);
      put(y + first * bytesOf(yType) + i * yStep, total, yType);
    }
  }
}

/** Copies, of each row of matrices (matRows, columns), the columns from row + low to before row + high; 0 elsewhere. */
export function keepColumns(
  x: usize, y: usize, rows: usize, matRows: isize, columns: isize, low: isize, high: isize, bytes: usize,
): void {
  memory.fill(y, 0, rows * <usize>columns * bytes);
  for (let r: usize = 0; r < rows; r++) {
    const row = <isize>(r % <usize>matRows);
    const from = max<isize>(0, row + low);
    const to = min<isize>(columns, row + high);
    if (to > from) memory.copy(y + <usize>from * bytes, x + <usize>from * bytes, <usize>(to - from) * bytes);
    x += <usize>columns * bytes;
    y += <usize>columns * bytes;
  }
}

// Sums of dense rows: of float32, of squares in float64, of whole numbers and of bools.
import { rowSum } from "./row-total";
import { loadApart } from "./simd";

/** Rows that are shorter are summed four at a time. */
const SHORT: usize = 32;

/** y[r] = Σ x[r][…] of rows of n. */
export function sumRows(x: usize, y: usize, rows: usize, n: usize): void {
  const step = n * 4;
  const end = y + rows * 4;
  if (n < SHORT) {
    for (; y + 16 <= end; y += 16, x += 4 * step) v128.store(y, fourSums(x, step));
  }
  for (; y < end; y += 4, x += step) store<f32>(y, <f32>rowSum(x, n));
}

/** The sums of four short rows of `step` bytes. */
function fourSums(x: usize, step: usize): v128 {
  let a = f32x4.splat(0);
  let b = a;
  let c = a;
  let d = a;
  const x2 = x + 2 * step;
  const whole = step & ~15;
  let i: usize = 0;
  for (; i < whole; i += 16) {
    a = f32x4.add(a, v128.load(x + i));
    b = f32x4.add(b, v128.load(x + step + i));
    c = f32x4.add(c, v128.load(x2 + i));
    d = f32x4.add(d, v128.load(x2 + step + i));
  }
  // A transposition, with the additions in it.
  a = f32x4.add(v128.shuffle<i32>(a, b, 0, 4, 1, 5), v128.shuffle<i32>(a, b, 2, 6, 3, 7));
  c = f32x4.add(v128.shuffle<i32>(c, d, 0, 4, 1, 5), v128.shuffle<i32>(c, d, 2, 6, 3, 7));
  let sum = f32x4.add(v128.shuffle<i64>(a, c, 0, 2), v128.shuffle<i64>(a, c, 1, 3));
  for (; i < step; i += 4) sum = f32x4.add(sum, loadApart(x + i, step));
  return sum;
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

/** y[r] = Σ x[r][…] of int32, which wraps, or of bools, which have a byte. */
export function sumRowsWhole(x: usize, y: usize, rows: usize, n: usize, bytes: usize): void {
  for (const end = y + rows * 4; y < end; y += 4) {
    let sum = 0;
    for (let i = n; i > 0; i--, x += bytes) sum += bytes == 1 ? <i32>load<u8>(x) : load<i32>(x);
    store<i32>(y, sum);
  }
}

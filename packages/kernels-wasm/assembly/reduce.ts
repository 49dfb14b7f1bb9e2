// Sums of dense rows: of float32, of squares in float64, of whole numbers and of bools.
import { rowSum } from "./row-total";

/** y[r] = Σ x[r][…] of rows of n. */
export function sumRows(x: usize, y: usize, rows: usize, n: usize): void {
  for (const end = y + rows * 4; y < end; y += 4, x += n * 4) store<f32>(y, <f32>rowSum(x, n));
}

/** Σ x² in float64, which no float32 overflows. */
export function sumSquares(x: usize, n: usize): f64 {
  let a = f64x2.splat(0);
  let b = a;
  const end = x + (n & ~3) * 4;
  for (; x < end; x += 16) {
    const low = f64x2.promote_low_f32x4(v128.load64_zero(x));
    const high = f64x2.promote_low_f32x4(v128.load64_zero(x, 8));
    a = f64x2.add(a, f64x2.mul(low, low));
    b = f64x2.add(b, f64x2.mul(high, high));
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

// Weights of 16 bits: bfloat16 is the upper half of a float32; float16 has 5 bits of exponent, which a product with 2¹¹²
// brings to their place, subnormals included.
import { across, madd } from "./simd";

/** The products that a block of a row has. */
const BLOCK: usize = 2048;

const exponents: i32 = 0x7c000000;
const infinite: i32 = 0x7f800000;

/** Four numbers from the upper halves of the lanes; the lower halves are 0. */
@inline function widen(v: v128, float16: bool): v128 {
  if (!float16) return v;
  // The sign, which the shift repeats, stays where it is; exponent and mantissa move to theirs.
  const small = v128.and(i32x4.shr_s(v, 3), i32x4.splat(0x8fffffff));
  const special = i32x4.eq(v128.and(v, i32x4.splat(exponents)), i32x4.splat(exponents));
  const wide = f32x4.mul(small, f32x4.splat(reinterpret<f32>(0x77800000)));
  return v128.or(wide, v128.and(special, i32x4.splat(infinite)));
}

@inline function low(v: v128, float16: bool): v128 {
  return widen(v128.shuffle<i16>(i32x4.splat(0), v, 0, 8, 1, 9, 2, 10, 3, 11), float16);
}

@inline function high(v: v128, float16: bool): v128 {
  return widen(v128.shuffle<i16>(i32x4.splat(0), v, 4, 12, 5, 13, 6, 14, 7, 15), float16);
}

/** The two numbers at p, in the first lanes. */
@inline function pair(p: usize, float16: bool): v128 {
  return low(v128.load32_zero(p), float16);
}

// A function for each format: of one with a parameter for it, the optimizer makes one loop that computes both and selects.

/** n packed bfloat16 numbers at x as float32 at y; n is even. */
export function widenBfloat16(x: usize, y: usize, n: usize): void {
  widenRow(x, y, n, false);
}

/** As {@link widenBfloat16}, of float16. */
export function widenFloat16(x: usize, y: usize, n: usize): void {
  widenRow(x, y, n, true);
}

@inline function widenRow(x: usize, y: usize, n: usize, float16: bool): void {
  for (let left = n >> 3; left > 0; left--, x += 16, y += 32) {
    const v = v128.load(x);
    v128.store(y, low(v, float16));
    v128.store(y, high(v, float16), 16);
  }
  for (let left = (n & 7) >> 1; left > 0; left--, x += 4, y += 8) v128.store_lane<u64>(y, pair(x, float16), 0);
}

/**
 * y (n, count columns) = x (n, k) · wᵀ, for `count` rows of w in bfloat16: each is read from memory once. k is even; x is
 * dense, rows of y are yRow bytes apart. A bias of `count` numbers is added, unless it is 0.
 */
export function bfloat16Product(
  n: usize, count: usize, k: usize, x: usize, w: usize, y: usize, yRow: usize, bias: usize,
): void {
  product(n, count, k, x, w, y, yRow, bias, false);
}

/** As {@link bfloat16Product}, of float16. */
export function float16Product(
  n: usize, count: usize, k: usize, x: usize, w: usize, y: usize, yRow: usize, bias: usize,
): void {
  product(n, count, k, x, w, y, yRow, bias, true);
}

@inline function product(
  n: usize, count: usize, k: usize, x: usize, w: usize, y: usize, yRow: usize, bias: usize, float16: bool,
): void {
  // A row of each half at a time: two streams far apart come from memory faster than one, and than two side by side.
  const half = count >> 1;
  const far = half * k * 2;
  for (let i: usize = 0; i < half; i++) {
    const from = w + i * k * 2;
    const add = bias == 0 ? 0 : bias + i * 4;
    for (let j: usize = 0; j < n; j++) {
      twoRows(k, x + j * k * 4, from, far, y + j * yRow + i * 4, half * 4, add, float16);
    }
  }
  if (count & 1) {
    const i = count - 1;
    const add = bias == 0 ? 0 : bias + i * 4;
    for (let j: usize = 0; j < n; j++) {
      twoRows(k, x + j * k * 4, w + i * k * 2, 0, y + j * yRow + i * 4, 0, add, float16);
    }
  }
}

/** The products with two rows of w, which are `far` bytes apart, and the results and biases `apart`. */
@inline function twoRows(
  k: usize, x: usize, w: usize, far: usize, y: usize, apart: usize, bias: usize, float16: bool,
): void {
  let s = f32x4.splat(0), t = s;
  const end = x + (k & ~7) * 4;
  while (x < end) {
    const stop = min(end, x + BLOCK * 4);
    let s0 = f32x4.splat(0), s1 = s0, t0 = s0, t1 = s0;
    do {
      const u = v128.load(w);
      const v = v128.load(w + far);
      const a = v128.load(x);
      const b = v128.load(x, 16);
      s0 = madd(low(u, float16), a, s0);
      s1 = madd(high(u, float16), b, s1);
      t0 = madd(low(v, float16), a, t0);
      t1 = madd(high(v, float16), b, t1);
      x += 32;
      w += 16;
    } while (x < stop);
    s = f32x4.add(s, f32x4.add(s0, s1));
    t = f32x4.add(t, f32x4.add(t0, t1));
  }
  for (let left = (k & 7) >> 1; left > 0; left--, x += 8, w += 4) {
    const a = v128.load64_zero(x);
    s = madd(pair(w, float16), a, s);
    t = madd(pair(w + far, float16), a, t);
  }
  put(y, s, bias);
  put(y + apart, t, bias == 0 ? 0 : bias + apart);
}

@inline function put(y: usize, v: v128, bias: usize): void {
  const sum = across(v);
  store<f32>(y, bias == 0 ? sum : sum + load<f32>(bias));
}

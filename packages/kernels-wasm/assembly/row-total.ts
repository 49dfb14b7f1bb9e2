// Sums of dense rows: in float32 over short blocks and in float64 beyond them, which follow from the length alone.

/** Elements that a row's block has. */
export const ROW_BLOCK: usize = 512;

/** The sum of four floats in float64. */
// @ts-ignore: decorator
@inline
export function total(v: v128): f64 {
  const pair = f64x2.add(f64x2.promote_low_f32x4(v), f64x2.promote_low_f32x4(v128.shuffle<i64>(v, v, 1, 1)));
  return f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1);
}

/** Σ x of n floats. */
export function rowTotal(x: usize, n: usize): f64 {
  let sum: f64 = 0;
  while (n >= 16) {
    const count = min<usize>(n, ROW_BLOCK) & ~15;
    const end = x + count * 4;
    let a = f32x4.splat(0);
    let b = a;
    let c = a;
    let d = a;
    while (x < end) {
      a = f32x4.add(a, v128.load(x));
      b = f32x4.add(b, v128.load(x, 16));
      c = f32x4.add(c, v128.load(x, 32));
      d = f32x4.add(d, v128.load(x, 48));
      x += 64;
    }
    sum += total(f32x4.add(f32x4.add(a, b), f32x4.add(c, d)));
    n -= count;
  }
  if (n >= 4) {
    let a = v128.load(x);
    x += 16;
    n -= 4;
    while (n >= 4) {
      a = f32x4.add(a, v128.load(x));
      x += 16;
      n -= 4;
    }
    sum += total(a);
  }
  for (; n > 0; n--) {
    sum += load<f32>(x);
    x += 4;
  }
  return sum;
}

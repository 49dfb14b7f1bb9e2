// Sums of dense rows: in float32 over short blocks and in float64 beyond them, which follow from the length alone.

/** Elements that a row's block has. */
const ROW_BLOCK: usize = 512;

/** The sum of four floats in float64. */
@inline export function total(v: v128): f64 {
  const pair = f64x2.add(f64x2.promote_low_f32x4(v), f64x2.promote_low_f32x4(v128.shuffle<i64>(v, v, 1, 1)));
  return f64x2.extract_lane(pair, 0) + f64x2.extract_lane(pair, 1);
}

/** The sum of four floats. */
@inline function lanes(v: v128): f32 {
  v = f32x4.add(v, v128.shuffle<i64>(v, v, 1, 1));
  return f32x4.extract_lane(v, 0) + f32x4.extract_lane(v, 1);
}

/** Σ x of n floats. */
export function rowTotal(x: usize, n: usize): f64 {
  return rowSum(x, n);
}

/** {@link rowTotal} where rows are short and many: the engine does not inline it. */
@inline export function rowSum(x: usize, n: usize): f64 {
  let sum: f64 = 0;
  const last = x + n * 4;
  while (x + 16 <= last) {
    const end = min<usize>(x + ROW_BLOCK * 4, last);
    let a = f32x4.splat(0);
    let b = a;
    let c = a;
    let d = a;
    for (; x + 64 <= end; x += 64) {
      a = f32x4.add(a, v128.load(x));
      b = f32x4.add(b, v128.load(x, 16));
      c = f32x4.add(c, v128.load(x, 32));
      d = f32x4.add(d, v128.load(x, 48));
    }
    a = f32x4.add(f32x4.add(a, b), f32x4.add(c, d));
    for (; x + 16 <= end; x += 16) a = f32x4.add(a, v128.load(x));
    sum += <f64>lanes(a);
  }
  for (; x < last; x += 4) sum += load<f32>(x);
  return sum;
}

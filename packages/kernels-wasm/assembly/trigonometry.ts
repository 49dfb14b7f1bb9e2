// Sine, cosine and tangent of float32 within 1 ulp, two at a time in float64: x = n π/2 + r with π/2 in three pieces, of
// which n times the first two is exact for |n| < 2²⁹, and Taylor's series of r.
import * as codes from "../src/shared/codes";

/** Beyond it the reduction would lose digits: the reference's functions are asked. */
const LIMIT: f32 = 268435456;

@inline function next(p: v128, z: v128, c: f64): v128 {
  return f64x2.add(f64x2.mul(p, z), f64x2.splat(c));
}

/** `which` is sine, cosine or tangent of src/shared/codes.ts. */
function two(x: v128, which: i32): v128 {
  const n = f64x2.nearest(f64x2.mul(x, f64x2.splat(0.6366197723675814)));
  let r = f64x2.sub(x, f64x2.mul(n, f64x2.splat(1.5707963705062866)));
  r = f64x2.sub(r, f64x2.mul(n, f64x2.splat(-4.371138828673793e-8)));
  r = f64x2.sub(r, f64x2.mul(n, f64x2.splat(-1.7151244994428829e-15)));
  const z = f64x2.mul(r, r);
  let p = next(f64x2.splat(-1.0 / 39916800), z, 1.0 / 362880);
  p = next(p, z, -1.0 / 5040);
  p = next(p, z, 1.0 / 120);
  p = next(p, z, -1.0 / 6);
  const sine = f64x2.add(r, f64x2.mul(f64x2.mul(r, z), p));
  let q = next(f64x2.splat(-1.0 / 3628800), z, 1.0 / 40320);
  q = next(q, z, -1.0 / 720);
  q = next(q, z, 1.0 / 24);
  q = next(q, z, -0.5);
  const cosine = next(q, z, 1);
  // n mod 4 in the low bits of n + 1.5 · 2⁵².
  const quarter = f64x2.add(n, f64x2.splat(6755399441055744));
  const odd = i64x2.eq(v128.and(quarter, i64x2.splat(1)), i64x2.splat(1));
  if (which == codes.tangent) {
    const top = v128.bitselect(f64x2.neg(cosine), sine, odd);
    return f64x2.div(top, v128.bitselect(sine, cosine, odd));
  }
  // cos x = sin(x + π/2): one quarter further.
  const further = i64x2.add(quarter, i64x2.splat(<i64>which));
  const turned = v128.bitselect(cosine, sine, i64x2.eq(v128.and(further, i64x2.splat(1)), i64x2.splat(1)));
  return v128.xor(turned, i64x2.shl(v128.and(further, i64x2.splat(2)), 62));
}

@inline function four(x: v128, which: i32): v128 {
  const low = f32x4.demote_f64x2_zero(two(f64x2.promote_low_f32x4(x), which));
  const high = f32x4.demote_f64x2_zero(two(f64x2.promote_low_f32x4(v128.shuffle<i64>(x, x, 1, 1)), which));
  const y = v128.shuffle<i64>(low, high, 0, 2);
  // −0 has a sign that the sum above loses.
  return which == codes.cosine ? y : v128.bitselect(x, y, f32x4.eq(x, f32x4.splat(0)));
}

/** Returns false, having written nothing, where a finite |x| is larger than 2²⁸. */
export function trigonometry(x: usize, y: usize, n: usize, which: i32): bool {
  for (let i: usize = 0; i < n * 4; i += 4) {
    const size = abs(load<f32>(x + i));
    if (size > LIMIT && size < f32.POSITIVE_INFINITY) return false;
  }
  for (const end = x + n * 4; x < end; x += 16, y += 16) v128.store(y, four(v128.load(x), which));
  return true;
}

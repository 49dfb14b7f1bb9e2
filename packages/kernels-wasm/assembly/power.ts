// xʸ in float64, to some 40 bits: enough for one rounding to float32. No tables: the module holds no data.

/** log₂ x of a normal x > 0: x = 2ᵉ m with m in [√½, √2), and ln m = 2 artanh s with s = (m − 1) / (m + 1). */
function log2(x: f64): f64 {
  const bits = reinterpret<i64>(x) - 0x3fe6a09e667f3bcd;
  const exponent = bits >> 52;
  const m = reinterpret<f64>((bits & 0x000fffffffffffff) + 0x3fe6a09e667f3bcd);
  const s = (m - 1) / (m + 1);
  const z = s * s;
  let p: f64 = 1.0 / 17;
  for (let odd: f64 = 15; odd > 0; odd -= 2) p = p * z + 1 / odd;
  return <f64>exponent + s * p * (2 * 1.4426950408889634);
}

/** 2ᵗ by the Taylor series of the fractional part. */
function exp2(t: f64): f64 {
  if (t >= 1024) return f64.POSITIVE_INFINITY;
  if (t <= -1022) return 0;
  const whole = nearest(t);
  const r = (t - whole) * 0.6931471805599453;
  let p: f64 = 1;
  for (let i: f64 = 12; i > 0; i--) p = 1 + (p * r) / i;
  return p * reinterpret<f64>((<i64>whole + 1023) << 52);
}

/** As C's pow: (±1) ** ±∞, 1 ** NaN and NaN ** 0 are 1. */
export function power(x: f64, y: f64): f64 {
  if (y == 0 || x == 1) return 1;
  if (isNaN(x) || isNaN(y)) return f64.NaN;
  const size = abs(x);
  if (abs(y) == f64.POSITIVE_INFINITY) {
    return size == 1 ? 1 : size > 1 == y > 0 ? f64.POSITIVE_INFINITY : 0;
  }
  const whole = trunc(y) == y;
  const odd = whole && abs(y) < 9007199254740992 && ((<i64>y) & 1) == 1;
  const negative = odd && reinterpret<i64>(x) < 0;
  let r: f64;
  if (size == 0 || size == f64.POSITIVE_INFINITY) r = (size == 0) == y > 0 ? 0 : f64.POSITIVE_INFINITY;
  else if (x < 0 && !whole) return f64.NaN;
  else r = exp2(y * log2(size));
  return negative ? -r : r;
}

/** xʸ of int32, wrapping; 0 for what is no whole number, and for 0 ** −1. */
export function powerInt(x: i32, y: i32): i32 {
  if (y < 0) return x == 1 ? 1 : x == -1 ? ((y & 1) == 1 ? -1 : 1) : 0;
  let r = 1;
  for (; y > 0; y >>= 1) {
    if (y & 1) r *= x;
    x *= x;
  }
  return r;
}

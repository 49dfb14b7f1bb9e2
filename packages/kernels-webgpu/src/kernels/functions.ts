// Functions that WGSL lacks, or has with too little precision. Each takes and returns f32 unless noted otherwise.

/** WGSL functions by name; each may call those before it. */
export const functions: Readonly<Record<string, string>> = {
  // Comparisons with NaN and infinity may be left out by compilers: bits may not.
  isNaN: "fn isNaN(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) > 0x7f800000u; }",
  isInf: "fn isInf(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) == 0x7f800000u; }",
  // Subnormal numbers may count as zero: bits do not.
  isNonzero: "fn isNonzero(x: f32) -> bool { return (bitcast<u32>(x) & 0x7fffffffu) != 0; }",
  expOf: "fn expOf(x: f32) -> f32 { return select(exp(x), x, isNaN(x)); }",
  // A constant that is infinite would be an error; one that is computed is not.
  infinity: `var<private> infiniteBits: u32 = 0x7f800000u;
fn infinity() -> f32 { return bitcast<f32>(infiniteBits); }`,
  notANumber: `var<private> nanBits: u32 = 0x7fc00000u;
fn notANumber() -> f32 { return bitcast<f32>(nanBits); }`,
  // A sum of two parts and a number, in two parts: the second is what rounding loses (Knuth 1997, 4.2.2), and goes into the
  // next sum, so that it stays small. Infinite sums lose nothing.
  keptSum: `fn keptSum(sum: f32, low: f32, x: f32) -> vec2<f32> {
  let y = x + low;
  let s = sum + y;
  let t = s - sum;
  let lost = (sum - (s - t)) + (y - t);
  return vec2(s, select(lost, 0.0, (bitcast<u32>(lost) & 0x7f800000u) == 0x7f800000u));
}`,
  keptSums: `fn keptSums(sum: vec4<f32>, low: vec4<f32>, x: vec4<f32>) -> array<vec4<f32>, 2> {
  let y = x + low;
  let s = sum + y;
  let t = s - sum;
  let lost = (sum - (s - t)) + (y - t);
  let odd = (bitcast<vec4<u32>>(lost) & vec4(0x7f800000u)) == vec4(0x7f800000u);
  return array(s, select(lost, vec4<f32>(), odd));
}`,
  largerOf: `fn largerOf(a: f32, b: f32) -> f32 {
  if (isNaN(a)) { return a; }
  if (isNaN(b)) { return b; }
  return max(a, b);
}`,
  smallerOf: `fn smallerOf(a: f32, b: f32) -> f32 {
  if (isNaN(a)) { return a; }
  if (isNaN(b)) { return b; }
  return min(a, b);
}`,
  // WGSL leaves log of subnormal and infinite x undefined.
  ln: `fn ln(x: f32) -> f32 {
  if (isInf(x) && x > 0) { return x; }
  if (isNaN(x) || x < 0) { return notANumber(); }
  if (x == 0) { return -infinity(); }
  if (x < 1e-30) { return log(x * 1.0995116e12) - 27.725887; }
  return log(x);
}`,
  // eˣ − 1 = tanh(x/2) (eˣ + 1) as a series near 0 (Abramowitz and Stegun 1964, 4.2.1).
  expLess1: `fn expLess1(x: f32) -> f32 {
  if (isNaN(x) || abs(x) > 0.5) { return expOf(x) - 1; }
  return x * (1 + x * (0.5 + x * (0.16666667 + x * (0.041666668 + x * (0.0083333338 + x * (0.0013888889 + x * (1.9841270e-4 + x * 2.4801588e-5)))))));
}`,
  // Kahan's: the rounding of 1 + x cancels.
  ln1: `fn ln1(x: f32) -> f32 {
  if (isNaN(x) || x < -1) { return notANumber(); }
  if (x > 1e38) { return infinity(); }
  if (x == -1) { return -infinity(); }
  if (abs(x) < 0.25) {
    let s = x / (2 + x);
    let z = s * s;
    return 2 * s * (1 + z * (0.33333334 + z * (0.2 + z * (0.14285715 + z * 0.11111111))));
  }
  return log(1 + x);
}`,
  // Near 0 by its series, since 1 − 2 / (e²ˣ + 1) loses digits there.
  tanhOf: `fn tanhOf(x: f32) -> f32 {
  let z = x * x;
  let near = x * (1 + z * (-0.33333334 + z * (0.13333334 - z * 0.053968254)));
  let far = 1 - 2 / (exp(2 * min(abs(x), 10.0)) + 1);
  return select(select(near, select(far, -far, x < 0), abs(x) > 0.2), x, isNaN(x));
}`,
  logistic: `fn logistic(x: f32) -> f32 {
  if (isNaN(x)) { return x; }
  let e = exp(-abs(x));
  return select(e, 1.0, x >= 0) / (1 + e);
}`,
  // erfc x = t exp(−x² + P(t)), t = 1 / (1 + x/2): relative error below 1.2e-7 (Press et al. 1992, 6.2).
  erfcOf: `fn erfcOf(x: f32) -> f32 {
  let z = abs(x);
  if (isNaN(x)) { return x; }
  if (z > 10) { return select(0.0, 2.0, x < 0); }
  let t = 1 / (1 + 0.5 * z);
  let p = -1.26551223 + t * (1.00002368 + t * (0.37409196 + t * (0.09678418 + t * (-0.18628806 + t * (0.27886807 + t * (-1.13520398 + t * (1.48851587 + t * (-0.82215223 + t * 0.17087277))))))));
  // z² in two parts, so that its rounding is not raised to a power.
  let high = bitcast<f32>(bitcast<u32>(z) & 0xfffff000u);
  let y = t * exp(-high * high) * exp((high - z) * (high + z) + p);
  return select(y, 2 - y, x < 0);
}`,
  // Near 0 by its series (Abramowitz and Stegun 1964, 7.1.5).
  erfOf: `fn erfOf(x: f32) -> f32 {
  let z = x * x;
  if (isNaN(x)) { return x; }
  if (abs(x) > 4) { return sign(x); }
  if (abs(x) > 1) { return sign(x) * (1 - erfcOf(abs(x))); }
  return x * 1.1283792 * (1 + z * (-0.33333334 + z * (0.1 + z * (-0.023809524 + z * (0.0046296297 + z * (-7.5757576e-4 + z * (1.0683761e-4 + z * (-1.3227513e-5 + z * 1.4589169e-6))))))));
}`,
  normalShare: `fn normalShare(x: f32) -> f32 { return 0.5 * erfcOf(-0.70710678 * x); }`,
  // 2^(y log₂ x): log₂'s whole part is kept apart, so that its fraction keeps its digits.
  powerOfSize: `fn powerOfSize(x: f32, y: f32) -> f32 {
  let parts = frexp(x);
  var m = parts.fract;
  var e = f32(parts.exp);
  if (m < 0.70710678) { m *= 2; e -= 1; }
  // log₂ m by its series in (m − 1) / (m + 1).
  let s = (m - 1) / (m + 1);
  let z = s * s;
  let l = s * 2.8853901 * (1 + z * (0.33333334 + z * (0.2 + z * (0.14285715 + z * (0.11111111 + z * 0.09090909)))));
  // Beyond the largest and the smallest powers: y e overflows.
  if (abs(y) > 300 / abs(e + l)) { return select(0.0, infinity(), (y > 0) == (e + l > 0)); }
  let whole = y * e;
  let n = round(whole);
  let rest = fma(y, e, -n) + y * l;
  return exp2(n * 0.5) * exp2(rest) * exp2(n * 0.5);
}`,
  // xʸ as in C.
  powerOf: `fn powerOf(x: f32, y: f32) -> f32 {
  if (y == 0 || x == 1) { return 1; }
  if (isNaN(x) || isNaN(y)) { return notANumber(); }
  let whole = trunc(y) == y;
  let odd = whole && abs(y) < 16777216 && abs(y) % 2 == 1;
  if (isInf(y)) {
    if (abs(x) == 1) { return 1; }
    return select(0.0, infinity(), (abs(x) > 1) == (y > 0));
  }
  if (x == 0 || isInf(x)) {
    let grows = (x == 0) == (y < 0);
    let size = select(0.0, infinity(), grows);
    return select(size, -size, odd && (bitcast<u32>(x) >> 31) == 1);
  }
  if (x < 0 && !whole) { return notANumber(); }
  let size = powerOfSize(abs(x), y);
  return select(size, -size, x < 0 && odd);
}`,
  geluTanhSlope: `fn geluTanhSlope(x: f32) -> f32 {
  if (abs(x) > 20) { return select(0.0, 1.0, x > 0); }
  let t = tanhOf(0.79788456 * (x + 0.044715 * x * x * x));
  return 0.5 * (1 + t) + 0.5 * x * (1 - t * t) * 0.79788456 * (1 + 0.134145 * x * x);
}`,
  highProduct: `fn highProduct(a: u32, b: u32) -> u32 {
  let x = a & 0xffffu; let y = a >> 16; let z = b & 0xffffu; let w = b >> 16;
  let middle = y * z + ((x * z) >> 16);
  return y * w + (middle >> 16) + ((x * w + (middle & 0xffffu)) >> 16);
}`,
  // x less the nearest multiple of π / 2, and that multiple's number mod 4: x / 2π in the bits of 1 / 2π (Payne and Hanek
  // 1983), for |x| from 2 on.
  reduceLarge: `fn reduceLarge(x: f32) -> vec2<f32> {
  const turns = array<u32, 7>(0u, 0x28be60dbu, 0x9391054au, 0x7f09d5f4u, 0x7d4d3770u, 0x36d8a566u, 0x4f10e410u);
  let bits = bitcast<u32>(x);
  let m = (bits << 8) | 0x80000000u;
  let e = ((bits >> 23) & 255u) - 126u;
  let k = e >> 5;
  let shift = e & 31u;
  var w = array<u32, 4>(turns[k], turns[k + 1], turns[k + 2], turns[k + 3]);
  if (shift > 0) {
    for (var i = 0; i < 3; i++) { w[i] = (w[i] << shift) | (w[i + 1] >> (32 - shift)); }
  }
  let own = m * w[1];
  let low = own + highProduct(m, w[2]);
  var high = m * w[0] + highProduct(m, w[1]) + select(0u, 1u, low < own);
  var quarter = high >> 30;
  high &= 0x3fffffffu;
  if (high >= 0x20000000u) { high -= 0x40000000u; quarter++; }
  let r = (f32(i32(high)) + f32(low) * 2.3283064e-10) * 1.4629180e-9;
  return select(vec2(r, f32(quarter & 3)), vec2(-r, f32((4 - quarter) & 3)), x < 0);
}`,
  // x less the nearest multiple of π / 2 in three parts (Cody and Waite 1980).
  reduceSmall: `fn reduceSmall(x: f32) -> vec2<f32> {
  let n = round(x * 0.63661975);
  let r = fma(-n, 7.54978995489188216e-8, fma(-n, 4.837512969970703125e-4, fma(-n, 1.5703125, x)));
  return vec2(r, f32(i32(n) & 3));
}`,
  // sin (x + shift π / 2).
  sineOf: `fn sineOf(x: f32, shift: u32) -> f32 {
  if (isNaN(x) || isInf(x)) { return notANumber(); }
  if (abs(x) < 1e-4 && shift == 0) { return x; }
  var reduced = vec2(0.0, 0.0);
  if (abs(x) < 1000) { reduced = reduceSmall(x); } else { reduced = reduceLarge(x); }
  let r = reduced.x;
  let z = r * r;
  let s = r * (1 + z * (-0.16666667 + z * (8.3333333e-3 + z * (-1.9841270e-4 + z * 2.7557319e-6))));
  let c = 1 + z * (-0.5 + z * (0.041666668 + z * (-1.3888889e-3 + z * 2.4801588e-5)));
  let turn = (u32(reduced.y) + shift) & 3u;
  let y = select(s, c, (turn & 1u) == 1u);
  return select(y, -y, turn >= 2u);
}`,
  // a − b trunc(a / b), exactly: the quotient is taken away piece by piece.
  modulo: `fn modulo(a: f32, b: f32) -> f32 {
  let d = abs(b);
  if (isNaN(a) || isNaN(b) || isInf(a) || b == 0) { return notANumber(); }
  if (isInf(b)) { return a; }
  var r = abs(a);
  for (var k = 0; k < 300 && r >= d; k++) {
    // The largest power of two, times d, that fits.
    var part = d;
    let steps = i32(clamp((bitcast<u32>(r) >> 23), 1u, 254u)) - i32(clamp((bitcast<u32>(d) >> 23), 1u, 254u));
    part = ldexp(d, steps);
    if (part > r) { part = part * 0.5; }
    r -= part;
  }
  return select(r, -r, bitcast<u32>(a) >> 31 == 1);
}`,
  pythonModulo: `fn pythonModulo(a: f32, b: f32) -> f32 {
  let r = modulo(a, b);
  if (isInf(b) && !isNaN(r) && r != 0 && (r < 0) != (b < 0)) { return b; }
  return select(r, r + b, r != 0 && !isInf(b) && (r < 0) != (b < 0));
}`,
  // ⌊a / b⌋ = (a − a mod b) / b, so that 3 // 0.1 is 29.
  floatQuotient: `fn floatQuotient(a: f32, b: f32) -> f32 {
  if (b == 0) { return a / b; }
  let r = modulo(a, b);
  let q = round((a - r) / b);
  return select(q, q - 1, r != 0 && (r < 0) != (b < 0));
}`,
  // Threefry-2x32, 20 rounds (Salmon et al. 2011): the same bits as everywhere.
  threefry: `fn threefry(key: vec2<u32>, counter: vec2<u32>) -> vec2<u32> {
  var keys = array<u32, 3>(key.x, key.y, 0x1bd11bdau ^ key.x ^ key.y);
  const rotations = array<u32, 8>(13u, 15u, 26u, 6u, 17u, 29u, 16u, 24u);
  var x = counter + key;
  for (var group = 0u; group < 5u; group++) {
    for (var r = 0u; r < 4u; r++) {
      x.x += x.y;
      let by = rotations[(group % 2u) * 4u + r];
      x.y = ((x.y << by) | (x.y >> (32u - by))) ^ x.x;
    }
    x.x += keys[(group + 1u) % 3u];
    x.y += keys[(group + 2u) % 3u] + group + 1u;
  }
  return x;
}`,
  // Two numbers of 16 bits in a word, the first in the low half.
  bfloat16Pair: `fn bfloat16Pair(word: u32) -> vec2<f32> {
  return bitcast<vec2<f32>>(vec2(word << 16, word & 0xffff0000u));
}`,
  float16Pair: "fn float16Pair(word: u32) -> vec2<f32> { return unpack2x16float(word); }",
  bfloat16At: "fn bfloat16At(word: u32, at: u32) -> f32 { return bfloat16Pair(word)[at & 1u]; }",
  float16At: "fn float16At(word: u32, at: u32) -> f32 { return float16Pair(word)[at & 1u]; }",
  wholeModulo: `fn wholeModulo(a: i32, b: i32) -> i32 {
  let r = a % b;
  return select(r, r + b, r != 0 && (r < 0) != (b < 0));
}`,
  floorQuotient: `fn floorQuotient(a: i32, b: i32) -> i32 {
  let q = a / b;
  return select(q, q - 1, a % b != 0 && (a < 0) != (b < 0));
}`,
};

/** The functions that a piece of WGSL calls, and those that they call. */
export function calledIn(code: string): string {
  const names = Object.keys(functions);
  const wanted = new Set<string>();
  const add = (text: string): void => {
    for (const name of names) {
      if (wanted.has(name) || !new RegExp(`\\b${name}\\(`).test(text)) continue;
      wanted.add(name);
      add(functions[name]!);
    }
  };
  add(code);
  return names
    .filter((name) => wanted.has(name))
    .map((name) => functions[name])
    .join("\n");
}

// Elementary functions of four floats at once. Errors are stated in ulp and held by test/accuracy.long.test.ts.
import { constantsAddress } from "../src/shared/layout";
import { madd, nmadd, pick } from "./simd";

@inline export function k(slot: usize): v128 {
  return v128.load(constantsAddress + slot * 16);
}

function put(slot: usize, value: f32): void {
  v128.store(constantsAddress + slot * 16, f32x4.splat(value));
}

/** Writes the constants; the host calls it once a memory, before any kernel. */
export function init(): void {
  // exp
  put(0, 1.44269504088896341);
  put(1, 12582912); // 1.5 · 2²³: adding it rounds to a whole number, which is then in the low bits
  put(2, 0.693359375); // ln 2 in two pieces
  put(3, -2.12194440e-4);
  put(4, 1.3814540e-3); // (eʳ − 1 − r) / r² for |r| ≤ ½ ln 2, off by 3e-9 of eʳ
  put(5, 8.36874520e-3);
  put(6, 4.166839079e-2);
  put(7, 0.166665204);
  put(8, 0.4999999343);
  put(9, 0.5);
  put(10, 1);
  put(11, -104);
  put(12, 89);
  // tanh
  put(13, 9.02);
  put(14, 1.07044736e-4);
  put(15, 2.78918527e-2);
  put(16, 0.936767578125);
  put(17, 2.303219e-6);
  put(18, 2.260662503e-3);
  put(19, 0.2119115697);
  put(20, 1.87353515625);
  // sigmoid
  put(21, 32);
  put(22, 5.421010862427522e-20); // 2⁻⁶⁴
  put(25, 4);
  // log
  put(26, 7.0376836292e-2);
  put(27, -1.1514610310e-1);
  put(28, 1.1676998740e-1);
  put(29, -1.2420140846e-1);
  put(30, 1.4249322787e-1);
  put(31, -1.6668057665e-1);
  put(32, 2.0000714765e-1);
  put(33, -2.4999993993e-1);
  put(34, 3.3333331174e-1);
  // erf, of which what is far from 0 makes a power of 2
  put(35, -2.49374844e-05);
  put(36, 0.000552836593);
  put(37, -0.00560337615);
  put(38, 0.0349920227);
  put(39, -0.154047914);
  put(40, -0.915890167);
  put(41, -1.62839516);
  put(42, -5.96761703e-4);
  put(43, 4.99119423e-3);
  put(44, -2.67681349e-2);
  put(45, 1.12819925e-1);
  put(46, -3.76125336e-1);
  put(47, 1.28379166e-1);
  put(48, 0.927734375);
  // gelu
  put(52, 0.70710678118654752); // and √½, for log
  put(53, 0.044715);
  put(54, 0.79788456080286536);
  // log
  put(55, 1.17549435e-38);
  put(56, 8388608);
  put(57, 23);
  put(58, f32.NEGATIVE_INFINITY); // the bits of sign and exponent, too
  put(59, f32.POSITIVE_INFINITY);
  // softplus
  put(60, 2);
  put(61, 5.471225272861136e-4);
  put(62, 2.1876310136634697e-3);
  put(63, 1.250672947736e-2);
  put(64, 8.333302022175e-2);
  // powers of 2
  put(80, -127);
  put(81, 1.3264723820611835e-3);
  put(82, 9.671512991189957e-3);
  put(83, 5.550733581185341e-2);
  put(84, 0.24022242426872253);
  put(85, 0.6931470036506653);
  // the sign
  put(49, -0.0);
  // the sigmoid
  put(50, -1.44269504088896341);
  put(51, 126);
}

/**
 * eˣ within 1 ulp, subnormal results included: x = n ln 2 + r, a polynomial of r, and 2ⁿ in two factors, so that neither
 * overflows before the product does.
 */
@inline export function exp4(x: v128): v128 {
  // x is the first operand: NaN goes through.
  const t = f32x4.pmin(f32x4.pmax(x, k(11)), k(12));
  const shifted = madd(t, k(0), k(1));
  const n = f32x4.sub(shifted, k(1));
  const r = nmadd(n, k(3), nmadd(n, k(2), t));
  const r2 = f32x4.mul(r, r);
  const p = madd(madd(k(4), r2, madd(k(5), r, k(6))), r2, madd(k(7), r, k(8)));
  const y = madd(p, r2, r);
  // The low bits of `shifted` are n: shifted into the exponent the other bits there are carried out.
  const half = i32x4.shl(i32x4.shr_s(shifted, 1), 23);
  const a = i32x4.add(half, k(10));
  const b = i32x4.add(i32x4.sub(i32x4.shl(shifted, 23), half), k(10));
  return f32x4.mul(madd(y, a, a), b);
}

/** 2ˣ for x < 127 within 2 ulp, exactly 0 from −127 on; between there and −126 it is tiny, but no more exact. */
@inline export function exp2Below4(x: v128): v128 {
  return exp2With(x, k(80), k(1), k(81), k(82), k(83), k(84), k(85), k(10));
}

/** {@link exp2Below4} with its constants as arguments, slots 80, 1, 81 to 85 and 10: loops hold them in registers. */
@inline export function exp2With(
  x: v128, lowest: v128, magic: v128, c5: v128, c4: v128, c3: v128, c2: v128, c1: v128, one: v128,
): v128 {
  return exp2Clamped(f32x4.pmax(x, lowest), magic, c5, c4, c3, c2, c1, one);
}

/** {@link exp2With} of t that is not below slot 80. */
@inline export function exp2Clamped(
  t: v128, magic: v128, c5: v128, c4: v128, c3: v128, c2: v128, c1: v128, one: v128,
): v128 {
  const shifted = f32x4.add(t, magic);
  const r = f32x4.sub(t, f32x4.sub(shifted, magic));
  const r2 = f32x4.mul(r, r);
  const y = madd(madd(madd(c5, r, c4), r2, madd(c3, r, c2)), r2, madd(c1, r, one));
  // The low bits of `shifted` are the whole part: they go into the exponent, which −127 makes 0.
  return i32x4.add(y, i32x4.shl(shifted, 23));
}

/**
 * tanh x within 4.2 ulp, 2.5 of them beyond 1, where gradients want 1 − tanh² near, and never more than 1. With h = |x| / 2
 * and a rational function n / q of degree 5 over 6 for tanh h, it is tanh 2h = 2nq / (2nq + (q − n)²): what is missing to 1
 * is a square, so that the errors of n / q shrink with it.
 */
@inline export function tanh4(x: v128): v128 {
  // From 9.02 on the quotient is 1. The variable is the first operand: NaN goes through.
  const t = f32x4.pmin(v128.andnot(x, k(49)), k(13));
  const z = f32x4.mul(t, t);
  // Both with a factor that is no power of 2: else all that follows would lie just above one, where rounding is coarsest.
  const n = f32x4.mul(t, madd(madd(k(14), z, k(15)), z, k(16)));
  const q = madd(madd(madd(k(17), z, k(18)), z, k(19)), z, k(20));
  const top = f32x4.mul(q, f32x4.add(n, n));
  const d = f32x4.sub(q, n);
  return v128.or(f32x4.div(top, madd(d, d, top)), v128.and(x, k(49)));
}

// A value and its slope from one exponential: with e = exp(−|a|), 1 / (1 + e) is the larger and e / (1 + e) the smaller
// of σ(a) and σ(−a) = 1 − σ(a). What is saturated keeps its slope, which a difference would lose.

/** e = exp(−|a|), for the functions below. */
@inline export function decay4(a: v128): v128 {
  return exp2Below4(f32x4.mul(v128.or(a, k(49)), k(0)));
}

/** 1 / (1 + e). */
@inline export function larger4(e: v128): v128 {
  const one = k(10);
  return f32x4.div(one, f32x4.add(one, e));
}

/** tanh a for e = exp(−2|a|) and 1 / (1 + e): off by an ulp of 1. */
@inline export function tanhOf4(a: v128, e: v128, large: v128): v128 {
  return v128.or(f32x4.mul(f32x4.sub(k(10), e), large), v128.and(a, k(49)));
}

/** 1 − tanh² a of the same: 4 e / (1 + e)². */
@inline export function tanhSlope4(e: v128, large: v128): v128 {
  return f32x4.mul(f32x4.mul(k(25), e), f32x4.mul(large, large));
}

/** 1 / (1 + e⁻ˣ) within 2e-7, as 1 / (1 + 2⁻ᶻ), and exactly 0 from −87.4 down. For values whose slope is made another way. */
@inline export function sigmoidValue4(x: v128): v128 {
  const one = k(10);
  const z = f32x4.mul(x, k(50));
  const y = f32x4.div(one, f32x4.add(one, exp2Below4(f32x4.pmin(z, k(51)))));
  return v128.andnot(y, f32x4.ge(z, k(51)));
}

/** 1 / (1 + e⁻ˣ) within 2.5 ulp, subnormal results included: all of the quotient is made 2⁻⁶⁴ times as large. */
@inline export function sigmoid4(x: v128): v128 {
  const t = f32x4.pmin(f32x4.pmax(x, k(11)), k(21));
  const shifted = nmadd(t, k(0), k(1));
  const n = f32x4.sub(shifted, k(1));
  // −x = n ln 2 − s, and the polynomial of exp at −s.
  const s = madd(n, k(3), madd(n, k(2), t));
  const s2 = f32x4.mul(s, s);
  const p = madd(madd(k(4), s2, nmadd(k(5), s, k(6))), s2, nmadd(k(7), s, k(8)));
  const power = i32x4.add(i32x4.shl(shifted, 23), k(22));
  return f32x4.div(k(22), f32x4.add(k(22), nmadd(nmadd(p, s2, s), power, power)));
}

/** ln x within 1 ulp (Cephes' logf); −∞ at 0, NaN below. */
@inline export function log4(x: v128): v128 {
  const zero = f32x4.splat(0);
  // Subnormals are scaled by 2²³ first.
  const small = f32x4.lt(x, k(55));
  const scaled = pick(small, f32x4.mul(x, k(56)), x);
  // m in [√½, √2): the exponent is counted from the bits of √½.
  const bits = i32x4.sub(scaled, k(52));
  const e = f32x4.sub(f32x4.convert_i32x4_s(i32x4.shr_s(bits, 23)), v128.and(small, k(57)));
  const m = i32x4.add(v128.andnot(bits, k(58)), k(52));
  const r = f32x4.sub(m, k(10));
  const z = f32x4.mul(r, r);
  // Estrin: independent pairs.
  const high = madd(madd(k(26), z, madd(k(27), r, k(28))), z, madd(k(29), r, k(30)));
  const low = madd(madd(k(31), r, k(32)), z, madd(k(33), r, k(34)));
  const p = f32x4.mul(f32x4.mul(madd(high, f32x4.mul(z, z), low), r), z);
  let y = madd(e, k(2), f32x4.add(r, nmadd(z, k(9), madd(e, k(3), p))));
  y = pick(f32x4.gt(x, zero), y, v128.or(f32x4.lt(x, zero), k(58)));
  return pick(f32x4.lt(x, k(59)), y, x);
}

/** erf x within 2 ulp: a polynomial below 0.93, beyond it 1 − 2^polynomial (after Juffa), and 1 from 4 on. */
@inline export function erf4(x: v128): v128 {
  const t = f32x4.pmin(v128.andnot(x, k(49)), k(25));
  const far = f32x4.sub(k(10), erfcFar4(t));
  return v128.or(pick(f32x4.gt(t, k(48)), far, erfNear4(t)), v128.and(x, k(49)));
}

/** 1 − erf t from 0.93 on, within 1e-4 of itself up to 4; beyond it falls a little too fast. */
@inline function erfcFar4(t: v128): v128 {
  const s = f32x4.mul(t, t);
  const far = madd(madd(k(35), t, k(36)), s, madd(k(37), t, k(38)));
  return exp2Below4(f32x4.mul(madd(far, f32x4.mul(s, t), madd(k(39), s, madd(k(40), t, k(41)))), t));
}

/** erf t for 0 ≤ t ≤ 0.93. */
@inline function erfNear4(t: v128): v128 {
  const s = f32x4.mul(t, t);
  let near = madd(k(42), s, k(43));
  near = madd(near, s, k(44));
  near = madd(near, s, k(45));
  near = madd(near, s, k(46));
  near = madd(near, s, k(47));
  return madd(near, t, t);
}

/** 1 + erf x = erfc −x, without the cancellation on the left: what is small there is computed as such. */
@inline export function erfcOfMinus4(x: v128): v128 {
  const t = f32x4.pmin(v128.andnot(x, k(49)), f32x4.splat(10));
  const left = pick(f32x4.gt(t, k(48)), erfcFar4(t), f32x4.sub(k(10), erfNear4(t)));
  return pick(f32x4.lt(x, f32x4.splat(0)), left, f32x4.sub(k(60), left));
}

/** ln(1 + x) within 3 ulp: ln u · x / (u − 1) for u = 1 + x rounded (Kahan). +∞ above 1e38, as in PyTorch. */
@inline export function log1p4(x: v128): v128 {
  const one = k(10);
  const u = f32x4.add(x, one);
  const d = f32x4.sub(u, one);
  const y = f32x4.mul(log4(u), f32x4.div(x, d));
  const tiny = f32x4.eq(u, one);
  const large = pick(f32x4.gt(x, f32x4.splat(1e38)), k(59), y);
  // At −1 the logarithm is −∞ and the quotient 1.
  return pick(tiny, x, large);
}

/** ln(1 + e⁻ᵗ) within 3 ulp for t = |x|: 2 artanh(s / 2), s = 2e / (2 + e). */
@inline export function softplusRest4(x: v128): v128 {
  const e = exp4(v128.or(x, k(49)));
  const s = f32x4.div(f32x4.add(e, e), f32x4.add(e, k(60)));
  const s2 = f32x4.mul(s, s);
  const p = madd(madd(k(61), s2, k(62)), f32x4.mul(s2, s2), madd(k(63), s2, k(64)));
  return madd(f32x4.mul(s, s2), p, s);
}

/** eˣ − 1 within 2 ulp, −0 at −0: Taylor's series for |x| < ½. */
@inline export function expm14(x: v128): v128 {
  let p = madd(f32x4.splat(1.0 / 362880), x, f32x4.splat(1.0 / 40320));
  p = madd(p, x, f32x4.splat(1.0 / 5040));
  p = madd(p, x, f32x4.splat(1.0 / 720));
  p = madd(p, x, f32x4.splat(1.0 / 120));
  p = madd(p, x, f32x4.splat(1.0 / 24));
  p = madd(p, x, f32x4.splat(1.0 / 6));
  p = madd(p, x, k(9));
  const near = madd(f32x4.mul(p, x), x, x);
  const far = f32x4.sub(exp4(x), k(10));
  return v128.or(pick(f32x4.lt(f32x4.abs(x), k(9)), near, far), v128.and(x, k(49)));
}

// Threefry-2x32 with 20 rounds, four counters at once, and what is made of its words: bit for bit what
// packages/tensor/src/random gives. No relaxed instruction may come in here.
import { loadTail, pick, storeTail } from "./simd";

/** The second word of the last call. */
let second: v128 = i32x4.splat(0);

// @ts-ignore: decorator
@inline
function turn(x: v128, left: i32): v128 {
  return v128.or(i32x4.shl(x, left), i32x4.shr_u(x, 32 - left));
}

/** The first words for counters (c, offset); the second ones stand in `second`. */
// @ts-ignore: decorator
@inline
export function words(key0: i32, key1: i32, c: v128, offset: i32): v128 {
  const k0 = i32x4.splat(key0);
  const k1 = i32x4.splat(key1);
  const k2 = i32x4.splat(0x1bd11bda ^ key0 ^ key1);
  let a = i32x4.add(c, k0);
  let b = i32x4.splat(offset + key1);
  a = i32x4.add(a, b); b = v128.xor(turn(b, 13), a);
  a = i32x4.add(a, b); b = v128.xor(turn(b, 15), a);
  a = i32x4.add(a, b); b = v128.xor(turn(b, 26), a);
  a = i32x4.add(a, b); b = v128.xor(turn(b, 6), a);
  a = i32x4.add(a, k1); b = i32x4.add(i32x4.add(b, k2), i32x4.splat(1));
  a = i32x4.add(a, b); b = v128.xor(turn(b, 17), a);
  a = i32x4.add(a, b); b = v128.xor(turn(b, 29), a);
  a = i32x4.add(a, b); b = v128.xor(turn(b, 16), a);
  a = i32x4.add(a, b); b = v128.xor(turn(b, 24), a);
  a = i32x4.add(a, k2); b = i32x4.add(i32x4.add(b, k0), i32x4.splat(2));
  a = i32x4.add(a, b); b = v128.xor(turn(b, 13), a);
  a = i32x4.add(a, b); b = v128.xor(turn(b, 15), a);
  a = i32x4.add(a, b); b = v128.xor(turn(b, 26), a);
  a = i32x4.add(a, b); b = v128.xor(turn(b, 6), a);
  a = i32x4.add(a, k0); b = i32x4.add(i32x4.add(b, k1), i32x4.splat(3));
  a = i32x4.add(a, b); b = v128.xor(turn(b, 17), a);
  a = i32x4.add(a, b); b = v128.xor(turn(b, 29), a);
  a = i32x4.add(a, b); b = v128.xor(turn(b, 16), a);
  a = i32x4.add(a, b); b = v128.xor(turn(b, 24), a);
  a = i32x4.add(a, k1); b = i32x4.add(i32x4.add(b, k2), i32x4.splat(4));
  a = i32x4.add(a, b); b = v128.xor(turn(b, 13), a);
  a = i32x4.add(a, b); b = v128.xor(turn(b, 15), a);
  a = i32x4.add(a, b); b = v128.xor(turn(b, 26), a);
  a = i32x4.add(a, b); b = v128.xor(turn(b, 6), a);
  a = i32x4.add(a, k2); b = i32x4.add(i32x4.add(b, k0), i32x4.splat(5));
  second = b;
  return a;
}

// @ts-ignore: decorator
@inline
export function uniform4(word: v128): v128 {
  return f32x4.mul(f32x4.convert_i32x4_s(i32x4.shr_u(word, 8)), f32x4.splat(5.9604644775390625e-8));
}

/** a · b + c, rounded twice in every variant. */
// @ts-ignore: decorator
@inline
function step(a: v128, b: v128, c: f32): v128 {
  return f32x4.add(f32x4.mul(a, b), f32x4.splat(c));
}

// @ts-ignore: decorator
@inline
function exactLog(x: v128): v128 {
  const one = f32x4.splat(1);
  let exponent = i32x4.sub(i32x4.shr_s(x, 23), i32x4.splat(126));
  let m = v128.or(v128.and(x, i32x4.splat(0x007fffff)), i32x4.splat(0x3f000000));
  const low = f32x4.lt(m, f32x4.splat(0.70710678118654752));
  m = pick(low, f32x4.add(m, m), m);
  exponent = i32x4.add(exponent, low); // the mask is −1
  const s = f32x4.div(f32x4.sub(m, one), f32x4.add(m, one));
  const z = f32x4.mul(s, s);
  let p = f32x4.splat(1.0 / 9.0);
  p = step(p, z, 1.0 / 7.0);
  p = step(p, z, 1.0 / 5.0);
  p = step(p, z, 1.0 / 3.0);
  const atanh = f32x4.add(s, f32x4.mul(f32x4.mul(s, z), p));
  const whole = f32x4.mul(f32x4.convert_i32x4_s(exponent), f32x4.splat(0.69314718055994531));
  return f32x4.add(f32x4.add(atanh, atanh), whole);
}

// @ts-ignore: decorator
@inline
function exactCosTurn(u: v128): v128 {
  const turn = f32x4.splat(6.2831853071795865);
  let t = pick(f32x4.gt(u, f32x4.splat(0.5)), f32x4.sub(f32x4.splat(1), u), u);
  const back = f32x4.gt(t, f32x4.splat(0.25));
  t = pick(back, f32x4.sub(f32x4.splat(0.5), t), t);
  const far = f32x4.gt(t, f32x4.splat(0.125));
  const x = f32x4.mul(pick(far, f32x4.sub(f32x4.splat(0.25), t), t), turn);
  const z = f32x4.mul(x, x);
  let p = f32x4.splat(1.0 / 362880.0);
  p = step(p, z, -1.0 / 5040.0);
  p = step(p, z, 1.0 / 120.0);
  p = step(p, z, -1.0 / 6.0);
  const sine = f32x4.add(x, f32x4.mul(f32x4.mul(x, z), p));
  let q = f32x4.splat(1.0 / 40320.0);
  q = step(q, z, -1.0 / 720.0);
  q = step(q, z, 1.0 / 24.0);
  q = step(q, z, -0.5);
  const cosine = step(q, z, 1);
  return v128.xor(pick(far, sine, cosine), v128.and(back, i32x4.splat(0x80000000)));
}

// @ts-ignore: decorator
@inline
function normal4(word0: v128, word1: v128): v128 {
  const whole = i32x4.add(i32x4.shr_u(word0, 8), i32x4.splat(1));
  const u = f32x4.mul(f32x4.convert_i32x4_s(whole), f32x4.splat(5.9604644775390625e-8));
  const radius = f32x4.sqrt(f32x4.mul(f32x4.splat(-2), exactLog(u)));
  return f32x4.mul(radius, exactCosTurn(uniform4(word1)));
}

/** Elements `from` to from + n of the tensor that (key, offset) names. */
export function uniform(y: usize, n: usize, from: usize, key0: i32, key1: i32, offset: i32): void {
  let c = i32x4.add(i32x4.splat(<i32>from), i32x4(0, 1, 2, 3));
  const end = y + (n & ~3) * 4;
  for (; y < end; y += 16) {
    v128.store(y, uniform4(words(key0, key1, c, offset)));
    c = i32x4.add(c, i32x4.splat(4));
  }
  if ((n & 3) > 0) storeTail(y, uniform4(words(key0, key1, c, offset)), n & 3);
}

/** Elements `from` to from + n of the tensor that (key, offset) names. */
export function normal(y: usize, n: usize, from: usize, key0: i32, key1: i32, offset: i32): void {
  let c = i32x4.add(i32x4.splat(<i32>from), i32x4(0, 1, 2, 3));
  const end = y + (n & ~3) * 4;
  for (; y < end; y += 16) {
    const first = words(key0, key1, c, offset);
    v128.store(y, normal4(first, second));
    c = i32x4.add(c, i32x4.splat(4));
  }
  if ((n & 3) > 0) {
    const first = words(key0, key1, c, offset);
    storeTail(y, normal4(first, second), n & 3);
  }
}

/** 0 or 1 a lane of a mask, in four bytes. */
// @ts-ignore: decorator
@inline
function bytesOf(mask: v128): v128 {
  const halves = i16x8.narrow_i32x4_s(mask, mask);
  return v128.and(i8x16.narrow_i16x8_s(halves, halves), i8x16.splat(1));
}

/**
 * y = x · scale where element `from` + i of the uniform tensor that (key, offset) names is below `limit`, else 0; and
 * one byte an element that says where.
 */
export function dropout(
  x: usize, y: usize, kept: usize, n: usize, from: usize, key0: i32, key1: i32, offset: i32, limit: f32, scale: f32,
): void {
  let c = i32x4.add(i32x4.splat(<i32>from), i32x4(0, 1, 2, 3));
  const s = f32x4.splat(scale);
  const l = f32x4.splat(limit);
  const end = y + (n & ~3) * 4;
  for (; y < end; x += 16, y += 16, kept += 4) {
    const mask = f32x4.lt(uniform4(words(key0, key1, c, offset)), l);
    v128.store(y, v128.and(f32x4.mul(v128.load(x), s), mask));
    v128.store_lane<u32>(kept, bytesOf(mask), 0);
    c = i32x4.add(c, i32x4.splat(4));
  }
  const rest = n & 3;
  if (rest > 0) {
    const mask = f32x4.lt(uniform4(words(key0, key1, c, offset)), l);
    storeTail(y, v128.and(f32x4.mul(loadTail(x, rest), s), mask), rest);
    const bits = i32x4.bitmask(mask);
    for (let i: usize = 0; i < rest; i++) store<u8>(kept + i, (bits >> <i32>i) & 1);
  }
}

/** y = x · scale where the byte is 1, else 0. */
export function scaleKept(x: usize, kept: usize, y: usize, n: usize, scale: f32): void {
  const s = f32x4.splat(scale);
  const end = y + (n & ~3) * 4;
  for (; y < end; x += 16, y += 16, kept += 4) {
    const lanes = i32x4.extend_low_i16x8_u(i16x8.extend_low_i8x16_u(v128.load32_zero(kept)));
    v128.store(y, v128.and(f32x4.mul(v128.load(x), s), i32x4.ne(lanes, i32x4.splat(0))));
  }
  for (let i: usize = n & 3; i > 0; i--, x += 4, y += 4, kept++) {
    store<f32>(y, load<u8>(kept) ? load<f32>(x) * scale : 0);
  }
}

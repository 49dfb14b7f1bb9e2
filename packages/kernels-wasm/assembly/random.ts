// Threefry-2x32 with 20 rounds, four counters at once, and what is made of its words: bit for bit what
// packages/tensor/src/random gives. No relaxed instruction may come in here.
import { byteMasks, pick } from "./simd";

@inline function turn(x: v128, left: i32): v128 {
  return v128.or(i32x4.shl(x, left), i32x4.shr_u(x, 32 - left));
}

/** The words of the last call of words16: the first ones of four counters each, and the second ones. */
export let first0: v128 = i32x4.splat(0);
export let first1: v128 = i32x4.splat(0);
export let first2: v128 = i32x4.splat(0);
export let first3: v128 = i32x4.splat(0);
let second0: v128 = i32x4.splat(0);
let second1: v128 = i32x4.splat(0);
let second2: v128 = i32x4.splat(0);
let second3: v128 = i32x4.splat(0);

/**
 * The words for the counters c, c + step, c + 2 step and c + 3 step: four chains of rounds side by side, since one alone
 * waits for itself.
 */
export function words16(key0: i32, key1: i32, c: v128, step: i32, offset: i32): void {
  let k0 = i32x4.splat(key0), k1 = i32x4.splat(key1), k2 = i32x4.splat(0x1bd11bda ^ key0 ^ key1);
  let k = i32x4.splat(step);
  let a0 = i32x4.add(c, k0);
  let a1 = i32x4.add(a0, k), a2 = i32x4.add(a1, k), a3 = i32x4.add(a2, k);
  let b0 = i32x4.splat(offset + key1);
  let b1 = b0, b2 = b0, b3 = b0;
  // A loop, so that engines which finish one chain before they begin the next do so for four rounds only.
  for (let i: i32 = 1; ; i += 2) {
    a0 = i32x4.add(a0, b0); a1 = i32x4.add(a1, b1); a2 = i32x4.add(a2, b2); a3 = i32x4.add(a3, b3);
    b0 = v128.xor(turn(b0, 13), a0); b1 = v128.xor(turn(b1, 13), a1); b2 = v128.xor(turn(b2, 13), a2); b3 = v128.xor(turn(b3, 13), a3);
    a0 = i32x4.add(a0, b0); a1 = i32x4.add(a1, b1); a2 = i32x4.add(a2, b2); a3 = i32x4.add(a3, b3);
    b0 = v128.xor(turn(b0, 15), a0); b1 = v128.xor(turn(b1, 15), a1); b2 = v128.xor(turn(b2, 15), a2); b3 = v128.xor(turn(b3, 15), a3);
    a0 = i32x4.add(a0, b0); a1 = i32x4.add(a1, b1); a2 = i32x4.add(a2, b2); a3 = i32x4.add(a3, b3);
    b0 = v128.xor(turn(b0, 26), a0); b1 = v128.xor(turn(b1, 26), a1); b2 = v128.xor(turn(b2, 26), a2); b3 = v128.xor(turn(b3, 26), a3);
    a0 = i32x4.add(a0, b0); a1 = i32x4.add(a1, b1); a2 = i32x4.add(a2, b2); a3 = i32x4.add(a3, b3);
    b0 = v128.xor(turn(b0, 6), a0); b1 = v128.xor(turn(b1, 6), a1); b2 = v128.xor(turn(b2, 6), a2); b3 = v128.xor(turn(b3, 6), a3);
    k = i32x4.add(k2, i32x4.splat(i));
    a0 = i32x4.add(a0, k1); a1 = i32x4.add(a1, k1); a2 = i32x4.add(a2, k1); a3 = i32x4.add(a3, k1);
    b0 = i32x4.add(b0, k); b1 = i32x4.add(b1, k); b2 = i32x4.add(b2, k); b3 = i32x4.add(b3, k);
    if (i == 5) break;
    a0 = i32x4.add(a0, b0); a1 = i32x4.add(a1, b1); a2 = i32x4.add(a2, b2); a3 = i32x4.add(a3, b3);
    b0 = v128.xor(turn(b0, 17), a0); b1 = v128.xor(turn(b1, 17), a1); b2 = v128.xor(turn(b2, 17), a2); b3 = v128.xor(turn(b3, 17), a3);
    a0 = i32x4.add(a0, b0); a1 = i32x4.add(a1, b1); a2 = i32x4.add(a2, b2); a3 = i32x4.add(a3, b3);
    b0 = v128.xor(turn(b0, 29), a0); b1 = v128.xor(turn(b1, 29), a1); b2 = v128.xor(turn(b2, 29), a2); b3 = v128.xor(turn(b3, 29), a3);
    a0 = i32x4.add(a0, b0); a1 = i32x4.add(a1, b1); a2 = i32x4.add(a2, b2); a3 = i32x4.add(a3, b3);
    b0 = v128.xor(turn(b0, 16), a0); b1 = v128.xor(turn(b1, 16), a1); b2 = v128.xor(turn(b2, 16), a2); b3 = v128.xor(turn(b3, 16), a3);
    a0 = i32x4.add(a0, b0); a1 = i32x4.add(a1, b1); a2 = i32x4.add(a2, b2); a3 = i32x4.add(a3, b3);
    b0 = v128.xor(turn(b0, 24), a0); b1 = v128.xor(turn(b1, 24), a1); b2 = v128.xor(turn(b2, 24), a2); b3 = v128.xor(turn(b3, 24), a3);
    k = i32x4.add(k0, i32x4.splat(i + 1));
    a0 = i32x4.add(a0, k2); a1 = i32x4.add(a1, k2); a2 = i32x4.add(a2, k2); a3 = i32x4.add(a3, k2);
    b0 = i32x4.add(b0, k); b1 = i32x4.add(b1, k); b2 = i32x4.add(b2, k); b3 = i32x4.add(b3, k);
    const last = k2;
    k2 = k1;
    k1 = k0;
    k0 = last;
  }
  first0 = a0; first1 = a1; first2 = a2; first3 = a3;
  second0 = b0; second1 = b1; second2 = b2; second3 = b3;
}

@inline export function uniform4(word: v128): v128 {
  return f32x4.mul(f32x4.convert_i32x4_s(i32x4.shr_u(word, 8)), f32x4.splat(5.9604644775390625e-8));
}

/** a · b + c, rounded twice in every variant. */
@inline function step(a: v128, b: v128, c: f32): v128 {
  return f32x4.add(f32x4.mul(a, b), f32x4.splat(c));
}

@inline function exactLog(x: v128): v128 {
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

@inline function exactCosTurn(u: v128): v128 {
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

function normal4(word0: v128, word1: v128): v128 {
  const whole = i32x4.add(i32x4.shr_u(word0, 8), i32x4.splat(1));
  const u = f32x4.mul(f32x4.convert_i32x4_s(whole), f32x4.splat(5.9604644775390625e-8));
  const radius = f32x4.sqrt(f32x4.mul(f32x4.splat(-2), exactLog(u)));
  return f32x4.mul(radius, exactCosTurn(uniform4(word1)));
}

@inline function fourFrom(from: usize): v128 {
  return i32x4.add(i32x4.splat(<i32>from), i32x4(0, 1, 2, 3));
}

// The last sixteen elements are drawn whole, and stored as far as their vectors are a tensor's.
@inline function storeUpTo(y: usize, v: v128, left: isize): void {
  if (left > 0) v128.store(y, v);
}

/** Elements `from` to from + n of the tensor that (key, offset) names. */
export function uniform(y: usize, n: usize, from: usize, key0: i32, key1: i32, offset: i32): void {
  for (let left: isize = <isize>n; left > 0; left -= 16, y += 64, from += 16) {
    words16(key0, key1, fourFrom(from), 4, offset);
    v128.store(y, uniform4(first0));
    storeUpTo(y + 16, uniform4(first1), left - 4);
    storeUpTo(y + 32, uniform4(first2), left - 8);
    storeUpTo(y + 48, uniform4(first3), left - 12);
  }
}

/** Elements `from` to from + n of the tensor that (key, offset) names. */
export function normal(y: usize, n: usize, from: usize, key0: i32, key1: i32, offset: i32): void {
  for (let left: isize = <isize>n; left > 0; left -= 16, y += 64, from += 16) {
    words16(key0, key1, fourFrom(from), 4, offset);
    v128.store(y, normal4(first0, second0));
    storeUpTo(y + 16, normal4(first1, second1), left - 4);
    storeUpTo(y + 32, normal4(first2, second2), left - 8);
    storeUpTo(y + 48, normal4(first3, second3), left - 12);
  }
}

/** Four elements of dropout, and a byte for each; nothing beyond the last one. */
@inline function drop(x: usize, y: usize, kept: usize, word: v128, limit: v128, scale: v128, left: isize): void {
  if (left <= 0) return;
  const mask = f32x4.lt(uniform4(word), limit);
  v128.store(y, v128.and(f32x4.mul(v128.load(x), scale), mask));
  const halves = i16x8.narrow_i32x4_s(mask, mask);
  v128.store_lane<u32>(kept, v128.and(i8x16.narrow_i16x8_s(halves, halves), i8x16.splat(1)), 0);
}

/**
 * y = x · scale where element `from` + i of the uniform tensor that (key, offset) names is below `limit`, else 0; and
 * one byte an element that says where.
 */
export function dropout(
  x: usize, y: usize, kept: usize, n: usize, from: usize, key0: i32, key1: i32, offset: i32, limit: f32, scale: f32,
): void {
  const l = f32x4.splat(limit);
  const s = f32x4.splat(scale);
  for (let left: isize = <isize>n; left > 0; left -= 16, x += 64, y += 64, kept += 16, from += 16) {
    words16(key0, key1, fourFrom(from), 4, offset);
    drop(x, y, kept, first0, l, s, left);
    drop(x + 16, y + 16, kept + 4, first1, l, s, left - 4);
    drop(x + 32, y + 32, kept + 8, first2, l, s, left - 8);
    drop(x + 48, y + 48, kept + 12, first3, l, s, left - 12);
  }
}

/** y = x · scale where the byte is 1, else 0. */
export function scaleKept(x: usize, kept: usize, y: usize, n: usize, scale: f32): void {
  const s = f32x4.splat(scale);
  for (const end = y + n * 4; y < end; x += 16, y += 16, kept += 4) {
    v128.store(y, v128.and(f32x4.mul(v128.load(x), s), byteMasks(v128.load32_zero(kept))));
  }
}

// Attention of a single query, as in decoding with a cache: in a panel of sixteen queries it would be computed sixteen
// times. Every element goes through the panel's operations in their order, so that its bits are the same; only lanes
// hold something else: keys in scores, features in outputs.
import { K, MASK, BIAS, CAUSAL, Q, SCALE, D, DV, V, headOf, word } from "./attention-block";
import { LOG2E, rowBytes, rowsAt } from "./attention-panels";
import { exp2Below4, log4 } from "./functions";
import { loadTail, madd, storeTail } from "./simd";

/**
 * Query i of a head with its first `end` keys, a tile of `tile` of them at a time. Scores go to s, packed tiles to kPacked
 * and vPacked. Returns ln Σ exp; the output may be not finite.
 */
export function attendRow(
  block: usize, head: usize, i: usize, end: usize, tile: usize, s: usize, kPacked: usize, vPacked: usize, row: usize,
  factor: f32, out: usize,
): f32 {
  const d = word(block, D);
  const dv = word(block, DV);
  const q = headOf(block, Q, head) + i * word(block, Q + 4);
  const scale = load<f32>(block + SCALE);
  for (let c: usize = 0; c < d; c++) store<f32>(row + c * 4, load<f32>(q + c * word(block, Q + 8)) * scale);
  const bias = headOf(block, BIAS, head);
  const mask = headOf(block, MASK, head);
  if (word(block, CAUSAL) != 0) end = min(end, i + 1);
  let largest: f32 = -Infinity;
  let sum: f32 = 0;
  memory.fill(out, 0, dv * 4);
  for (let j0: usize = 0; j0 < end; j0 += tile) {
    const n = min(tile, end - j0);
    const keys = rowsAt(block, K, head, j0, n, d, kPacked, 0);
    scores(n, d, keys, rowBytes, row, s);
    if (bias != 0) {
      const at = bias + i * word(block, BIAS + 4) + j0 * word(block, BIAS + 8);
      for (let j: usize = 0; j < n; j++) {
        const p = s + j * 4;
        store<f32>(p, load<f32>(p) + load<f32>(at + j * word(block, BIAS + 8)));
      }
    }
    if (mask != 0) {
      const at = mask + i * word(block, MASK + 4) + j0 * word(block, MASK + 8);
      for (let j: usize = 0; j < n; j++) if (load<u8>(at + j * word(block, MASK + 8)) == 0) store<f32>(s + j * 4, -Infinity);
    }
    const before = largest;
    for (let j: usize = 0; j < n; j++) {
      const x = load<f32>(s + j * 4);
      if (largest < x) largest = x;
    }
    const m: f32 = largest == -Infinity ? 0 : largest;
    for (let j: usize = 0; j < n; j += 4) {
      v128.store(s + j * 4, exp2Below4(f32x4.mul(f32x4.sub(v128.load(s + j * 4), f32x4.splat(m)), f32x4.splat(LOG2E))));
    }
    let l: f32 = 0;
    for (let j: usize = 0; j < n; j++) l += load<f32>(s + j * 4);
    const shrink = f32x4.extract_lane(exp2Below4(f32x4.splat((before - m) * LOG2E)), 0);
    sum = sum * shrink + l;
    const values = rowsAt(block, V, head, j0, n, dv, vPacked, 0);
    addValues(n, dv, values, rowBytes, s, out, j0 == 0 ? 0 : shrink);
  }
  const by = f32x4.splat(factor / sum);
  let c: usize = 0;
  for (; c + 4 <= dv; c += 4) v128.store(out + c * 4, f32x4.mul(v128.load(out + c * 4), by));
  for (; c < dv; c++) store<f32>(out + c * 4, load<f32>(out + c * 4) * f32x4.extract_lane(by, 0));
  return largest + f32x4.extract_lane(log4(f32x4.splat(sum)), 0);
}

/** Adds to four sums, one a row of x, what four columns of it give: they are turned into the lanes. */
@inline
function addFour(sums: v128, r0: v128, r1: v128, r2: v128, r3: v128, q0: v128, q1: v128, q2: v128, q3: v128): v128 {
  const a = v128.shuffle<i32>(r0, r1, 0, 4, 1, 5);
  const b = v128.shuffle<i32>(r0, r1, 2, 6, 3, 7);
  const c = v128.shuffle<i32>(r2, r3, 0, 4, 1, 5);
  const d = v128.shuffle<i32>(r2, r3, 2, 6, 3, 7);
  sums = madd(v128.shuffle<i64>(a, c, 0, 2), q0, sums);
  sums = madd(v128.shuffle<i64>(a, c, 1, 3), q1, sums);
  sums = madd(v128.shuffle<i64>(b, d, 0, 2), q2, sums);
  return madd(v128.shuffle<i64>(b, d, 1, 3), q3, sums);
}

/** s (n) = keys (n, d) · q, eight keys at a time; the last one replaces those that are missing. */
function scores(n: usize, d: usize, keys: usize, step: usize, q: usize, s: usize): void {
  const end = q + (d & ~3) * 4;
  const last = keys + (n - 1) * step;
  for (let j: usize = 0; j < n; j += 8) {
    let k0 = keys + j * step;
    let k1 = min(last, k0 + step), k2 = min(last, k0 + 2 * step), k3 = min(last, k0 + 3 * step);
    let k4 = min(last, k0 + 4 * step), k5 = min(last, k0 + 5 * step), k6 = min(last, k0 + 6 * step);
    let k7 = min(last, k0 + 7 * step);
    let s0 = f32x4.splat(0), s1 = s0;
    let x = q;
    for (; x != end; x += 16) {
      const q0 = v128.load32_splat(x), q1 = v128.load32_splat(x, 4), q2 = v128.load32_splat(x, 8);
      const q3 = v128.load32_splat(x, 12);
      s0 = addFour(s0, v128.load(k0), v128.load(k1), v128.load(k2), v128.load(k3), q0, q1, q2, q3);
      s1 = addFour(s1, v128.load(k4), v128.load(k5), v128.load(k6), v128.load(k7), q0, q1, q2, q3);
      k0 += 16; k1 += 16; k2 += 16; k3 += 16; k4 += 16; k5 += 16; k6 += 16; k7 += 16;
    }
    for (let c = d & 3; c > 0; c--) {
      const y = v128.load32_splat(x);
      let r = v128.load_lane<u32>(k1, v128.load32_zero(k0), 1);
      s0 = madd(v128.load_lane<u32>(k3, v128.load_lane<u32>(k2, r, 2), 3), y, s0);
      r = v128.load_lane<u32>(k5, v128.load32_zero(k4), 1);
      s1 = madd(v128.load_lane<u32>(k7, v128.load_lane<u32>(k6, r, 2), 3), y, s1);
      x += 4; k0 += 4; k1 += 4; k2 += 4; k3 += 4; k4 += 4; k5 += 4; k6 += 4; k7 += 4;
    }
    v128.store(s + j * 4, s0);
    v128.store(s + j * 4, s1, 16);
  }
}

/** out (width) = out · shrink + weights (n) · values (n, width), or without out where shrink is 0. */
function addValues(n: usize, width: usize, values: usize, step: usize, weights: usize, out: usize, shrink: f32): void {
  const end = weights + n * 4;
  const by = f32x4.splat(shrink);
  let c: usize = 0;
  for (; c + 32 <= width; c += 32) {
    const p = out + c * 4;
    let c0 = f32x4.mul(v128.load(p), by), c1 = f32x4.mul(v128.load(p, 16), by);
    let c2 = f32x4.mul(v128.load(p, 32), by), c3 = f32x4.mul(v128.load(p, 48), by);
    let c4 = f32x4.mul(v128.load(p, 64), by), c5 = f32x4.mul(v128.load(p, 80), by);
    let c6 = f32x4.mul(v128.load(p, 96), by), c7 = f32x4.mul(v128.load(p, 112), by);
    let y = values + c * 4;
    for (let w = weights; w != end; w += 4, y += step) {
      const x = v128.load32_splat(w);
      c0 = madd(v128.load(y), x, c0); c1 = madd(v128.load(y, 16), x, c1);
      c2 = madd(v128.load(y, 32), x, c2); c3 = madd(v128.load(y, 48), x, c3);
      c4 = madd(v128.load(y, 64), x, c4); c5 = madd(v128.load(y, 80), x, c5);
      c6 = madd(v128.load(y, 96), x, c6); c7 = madd(v128.load(y, 112), x, c7);
    }
    v128.store(p, c0); v128.store(p, c1, 16); v128.store(p, c2, 32); v128.store(p, c3, 48);
    v128.store(p, c4, 64); v128.store(p, c5, 80); v128.store(p, c6, 96); v128.store(p, c7, 112);
  }
  for (; c < width; c += 4) {
    const p = out + c * 4;
    const left = width - c;
    let sums = f32x4.mul(left < 4 ? loadTail(p, left) : v128.load(p), by);
    let y = values + c * 4;
    for (let w = weights; w != end; w += 4, y += step) {
      sums = madd(left < 4 ? loadTail(y, left) : v128.load(y), v128.load32_splat(w), sums);
    }
    if (left < 4) storeTail(p, sums, left);
    else v128.store(p, sums);
  }
}

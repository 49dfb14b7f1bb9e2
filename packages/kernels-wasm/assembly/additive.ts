// Scores of additive attention, vᵀ tanh(qᵢ + kⱼ), for contiguous batches: q (lq, h), k (lk, h) and scores (lq, lk),
// all dense.
import { exp2With, k, tanh4 } from "./functions";
import { get, put } from "./panels";
import { across, madd } from "./simd";

export function additiveScores(
  q: usize, ks: usize, v: usize, out: usize, batches: usize, lq: usize, lk: usize, h: usize,
): void {
  const row = h * 4;
  const whole = row & ~15;
  const rest = <isize>(h & 3);
  for (let b: usize = 0; b < batches; b++) {
    for (let i: usize = 0; i < lq; i++) {
      const query = q + (b * lq + i) * row;
      let key = ks + b * lk * row;
      for (let j: usize = 0; j < lk; j++) {
        let sum = f32x4.splat(0);
        for (let at: usize = 0; at < whole; at += 16) {
          sum = madd(tanh4(f32x4.add(v128.load(query + at), v128.load(key + at))), v128.load(v + at), sum);
        }
        // Beyond the last one everything is 0.
        if (rest > 0) {
          const y = tanh4(f32x4.add(get(query + whole, rest), get(key + whole, rest)));
          sum = madd(y, get(v + whole, rest), sum);
        }
        store<f32>(out + ((b * lq + i) * lk + j) * 4, across(sum));
        key += row;
      }
    }
  }
}

/** dq and dk for a cotangent g (lq, lk) a batch, and dv of each batch for itself, (batches, h). */
export function additiveScoresBackward(
  g: usize, q: usize, ks: usize, v: usize, dq: usize, dk: usize, dv: usize, batches: usize, lq: usize, lk: usize, h: usize,
): void {
  const row = h * 4;
  const whole = row & ~15;
  const rest = <isize>(h & 3);
  for (let b: usize = 0; b < batches; b++) {
    memory.fill(dv + b * row, 0, row);
    if (lq == 0) memory.fill(dk + b * lk * row, 0, lk * row);
    for (let i: usize = 0; i < lq; i++) {
      const query = (b * lq + i) * row;
      const grads = g + (b * lq + i) * lk * 4;
      const keys = b * lk * row;
      for (let at: usize = 0; at < whole; at += 16) {
        column(grads, q + query + at, ks + keys + at, v + at, dq + query + at, dk + keys + at, dv + b * row + at, lk, row, i, 4);
      }
      if (rest > 0) {
        const at = whole;
        column(grads, q + query + at, ks + keys + at, v + at, dq + query + at, dk + keys + at, dv + b * row + at, lk, row, i, rest);
      }
    }
  }
}

/**
 * One query and all keys, four hidden units or what remains of them. dk is added to but by the first query. tanh s and
 * its slope come of e = exp(−2|s|), as in functions.ts; the constants are loaded once.
 */
@inline function column(
  g: usize, q: usize, keys: usize, v: usize, dq: usize, dk: usize, dv: usize, lk: usize, row: usize, query: usize,
  count: isize,
): void {
  const lowest = k(80), magic = k(1), c5 = k(81), c4 = k(82), c3 = k(83), c2 = k(84), c1 = k(85), one = k(10);
  const sign = k(49), twice = f32x4.add(k(0), k(0)), zero = f32x4.splat(0);
  const weight = get(v, count);
  const steep = f32x4.mul(weight, k(25)); // the slope is 4 e / (1 + e)²
  const asked = get(q, count);
  let dWeight = get(dv, count);
  let dQuery = f32x4.splat(0);
  for (let j: usize = 0; j < lk; j++) {
    // A pair without a cotangent has no part, NaN or not: so a masked key has none.
    const s = load<f32>(g) == 0 ? zero : f32x4.add(asked, get(keys, count));
    const e = exp2With(f32x4.mul(v128.or(s, sign), twice), lowest, magic, c5, c4, c3, c2, c1, one);
    const large = f32x4.div(one, f32x4.add(one, e));
    const d = v128.load32_splat(g);
    const y = v128.or(f32x4.mul(f32x4.sub(one, e), large), v128.and(s, sign));
    dWeight = madd(d, y, dWeight);
    const w = f32x4.mul(f32x4.mul(d, steep), f32x4.mul(f32x4.mul(e, large), large));
    dQuery = f32x4.add(dQuery, w);
    put(dk, query == 0 ? w : f32x4.add(get(dk, count), w), count);
    g += 4;
    keys += row;
    dk += row;
  }
  put(dq, dQuery, count);
  put(dv, dWeight, count);
}

// Attention a query at a time, summed in float64, where a fast kernel's result is not finite or its scores are too large
// for float32: a masked key gets the weight 0 there, and 0 · NaN is NaN. Here what is masked is never read.
import {
  BIAS, CAUSAL, D, D_V, DK, DQ, DROPS, DV, FACTOR, G, G_LSE, headOf, K, KEEP, KEYS, LK, LQ, LSE, MASK, OUT, Q, SCALE,
  TO_COLUMNS, TO_ENTROPY, V, word,
} from "./attention-block";
import { exp4, log4 } from "./functions";
import { first0, words16 } from "./random";

/** Bytes of scratch: two float64 a key. */
export function exactScratch(lk: usize): usize {
  return lk * 16;
}

/** Whether all of n floats at p are finite. */
export function allFinite(p: usize, n: usize): bool {
  // x − x is 0, or NaN where x is not finite.
  let sum = f32x4.splat(0);
  const end = p + n * 4;
  for (const whole = p + (n & ~3) * 4; p < whole; p += 16) {
    const x = v128.load(p);
    sum = f32x4.add(sum, f32x4.sub(x, x));
  }
  for (; p < end; p += 4) {
    const x = v128.load32_zero(p);
    sum = f32x4.add(sum, f32x4.sub(x, x));
  }
  return !v128.any_true(f32x4.ne(sum, sum));
}

@inline function dot(x: usize, xStep: usize, y: usize, yStep: usize, n: usize): f64 {
  let sum: f64 = 0;
  for (; n > 0; n--, x += xStep, y += yStep) sum += <f64>load<f32>(x) * <f64>load<f32>(y);
  return sum;
}

/** Where row i of a head's part of an operand starts. */
function rowOf(block: usize, which: usize, head: usize, i: usize): usize {
  return headOf(block, which, head) + i * word(block, which + 4);
}

/** How many keys query i sees at most. */
@inline export function limitOf(block: usize, i: usize): usize {
  const lk = word(block, LK);
  return word(block, CAUSAL) != 0 ? min(lk, i + 1) : lk;
}

/** Whether a row of the mask (0 without one) allows key j. */
@inline export function allows(block: usize, mask: usize, j: usize): bool {
  return mask == 0 || load<u8>(mask + j * word(block, MASK + 8)) != 0;
}

// A mask's row, 0 where there is no mask.
@inline export function maskOf(block: usize, head: usize, i: usize): usize {
  return word(block, MASK) == 0 ? 0 : rowOf(block, MASK, head, i);
}

/** The scores of query i and the keys that it may attend to. Returns the largest: −∞ without such a key. */
export function exactScores(block: usize, head: usize, i: usize, scores: usize): f64 {
  const end = limitOf(block, i);
  const mask = maskOf(block, head, i);
  const bias = word(block, BIAS) == 0 ? 0 : rowOf(block, BIAS, head, i);
  const q = rowOf(block, Q, head, i);
  const k = headOf(block, K, head);
  let top: f64 = -Infinity;
  for (let j: usize = 0; j < end; j++) {
    if (!allows(block, mask, j)) continue;
    let score = dot(q, word(block, Q + 8), k + j * word(block, K + 4), word(block, K + 8), word(block, D));
    score *= <f64>load<f32>(block + SCALE);
    if (bias != 0) score += <f64>load<f32>(bias + j * word(block, BIAS + 8));
    store<f64>(scores + j * 8, score);
    top = max(top, score);
  }
  return top;
}

/** The weights of query i for the keys that it may attend to, and ln Σ exp of their scores: −∞ without such a key. */
export function weigh(block: usize, head: usize, i: usize, weights: usize): f32 {
  const top = exactScores(block, head, i, weights);
  const end = limitOf(block, i);
  const mask = maskOf(block, head, i);
  let count: usize = 0;
  let total: f64 = 0;
  for (let j: usize = 0; j < end; j++) {
    if (!allows(block, mask, j)) continue;
    count++;
    const x = f32x4.splat(<f32>(load<f64>(weights + j * 8) - top));
    const e = <f64>f32x4.extract_lane(exp4(x), 0);
    store<f64>(weights + j * 8, e);
    total += e;
  }
  if (count == 0) return f32.NEGATIVE_INFINITY;
  for (let j: usize = 0; j < end; j++) {
    if (allows(block, mask, j)) store<f64>(weights + j * 8, load<f64>(weights + j * 8) / total);
  }
  return <f32>(top + <f64>f32x4.extract_lane(log4(f32x4.splat(<f32>total)), 0));
}

/** The factor of dropout for a weight: see dropPanel. */
function keptOf(block: usize, row: usize, j: usize): f64 {
  if (word(block, DROPS) == 0) return 1;
  const c = i32x4.splat(<i32>(row * word(block, LK) + j));
  words16(load<i32>(block + KEYS), load<i32>(block + KEYS + 4), c, 0, load<i32>(block + KEYS + 8));
  const limit = <i32>ceil<f32>(load<f32>(block + KEEP) * 16777216);
  return (i32x4.extract_lane(first0, 0) >>> 8) < limit ? <f64>load<f32>(block + FACTOR) : 0;
}

/** Output and ln Σ exp of query i. */
export function exactForward(block: usize, head: usize, i: usize, weights: usize): void {
  const row = head * word(block, LQ) + i;
  const lse = weigh(block, head, i, weights);
  store<f32>(word(block, LSE) + row * 4, lse);
  const end = limitOf(block, i);
  const mask = maskOf(block, head, i);
  for (let j: usize = 0; j < end; j++) {
    if (allows(block, mask, j)) store<f64>(weights + j * 8, load<f64>(weights + j * 8) * keptOf(block, row, j));
  }
  sumAllowed(block, weights, 8, true, headOf(block, V, head), end, mask, word(block, OUT) + row * word(block, DV) * 4);
}

/** out (dv) = the sum of the rows of v, below `end`, that a mask's row allows, times their weights: f64 if `wide`, else f32. */
function sumAllowed(
  block: usize, weights: usize, step: usize, wide: bool, v: usize, end: usize, mask: usize, out: usize,
): void {
  for (let c: usize = 0; c < word(block, DV); c++, v += word(block, V + 8), out += 4) {
    let sum: f64 = 0;
    for (let j: usize = 0; j < end; j++) {
      if (!allows(block, mask, j)) continue;
      const at = weights + j * step;
      const weight = wide ? load<f64>(at) : <f64>load<f32>(at);
      sum += weight * <f64>load<f32>(v + j * word(block, V + 4));
    }
    store<f32>(out, <f32>sum);
  }
}

/** to[…] += by · from[…]: dense floats to, strided ones from. */
@inline function addRow(to: usize, by: f64, from: usize, step: usize, n: usize): void {
  for (; n > 0; n--, to += 4, from += step) {
    store<f32>(to, <f32>(<f64>load<f32>(to) + by * <f64>load<f32>(from)));
  }
}

/** The gradient of a weight by what is told of it, but for what is the same for all weights of a row. */
function tellCotangent(block: usize, head: usize, row: usize, j: usize, weight: f32): f64 {
  if (word(block, TO_ENTROPY) == 0) return 0;
  const logarithm: f32 = weight == 0 ? 0 : f32x4.extract_lane(log4(f32x4.splat(weight)), 0);
  const spread = load<f32>(word(block, TO_ENTROPY) + row * 4) * logarithm;
  return <f64>(load<f32>(word(block, TO_COLUMNS) + (head * word(block, LK) + j) * 4) - spread);
}

/** The gradients of one head, anew. */
export function exactBackward(block: usize, head: usize, scratch: usize): void {
  const lq = word(block, LQ);
  const lk = word(block, LK);
  const d = word(block, D);
  const dv = word(block, DV);
  const toWeights = scratch + lk * 8;
  const dq = word(block, DQ) + head * lq * d * 4;
  const dk = word(block, DK) + head * lk * d * 4;
  const dValues = word(block, D_V) + head * lk * dv * 4;
  memory.fill(dq, 0, lq * d * 4);
  memory.fill(dk, 0, lk * d * 4);
  memory.fill(dValues, 0, lk * dv * 4);
  for (let i: usize = 0; i < lq; i++) {
    weigh(block, head, i, scratch);
    const row = head * lq + i;
    const end = limitOf(block, i);
    const mask = maskOf(block, head, i);
    const g = rowOf(block, G, head, i);
    const q = rowOf(block, Q, head, i);
    let mean: f64 = 0;
    for (let j: usize = 0; j < end; j++) {
      if (!allows(block, mask, j)) continue;
      const weight = load<f64>(scratch + j * 8);
      const kept = keptOf(block, row, j);
      let to = kept * dot(g, word(block, G + 8), rowOf(block, V, head, j), word(block, V + 8), dv);
      to += tellCotangent(block, head, row, j, <f32>weight);
      store<f64>(toWeights + j * 8, to);
      mean += weight * to;
      addRow(dValues + j * dv * 4, weight * kept, g, word(block, G + 8), dv);
    }
    mean -= <f64>load<f32>(word(block, G_LSE) + row * 4);
    for (let j: usize = 0; j < end; j++) {
      if (!allows(block, mask, j)) continue;
      const by = load<f64>(scratch + j * 8) * (load<f64>(toWeights + j * 8) - mean) * <f64>load<f32>(block + SCALE);
      addRow(dq + i * d * 4, by, rowOf(block, K, head, j), word(block, K + 8), d);
      addRow(dk + j * d * 4, by, q, word(block, Q + 8), d);
    }
  }
}

/**
 * Mends a product of weights, at Q (lq, lk), and values, at V (lk, dv): rows of the output that are not finite are summed
 * again over what the mask allows. Heads `first` to `last`.
 */
export function mendSums(block: usize, first: usize, last: usize): void {
  const lq = word(block, LQ);
  const dv = word(block, DV);
  for (let head = first; head < last; head++) {
    const v = headOf(block, V, head);
    for (let i: usize = 0; i < lq; i++) {
      const out = word(block, OUT) + (head * lq + i) * dv * 4;
      if (allFinite(out, dv)) continue;
      const weights = rowOf(block, Q, head, i);
      sumAllowed(block, weights, word(block, Q + 8), false, v, word(block, LK), maskOf(block, head, i), out);
    }
  }
}

// Scaled dot-product attention that also tells of its weights what takes memory linear in the lengths: of each query the
// largest score, the entropy and the largest weights, of each key the sum of its column. A panel of sixteen queries meets all
// keys and keeps their exponentials, which become weights when the last tile is through. The same for the gradients.
import { finish, forbid, LARGE } from "./attention";
import {
  CAUSAL, COLUMN_MEANS, COLUMNS, D, DROPS, DV, ENTROPY, GROUPS, headOf, K, KEEP, KEYS, keysOf, LK, LQ, LSE, MAX, OUT, PROGRAM, Q,
  SCALE, TO_ENTROPY, TOP, TOP_KEYS, TOP_WEIGHTS, V, word,
} from "./attention-block";
import { allFinite, allows, exactForward, exactScores, limitOf, maskOf, weigh } from "./attention-exact";
import { dropPanel, LOG2E, packPanel, rowBytes, rowsAt, touchRows, unpackPanel } from "./attention-panels";
import { panelScores, product16 } from "./attention-products";
import { decline, keysAllowed, useScratch } from "./attention-program";
import { exp2Below4, exp2Clamped, k as constant, log4 } from "./functions";
import { across, madd } from "./simd";

const TILE: usize = 64;
const LN2: f32 = 0.6931471805599453;
/** Where in a panel's stats the sums of e · ln e are, in units of ln 2, after those of softmaxPanel, and which lanes count. */
const SUMS: usize = 192;
const LANES: usize = 256;
const STATS: usize = 320;

@inline function tilesOf(lk: usize): usize {
  return (lk + TILE - 1) / TILE;
}

/** How many bytes of scratch a call needs. */
export function attentionTellsScratch(d: usize, dv: usize, lk: usize, top: usize): usize {
  const lists = STATS + (2 * top + tilesOf(lk)) * 64;
  return lk * 80 + lists + 64 * (d + ((dv + 3) & ~3)) + TILE * (64 + 4 * (d + dv));
}

/** Items `first` to `last` of heads times groups of panels: a group has every so many panels of the head. */
export function attentionTells(block: usize, first: usize, last: usize, scratch: usize): void {
  const lk = word(block, LK);
  const groups = word(block, GROUPS);
  useScratch(block, scratch);
  for (let item = first; item < last; item++) {
    // Four sums a key.
    memory.fill(scratch, 0, lk * 16);
    for (let i = (item % groups) * 16; i < word(block, LQ); i += groups * 16) {
      tellPanel(block, item / groups, i, scratch, scratch + lk * 16);
    }
    const to = word(block, COLUMNS) + item * lk * 4;
    for (let j: usize = 0; j < lk; j++) store<f32>(to + j * 4, across(v128.load(scratch + j * 16)));
  }
}

function tellPanel(block: usize, head: usize, i: usize, sums: usize, e: usize): void {
  const lq = word(block, LQ);
  const lk = word(block, LK);
  const d = word(block, D);
  const dv = word(block, DV);
  const top = word(block, TOP);
  const causal = word(block, CAUSAL) != 0;
  const programmed = word(block, PROGRAM) != 0;
  const rows = min<usize>(16, lq - i);
  const stats = e + lk * 64;
  const largest = stats + STATS;
  const lists = largest + tilesOf(lk) * 64;
  const qPanel = lists + 2 * top * 64;
  const outPanel = qPanel + d * 64;
  const kept = outPanel + ((dv + 3) & ~3) * 64;
  const kPacked = kept + TILE * 64;
  const vPacked = kPacked + TILE * d * 4;

  const q = headOf(block, Q, head) + i * word(block, Q + 4);
  touchRows(q, word(block, Q + 4), word(block, Q + 8), rows, d);
  packPanel(q, word(block, Q + 4), word(block, Q + 8), rows, d, load<f32>(block + SCALE), qPanel);
  const none = f32x4.splat(f32.NEGATIVE_INFINITY);
  memory.fill(stats, 0, STATS);
  for (let lane: usize = 0; lane < 64; lane += 16) v128.store(stats + lane, none);
  for (let at = lists; at < lists + top * 64; at += 16) v128.store(at, none);
  memory.fill(lists + top * 64, 255, top * 64);
  const row = head * lq + i;
  const out = word(block, OUT) + row * dv * 4;
  const lse = word(block, LSE) + row * 4;

  if (programmed) memory.fill(outPanel, 0, dv * 64);

  const keys = keysOf(block, head);
  const end = causal ? min(keys, i + rows) : keys;
  for (let j0: usize = 0; j0 < end; j0 += TILE) {
    const count = min(TILE, end - j0);
    const n = programmed ? min(count, keysAllowed(block, head, i, j0) & 127) : count;
    let s = e + j0 * 64;
    if (n < count) memory.fill(s + n * 64, 0, (count - n) * 64);
    if (n == 0) {
      memory.copy(largest + j0, stats, 64);
      continue;
    }
    const kTile = rowsAt(block, K, head, j0, n, d, kPacked, d * 4);
    const kRow = rowBytes;
    const vTile = rowsAt(block, V, head, j0, n, dv, vPacked, dv * 4);
    panelScores(n, d, kTile, kRow, qPanel, s, 64, causal && n >= 16 && i + 16 - j0 == n);
    forbid(block, head, i, rows, j0, s, 64, n);
    if (top) rank(s, n, j0, lists, top);
    soften(s, n, stats, largest + j0);
    if (word(block, DROPS) != 0) {
      memory.copy(kept, s, n * 64);
      s = kept;
      dropPanel(s, n, block + KEYS, load<f32>(block + KEEP), row, lk, j0);
    }
    product16(dv, n, vTile, 4, rowBytes, s, 64, outPanel, 64, j0 == 0 && !programmed ? 0 : stats + 128);
  }

  const m0 = word(block, MAX) + row * 4;
  const h = word(block, ENTROPY) + row * 4;
  memory.copy(m0, stats, rows * 4);
  for (let lane: usize = 0; lane < 64; lane += 16) {
    const l = v128.load(stats + lane, 64);
    const none = f32x4.eq(l, f32x4.splat(0));
    const m = v128.andnot(v128.load(stats + lane), none);
    // What the exponentials of a tile become weights with, times exp(the tile's largest score − m), is 1 / l.
    const by = v128.andnot(f32x4.div(f32x4.splat(1), l), none);
    v128.store(stats + lane, by, 128);
    const mean = f32x4.mul(f32x4.mul(v128.load(stats + lane, SUMS), f32x4.splat(LN2)), by);
    v128.store(stats + lane, v128.andnot(f32x4.sub(log4(l), mean), none), SUMS);
    for (let at = lists + lane; at < lists + top * 64; at += 64) {
      const x = f32x4.mul(f32x4.sub(v128.load(at), m), f32x4.splat(LOG2E));
      v128.store(at, f32x4.mul(exp2Below4(x), by));
    }
    v128.store(stats + lane, m, LANES);
  }
  memory.copy(h, stats + SUMS, rows * 4);
  for (let r: usize = 0; r < rows; r++) {
    const at = (row + r) * top * 4;
    for (let t: usize = 0; t < top; t++) {
      const from = lists + t * 64 + r * 4;
      const key = load<i32>(from + top * 64);
      store<f32>(word(block, TOP_WEIGHTS) + at + t * 4, key < 0 ? 0 : load<f32>(from));
      store<i32>(word(block, TOP_KEYS) + at + t * 4, key);
    }
  }

  const large = finish(block, stats);
  const finite = unpackPanel(outPanel, dv, stats + 64, out, rows);
  memory.copy(lse, stats, rows * 4);
  let exact: u32 = 0;
  if (large || !finite || rows < 16) {
    for (let r: usize = 0; r < 16; r++) {
      const x = load<f32>(lse + r * 4);
      const good = r < rows && ((programmed && x == f32.NEGATIVE_INFINITY) || abs(x) <= LARGE) && allFinite(out + r * dv * 4, dv);
      // The lanes of others count for nothing.
      store<i32>(stats + r * 4, good ? -1 : 0);
      if (!good && r < rows) exact |= 1 << <u32>r;
    }
    if (programmed && exact != 0) {
      decline(block);
      return;
    }
    const l0 = v128.load(stats), l1 = v128.load(stats, 16), l2 = v128.load(stats, 32), l3 = v128.load(stats, 48);
    for (let p = e; p < e + end * 64; p += 64) {
      v128.store(p, v128.and(v128.load(p), l0));
      v128.store(p, v128.and(v128.load(p, 16), l1), 16);
      v128.store(p, v128.and(v128.load(p, 32), l2), 32);
      v128.store(p, v128.and(v128.load(p, 48), l3), 48);
    }
  } else memory.fill(stats, 255, 64);
  addColumns(e, end, largest, stats, sums);
  for (let r: usize = 0; r < rows; r++) if ((exact >>> <u32>r) & 1) tellExactly(block, head, i + r, e, sums);
}

/** softmaxPanel, with the sums of e · log2 e beside those of e, and the largest scores so far also at `largest`. */
function soften(s: usize, n: usize, stats: usize, largest: usize): void {
  const lowest = constant(80), magic = constant(1), one = constant(10);
  const c5 = constant(81), c4 = constant(82), c3 = constant(83), c2 = constant(84), c1 = constant(85);
  const end = s + n * 64;
  const unit = f32x4.splat(LOG2E);
  let m0 = v128.load(stats), m1 = v128.load(stats, 16), m2 = v128.load(stats, 32), m3 = v128.load(stats, 48);
  v128.store(stats, m0, 128); v128.store(stats, m1, 144); v128.store(stats, m2, 160); v128.store(stats, m3, 176);
  for (let p = s; p < end; p += 64) {
    m0 = f32x4.pmax(m0, v128.load(p));
    m1 = f32x4.pmax(m1, v128.load(p, 16));
    m2 = f32x4.pmax(m2, v128.load(p, 32));
    m3 = f32x4.pmax(m3, v128.load(p, 48));
  }
  v128.store(stats, m0); v128.store(stats, m1, 16); v128.store(stats, m2, 32); v128.store(stats, m3, 48);
  for (let lane: usize = 0; lane < 64; lane += 16) {
    const at = stats + lane;
    const most = v128.load(at);
    v128.store(largest + lane, most);
    const m = v128.andnot(most, f32x4.eq(most, f32x4.splat(f32.NEGATIVE_INFINITY)));
    let l = f32x4.splat(0), t = l;
    for (let p = s + lane; p < end; p += 64) {
      // Clamped, so that 0 · ∞ is not NaN.
      const x = f32x4.pmax(f32x4.mul(f32x4.sub(v128.load(p), m), unit), lowest);
      const e = exp2Clamped(x, magic, c5, c4, c3, c2, c1, one);
      v128.store(p, e);
      l = f32x4.add(l, e);
      t = madd(e, x, t);
    }
    const drop = f32x4.pmax(f32x4.mul(f32x4.sub(v128.load(at, 128), m), unit), lowest);
    const shrink = exp2Below4(drop);
    const before = v128.load(at, 64);
    v128.store(at, f32x4.add(f32x4.mul(before, shrink), l), 64);
    const moved = f32x4.add(v128.load(at, SUMS), f32x4.mul(before, drop));
    v128.store(at, f32x4.add(f32x4.mul(moved, shrink), t), SUMS);
    v128.store(at, shrink, 128);
  }
}

/** sums (keys, 4) += the weights of the lanes whose word of `lanes` is −1: exponentials by 1 / l and what their tile is behind. */
function addColumns(e: usize, end: usize, largest: usize, lanes: usize, sums: usize): void {
  for (let j0: usize = 0; j0 < end; j0 += TILE) {
    for (let lane: usize = 0; lane < 64; lane += 16) {
      const behind = f32x4.mul(f32x4.sub(v128.load(largest + j0 + lane), v128.load(lanes + lane, LANES)), f32x4.splat(LOG2E));
      const by = f32x4.mul(exp2Below4(behind), v128.load(lanes + lane, 128));
      v128.store(largest + j0 + lane, v128.and(by, v128.load(lanes + lane)));
    }
    const at = largest + j0;
    const f0 = v128.load(at), f1 = v128.load(at, 16), f2 = v128.load(at, 32), f3 = v128.load(at, 48);
    for (let j = j0; j < min(end, j0 + TILE); j++) {
      const p = e + j * 64;
      const a = madd(v128.load(p), f0, f32x4.mul(v128.load(p, 16), f1));
      const b = madd(v128.load(p, 32), f2, f32x4.mul(v128.load(p, 48), f3));
      v128.store(sums + j * 16, f32x4.add(v128.load(sums + j * 16), f32x4.add(a, b)));
    }
  }
}

/** Puts scores s (n, 16) of keys from j0 on into each lane's list of its `top` largest, which fall; equal ones in the keys' order. */
function rank(s: usize, n: usize, j0: usize, lists: usize, top: usize): void {
  const keys = top * 64;
  for (const last = lists + 64; lists < last; lists += 16, s += 16) {
    const end = lists + keys;
    let least = v128.load(end - 64);
    for (let r: usize = 0, p = s; r < n; r++, p += 64) {
      let x = v128.load(p);
      if (!v128.any_true(f32x4.gt(x, least))) continue;
      let j = i32x4.splat(<i32>(j0 + r));
      let moved = i32x4.splat(0);
      for (let at = lists; at < end; at += 64) {
        const y = v128.load(at);
        const i = v128.load(at + keys);
        moved = v128.or(moved, f32x4.gt(x, y));
        least = f32x4.pmax(y, x);
        v128.store(at, least);
        x = f32x4.pmin(y, x);
        const swap = v128.and(moved, v128.xor(i, j));
        v128.store(at + keys, v128.xor(i, swap));
        j = v128.xor(j, swap);
      }
    }
  }
}

/** Query i in float64, its weights to the sums of the columns. */
function tellExactly(block: usize, head: usize, i: usize, x: usize, sums: usize): void {
  const row = head * word(block, LQ) + i;
  const end = limitOf(block, i);
  const mask = maskOf(block, head, i);
  const top = word(block, TOP);
  const weights = word(block, TOP_WEIGHTS) + row * top * 4;
  const keys = word(block, TOP_KEYS) + row * top * 4;
  store<f32>(word(block, MAX) + row * 4, <f32>exactScores(block, head, i, x));
  for (let t: usize = 0; t < top; t++) {
    let best: f64 = -Infinity;
    let key: i32 = -1;
    for (let j: usize = 0; j < end; j++) {
      if (!allows(block, mask, j)) continue;
      const y = load<f64>(x + j * 8);
      // NaN counts as the largest.
      let above = y > best || (y != y && best == best);
      for (let u: usize = 0; above && u < t; u++) above = load<i32>(keys + u * 4) != <i32>j;
      if (!above) continue;
      best = y;
      key = <i32>j;
    }
    store<i32>(keys + t * 4, key);
  }
  weigh(block, head, i, x);
  for (let t: usize = 0; t < top; t++) {
    const key = load<i32>(keys + t * 4);
    store<f32>(weights + t * 4, key < 0 ? 0 : <f32>load<f64>(x + key * 8));
  }
  let entropy: f64 = 0;
  for (let j: usize = 0; j < end; j++) {
    if (!allows(block, mask, j)) continue;
    const weight = <f32>load<f64>(x + j * 8);
    if (weight != 0) entropy -= <f64>(weight * f32x4.extract_lane(log4(f32x4.splat(weight)), 0));
    store<f32>(sums + j * 16, load<f32>(sums + j * 16) + weight);
  }
  store<f32>(word(block, ENTROPY) + row * 4, <f32>entropy);
  exactForward(block, head, i, x);
}

/**
 * Adds to `means` of rowSums what the cotangents of the entropies and of the columns' sums ask for, and stores those of the
 * entropies in `spreads`, in units of ln 2. `row` is the first query's.
 */
export function tellMeans(
  block: usize, row: usize, rows: usize, means: usize, inverses: usize, spreads: usize,
): void {
  memory.fill(spreads, 0, 256);
  for (let i: usize = 0; i < rows; i++) {
    const at = (row + i) * 4;
    // A row without keys has no inverse.
    if (load<f32>(inverses + i * 4) == 0) continue;
    const spread = load<f32>(word(block, TO_ENTROPY) + at);
    const below = f32x4.extract_lane(log4(v128.load32_splat(inverses + i * 4)), 0);
    const entropy = load<f32>(word(block, ENTROPY) + at) + below;
    const mean = load<f32>(means + i * 4) + load<f32>(word(block, COLUMN_MEANS) + at);
    store<f32>(means + i * 4, mean + spread * entropy);
    store<f32>(spreads + i * 4, spread * LN2);
  }
}

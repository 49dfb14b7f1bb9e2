// Gradients of scaled dot-product attention, weights recomputed from ln Σ exp (Dao et al. 2022, algorithm 4), or where its
// rounding shows from the row's largest score and sum: blocks of queries against tiles of keys. Scores and their gradients
// are laid out as (keys, queries), so that they are the left operand of the products for dK and dV as they are, and dQ's by
// columns. A head is one item: dK and dV gather over its blocks in order.
import { forbid, LARGE } from "./attention";
import {
  CAUSAL, D, D_V, DK, DQ, DROPS, DV, FACTOR, G, G_LSE, headOf, K, KEEP, KEYS, keysOf, LK, LQ, LSE, OUT, PROGRAM, Q, SCALE,
  TO_COLUMNS, TO_ENTROPY, V, word,
} from "./attention-block";
import { allFinite, exactBackward, exactScratch } from "./attention-exact";
import { dropPanel, LOG2E, packPanel, packRows, rowBytes, rowsAt, softmaxPanel } from "./attention-panels";
import { addProduct, panelScores } from "./attention-products";
import { changeSlopes, decline, isOpen, keysAllowed, useScratch } from "./attention-program";
import { tellMeans } from "./attention-tells";
import { fill } from "./copy";
import { exp2With, k as constant, log4 } from "./functions";

const BLOCK: usize = 64;
const TILE: usize = 64;
/** Bytes a row of scores, one key and all queries of a block: a cache line more, or rows would share theirs. */
const ROW: usize = BLOCK * 4 + 64;
/** Floats a panel of sixteen queries for what softmaxPanel keeps. */
const STATS: usize = 48;

// Widths of the right operand of a product.
@inline function padded(width: usize): usize {
  return (width + 15) & ~15;
}

/** How many bytes of scratch a call needs. */
export function attentionBackwardScratch(d: usize, dv: usize, lk: usize): usize {
  const widths = padded(d) + padded(dv);
  const gathered = (d & 15 ? lk * padded(d) : 0) + (dv & 15 ? lk * padded(dv) : 0);
  const floats = BLOCK * (d + dv + widths + padded(d) + 4) + STATS + TILE * (padded(d) + dv + 16) + gathered;
  return max(4 * floats + 2 * TILE * ROW, exactScratch(lk));
}

/** Heads `first` to `last`. */
export function attentionBackward(block: usize, first: usize, last: usize, scratch: usize): void {
  useScratch(block, scratch);
  for (let head = first; head < last; head++) backwardHead(block, head, scratch);
}

function backwardHead(block: usize, head: usize, scratch: usize): void {
  const lq = word(block, LQ);
  const lk = word(block, LK);
  const d = word(block, D);
  const dv = word(block, DV);
  const dPadded = padded(d);
  const dvPadded = padded(dv);
  const causal = word(block, CAUSAL) != 0;
  const programmed = word(block, PROGRAM) != 0;
  const scale = load<f32>(block + SCALE);

  const qPanels = scratch;
  const gPanels = qPanels + BLOCK * d * 4;
  const qPacked = gPanels + BLOCK * dv * 4;
  const gPacked = qPacked + BLOCK * dPadded * 4;
  const dqRows = gPacked + BLOCK * dvPadded * 4;
  const lses = dqRows + BLOCK * dPadded * 4;
  const means = lses + BLOCK * 4;
  const inverses = means + BLOCK * 4;
  const spreads = inverses + BLOCK * 4;
  const stats = spreads + BLOCK * 4;
  const p = stats + STATS * 4;
  const ds = p + TILE * ROW;
  const kPacked = ds + TILE * ROW;
  const vPacked = kPacked + TILE * dPadded * 4;
  const used = vPacked + TILE * dv * 4;
  let rest = used + TILE * 64;

  // Gradients of keys and values gather where they belong if tiles of sixteen columns fit there.
  const dkOut = word(block, DK) + head * lk * d * 4;
  const dvOut = word(block, D_V) + head * lk * dv * 4;
  let dk = dkOut;
  let dValues = dvOut;
  if (d != dPadded) {
    dk = rest;
    rest += lk * dPadded * 4;
  }
  if (dv != dvPadded) dValues = rest;
  memory.fill(dk, 0, lk * dPadded * 4);
  memory.fill(dValues, 0, lk * dvPadded * 4);

  const tells = word(block, TO_ENTROPY) != 0;
  const keys = keysOf(block, head);
  const coarse = coarseFrom(lk);
  let large = false;
  for (let i0: usize = 0; i0 < lq; i0 += BLOCK) {
    const rows = min(BLOCK, lq - i0);
    const queries = headOf(block, Q, head) + i0 * word(block, Q + 4);
    const cotangents = headOf(block, G, head) + i0 * word(block, G + 4);
    const q = rowsAt(block, Q, head, i0, rows, d, qPacked, dPadded * 4);
    const qRow = rowBytes;
    const g = rowsAt(block, G, head, i0, rows, dv, gPacked, dvPadded * 4);
    const gRow = rowBytes;
    for (let i: usize = 0; i < rows; i += 16) {
      const n = min<usize>(16, rows - i);
      const from = queries + i * word(block, Q + 4);
      packPanel(from, word(block, Q + 4), word(block, Q + 8), n, d, scale, qPanels + i * d * 4);
      const to = cotangents + i * word(block, G + 4);
      packPanel(to, word(block, G + 4), word(block, G + 8), n, dv, 1, gPanels + i * dv * 4);
    }
    const largest = rowSums(block, head * lq + i0, rows, dv, g, gRow, lses, means, inverses);
    large |= largest > LARGE;
    memory.fill(dqRows, 0, BLOCK * dPadded * 4);

    const end = causal ? min(keys, i0 + rows) : keys;
    if (largest > coarse) {
      for (let i: usize = 0; i < rows; i += 16) {
        resum(block, head, i0 + i, min<usize>(16, rows - i), end, qPanels + i * d * 4, kPacked, used, stats);
        keepSums(stats, lses + i * 4, inverses + i * 4);
      }
    }
    if (tells) tellMeans(block, head * lq + i0, rows, means, inverses, spreads);
    for (let j0: usize = 0; j0 < end; j0 += TILE) {
      if (!isOpen(block, head, i0, rows, j0)) continue;
      const count = min(TILE, end - j0);
      const columns = word(block, TO_COLUMNS) + (head * lk + j0) * 4;
      const k = rowsAt(block, K, head, j0, count, d, kPacked, dPadded * 4);
      const kRow = rowBytes;
      const v = rowsAt(block, V, head, j0, count, dv, vPacked, dv * 4);
      const vRow = rowBytes;
      for (let i: usize = 0; i < rows; i += 16) {
        if (causal && i0 + i + 16 <= j0) continue;
        let n = causal ? min(count, i0 + i + 16 - j0) : count;
        const lanes = min<usize>(16, rows - i);
        const at = i * 4;
        if (programmed) {
          n = min(n, keysAllowed(block, head, i0 + i, j0) & 127);
          // What is left out counts as 0 in the sums below.
          zeroPanel(p + at, n, count);
          zeroPanel(ds + at, n, count);
          if (n == 0) continue;
        }
        // The first eight queries do not see the last eight keys before the limit, and nothing below reads these.
        const corner = causal && !programmed && n >= 16 && lanes > 8 && i0 + i + 16 - j0 == n;
        panelScores(n, d, k, kRow, qPanels + i * d * 4, p + at, ROW, corner);
        panelScores(n, dv, v, vRow, gPanels + i * dv * 4, ds + at, ROW, corner);
        forbid(block, head, i0 + i, lanes, j0, p + at, ROW, n);
        const drops = word(block, DROPS) != 0;
        if (drops || tells) fill(used, n * 16, load<f32>(block + FACTOR));
        if (drops) {
          dropPanel(used, n, block + KEYS, load<f32>(block + KEEP), head * lq + i0 + i, lk, j0);
        }
        scoreGradients(
          p + at, ds + at, n, lses + at, inverses + at, means + at, programmed ? 1 : scale, drops || tells ? used : 0,
          tells ? columns : 0,
        );
        if (programmed) changeSlopes(block, head, ds + at);
        const early: usize = corner ? 8 : 0;
        const to = dqRows + i * dPadded * 4;
        if (early) addProduct(8, dPadded, n - 8, ds + at, 4, ROW, k, kRow, to, dPadded * 4);
        addProduct(lanes - early, dPadded, n, ds + at + early * 4, 4, ROW, k, kRow, to + early * dPadded * 4, dPadded * 4);
      }
      gather(p, count, rows, causal, <isize>j0 - <isize>i0, g, gRow, dValues + j0 * dvPadded * 4, dvPadded);
      gather(ds, count, rows, causal, <isize>j0 - <isize>i0, q, qRow, dk + j0 * dPadded * 4, dPadded);
    }
    packRows(dqRows, dPadded * 4, 4, rows, d, word(block, DQ) + (head * lq + i0) * d * 4, d * 4);
  }
  if (dk != dkOut) packRows(dk, dPadded * 4, 4, lk, d, dkOut, d * 4);
  if (dValues != dvOut) packRows(dValues, dvPadded * 4, 4, lk, dv, dvOut, dv * 4);
  const dqOut = word(block, DQ) + head * lq * d * 4;
  const finite = allFinite(dqOut, lq * d) && allFinite(dkOut, lk * d) && allFinite(dvOut, lk * dv);
  if (large || !finite) {
    if (programmed) decline(block);
    else exactBackward(block, head, scratch);
  }
}

/** Rows `from` to `to` of a panel of sixteen queries become 0. */
function zeroPanel(panel: usize, from: usize, to: usize): void {
  for (let r = from; r < to; r++) memory.fill(panel + r * ROW, 0, 64);
}

/** c (keys, width) += s (keys, queries) x (queries, width). Key r is seen by queries from r + ahead on if causal. */
function gather(
  s: usize, keys: usize, queries: usize, causal: bool, ahead: isize, x: usize, xRow: usize, c: usize, width: usize,
): void {
  // Panels of sixteen queries that see none of the keys hold no scores.
  const run: usize = causal ? 8 : keys;
  for (let r: usize = 0; r < keys; r += run) {
    const first = causal && <isize>r + ahead > 0 ? r + ahead : 0;
    if (first >= queries) break;
    addProduct(
      min(run, keys - r), width, queries - first, s + r * ROW + first * 4, ROW, 4, x + first * xRow, xRow,
      c + r * width * 4, width * 4,
    );
  }
}

/**
 * Beyond which |ln Σ exp| its rounding to float32 shows: a weight is off by as much, relatively. Many small weights make it
 * large too, but then none of them is.
 */
function coarseFrom(lk: usize): f32 {
  return max<f32>(8, f32x4.extract_lane(log4(f32x4.splat(<f32>lk)), 0) + 2);
}

/**
 * Of each query: ln Σ exp (0 where it is −∞), what exp(score − that) is multiplied by, and what its weights' gradients
 * are measured from. Returns the largest |ln Σ exp|.
 */
function rowSums(
  block: usize, row: usize, rows: usize, dv: usize, g: usize, gRow: usize, lses: usize, means: usize, inverses: usize,
): f32 {
  let largest: f32 = 0;
  let out = word(block, OUT) + row * dv * 4;
  for (let i: usize = 0; i < BLOCK; i++) {
    if (i >= rows) {
      store<f32>(lses + i * 4, 0);
      store<f32>(means + i * 4, 0);
      store<f32>(inverses + i * 4, 0);
      continue;
    }
    let sums = f32x4.splat(0);
    let c: usize = 0;
    for (; c + 16 <= dv * 4; c += 16) {
      sums = f32x4.add(sums, f32x4.mul(v128.load(g + c), v128.load(out + c)));
    }
    let sum = f32x4.extract_lane(sums, 0) + f32x4.extract_lane(sums, 1);
    sum += f32x4.extract_lane(sums, 2) + f32x4.extract_lane(sums, 3);
    for (; c < dv * 4; c += 4) sum += load<f32>(g + c) * load<f32>(out + c);
    store<f32>(means + i * 4, sum - load<f32>(word(block, G_LSE) + (row + i) * 4));
    const lse = load<f32>(word(block, LSE) + (row + i) * 4);
    const finite: f32 = lse == f32.NEGATIVE_INFINITY ? 0 : lse;
    store<f32>(lses + i * 4, finite);
    store<f32>(inverses + i * 4, 1);
    largest = max(largest, abs(finite));
    g += gRow;
    out += dv * 4;
  }
  return largest;
}

/** The largest score and the sum of exponentials of up to sixteen queries from i on, over the keys before `end`, in stats. */
function resum(
  block: usize, head: usize, i: usize, lanes: usize, end: usize, q: usize, kPacked: usize, s: usize, stats: usize,
): void {
  const d = word(block, D);
  for (let lane: usize = 0; lane < 64; lane += 16) {
    v128.store(stats + lane, f32x4.splat(f32.NEGATIVE_INFINITY));
    v128.store(stats + lane, f32x4.splat(0), 64);
  }
  if (word(block, CAUSAL) != 0) end = min(end, i + 16);
  for (let j0: usize = 0; j0 < end; j0 += TILE) {
    let n = min(TILE, end - j0);
    if (word(block, PROGRAM) != 0) n = min(n, keysAllowed(block, head, i, j0) & 127);
    if (n == 0) continue;
    const k = rowsAt(block, K, head, j0, n, d, kPacked, 0);
    panelScores(n, d, k, rowBytes, q, s, 64, false);
    forbid(block, head, i, lanes, j0, s, 64, n);
    softmaxPanel(s, n, stats);
  }
}

/** The sums of {@link resum}, in the form of {@link rowSums}. */
function keepSums(stats: usize, lses: usize, inverses: usize): void {
  const zero = f32x4.splat(0);
  for (let lane: usize = 0; lane < 64; lane += 16) {
    const m = v128.load(stats + lane);
    const l = v128.load(stats + lane, 64);
    v128.store(lses + lane, v128.andnot(m, f32x4.eq(m, f32x4.splat(f32.NEGATIVE_INFINITY))));
    v128.store(inverses + lane, v128.andnot(f32x4.div(f32x4.splat(1), l), f32x4.eq(l, zero)));
  }
}

/**
 * From scores s and the weights' gradients ds, n rows of sixteen: the weights in s, the products' gradients in ds. With
 * dropout s becomes the weights as they were used, `used` (n, 16) times what they are; else `used` is 0. With `columns`,
 * cotangents of the n columns' sums, the weights' gradients get these and those of the entropies.
 */
function scoreGradients(
  s: usize, ds: usize, n: usize, lses: usize, inverses: usize, means: usize, scale: f32, used: usize, columns: usize,
): void {
  if (columns != 0) slopes(s, ds, n, lses, inverses, means, scale, used, true, columns, true);
  else if (used != 0) slopes(s, ds, n, lses, inverses, means, scale, used, true, 0, false);
  else slopes(s, ds, n, lses, inverses, means, scale, 0, false, 0, false);
}

@inline
function slopes(
  s: usize, ds: usize, n: usize, lses: usize, inverses: usize, means: usize, scale: f32, used: usize, drops: bool,
  columns: usize, tells: bool,
): void {
  const by = f32x4.splat(scale);
  const unit = f32x4.splat(LOG2E);
  const lowest = constant(80), magic = constant(1), one = constant(10);
  const c5 = constant(81), c4 = constant(82), c3 = constant(83), c2 = constant(84), c1 = constant(85);
  for (let lane: usize = 0; lane < 64; lane += 16) {
    const lse = v128.load(lses + lane);
    const inverse = v128.load(inverses + lane);
    const mean = v128.load(means + lane);
    const spread = tells ? v128.load(inverses + lane, BLOCK * 4) : one;
    let at = lane;
    for (let r: usize = 0; r < n; r++, at += ROW) {
      const x = f32x4.mul(f32x4.sub(v128.load(s + at), lse), unit);
      const weight = f32x4.mul(exp2With(x, lowest, magic, c5, c4, c3, c2, c1, one), inverse);
      const factor = drops ? v128.load(used + lane + r * 64) : one;
      v128.store(s + at, drops ? f32x4.mul(weight, factor) : weight);
      let to = v128.load(ds + at);
      if (drops) to = f32x4.mul(to, factor);
      // Clamped, so that 0 · ∞ is not NaN.
      if (tells) to = f32x4.sub(f32x4.add(to, v128.load32_splat(columns + r * 4)), f32x4.mul(spread, f32x4.pmax(x, lowest)));
      const slope = f32x4.mul(f32x4.sub(to, mean), by);
      v128.store(ds + at, f32x4.mul(slope, weight));
    }
  }
}

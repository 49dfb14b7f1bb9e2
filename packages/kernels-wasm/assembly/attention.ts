// Scaled dot-product attention by tiles with an online softmax (Rabe and Staats 2021, Dao et al. 2022). Blocks of
// queries are transposed once, so that queries are in the lanes: keys and values are read where they lie, a scalar
// at a time, and maxima and sums need no shuffles. Nothing but the block and the scratch of a call is shared.
import {
  BIAS, CAUSAL, D, DROPS, DV, FACTOR, headOf, K, KEEP, KEYS, keysOf, LK, LQ, LSE, MASK, OUT, PROGRAM, Q, SCALE, V, word,
} from "./attention-block";
import {
  addBias, dropPanel, forbidLater, forbidMasked, packPanel, rowBytes, rowsAt, softmaxPanel, touchRows, unpackPanel,
} from "./attention-panels";
import { allFinite, exactForward, exactScratch } from "./attention-exact";
import { changeScores, decline, isOpen, keysAllowed, useScratch } from "./attention-program";
import { attendRow } from "./attention-row";
import { panelScores, product16 } from "./attention-products";
import { log4 } from "./functions";
import { attentionQueries } from "../src/shared/sizes";

/** Queries a block, keys a tile. */
const BLOCK: usize = attentionQueries;
const TILE: usize = 64;
/** So few queries are taken one by one. */
const FEW: usize = 4;
/** Bytes a panel of sixteen queries: its largest scores, sums of exponentials, and factors. */
const STATS: usize = 192;

/** A row with a larger |ln Σ exp| is computed in float64: float32 scores of that size are off by more than 1e-4. */
export const LARGE: f32 = 4096;

/** How many bytes of scratch a call needs. */
export function attentionScratch(d: usize, dv: usize, lk: usize): usize {
  return 4 * (BLOCK * (d + ((dv + 3) & ~3)) + TILE * (16 + d + dv)) + (BLOCK / 16) * STATS + exactScratch(lk);
}

/** Items `first` to `last` of heads times blocks of queries, a head's blocks in sequence. */
export function attentionForward(block: usize, first: usize, last: usize, scratch: usize): void {
  const blocks = (word(block, LQ) + BLOCK - 1) / BLOCK;
  useScratch(block, scratch);
  for (let item = first; item < last; item++) forwardBlock(block, item / blocks, (item % blocks) * BLOCK, scratch);
}

function forwardBlock(block: usize, head: usize, i0: usize, scratch: usize): void {
  const lq = word(block, LQ);
  const d = word(block, D);
  const dv = word(block, DV);
  const causal = word(block, CAUSAL) != 0;
  const programmed = word(block, PROGRAM) != 0;
  const rows = min(BLOCK, lq - i0);
  const qPanels = scratch;
  const outPanels = qPanels + BLOCK * d * 4;
  const stats = outPanels + BLOCK * ((dv + 3) & ~3) * 4;
  const s = stats + (BLOCK / 16) * STATS;
  const kPacked = s + TILE * 64;
  const vPacked = kPacked + TILE * d * 4;

  const lse = word(block, LSE) + (head * lq + i0) * 4;
  const out = word(block, OUT) + (head * lq + i0) * dv * 4;
  const keys = keysOf(block, head);
  if (rows < FEW && word(block, DROPS) == 0 && !programmed) {
    for (let r: usize = 0; r < rows; r++) {
      const to = out + r * dv * 4;
      const x = attendRow(
        block, head, i0 + r, keys, TILE, s, kPacked, vPacked, qPanels, load<f32>(block + FACTOR), to,
      );
      store<f32>(lse + r * 4, x);
      if (!(abs(x) <= LARGE) || !allFinite(to, dv)) exactForward(block, head, i0 + r, vPacked + TILE * dv * 4);
    }
    return;
  }

  const q = headOf(block, Q, head) + i0 * word(block, Q + 4);
  const scale = load<f32>(block + SCALE);
  const qRow = word(block, Q + 4);
  touchRows(q, qRow, word(block, Q + 8), rows, d);
  for (let i: usize = 0; i < rows; i += 16) {
    packPanel(q + i * qRow, qRow, word(block, Q + 8), min<usize>(16, rows - i), d, scale, qPanels + i * d * 4);
    const at = stats + (i / 16) * STATS;
    for (let lane: usize = 0; lane < 64; lane += 16) {
      v128.store(at + lane, f32x4.splat(f32.NEGATIVE_INFINITY));
      v128.store(at + lane, f32x4.splat(0), 64);
    }
  }
  if (programmed) memory.fill(outPanels, 0, BLOCK * ((dv + 3) & ~3) * 4);

  // A store to each line of the result: they are fetched while the first products run.
  for (let at: usize = 0; at < rows * dv * 4; at += 64) store<f32>(out + at, 0);

  const end = causal ? min(keys, i0 + rows) : keys;
  for (let j0: usize = 0; j0 < end; j0 += TILE) {
    if (!isOpen(block, head, i0, rows, j0)) continue;
    const count = min(TILE, end - j0);
    const kTile = rowsAt(block, K, head, j0, count, d, kPacked, d * 4);
    const kRow = rowBytes;
    const vTile = rowsAt(block, V, head, j0, count, dv, vPacked, dv * 4);
    const vRow = rowBytes;
    for (let i: usize = 0; i < rows; i += 16) {
      if (causal && i0 + i + 16 <= j0) continue;
      let n = causal ? min(count, i0 + i + 16 - j0) : count;
      if (programmed) {
        n = min(n, keysAllowed(block, head, i0 + i, j0) & 127);
        if (n == 0) continue;
      }
      const at = stats + (i / 16) * STATS;
      // The first eight queries do not see the last eight keys before the limit.
      const corner = causal && n >= 16 && i0 + i + 16 - j0 == n;
      panelScores(n, d, kTile, kRow, qPanels + i * d * 4, s, 64, corner);
      forbid(block, head, i0 + i, min<usize>(16, rows - i), j0, s, 64, n);
      softmaxPanel(s, n, at);
      if (word(block, DROPS) != 0) {
        const lk = word(block, LK);
        dropPanel(s, n, block + KEYS, load<f32>(block + KEEP), head * lq + i0 + i, lk, j0);
      }
      product16(dv, n, vTile, 4, vRow, s, 64, panelOf(outPanels, i, dv), 64, j0 == 0 && !programmed ? 0 : at + 128);
    }
  }

  for (let i: usize = 0; i < rows; i += 16) {
    const at = stats + (i / 16) * STATS;
    const lanes = min<usize>(16, rows - i);
    const large = finish(block, at);
    const finite = unpackPanel(panelOf(outPanels, i, dv), dv, at + 64, out + i * dv * 4, lanes);
    memory.copy(lse + i * 4, at, lanes * 4);
    if (finite && !large) continue;
    if (programmed) {
      // Queries that are missing may hold anything.
      if (allFinite(out + i * dv * 4, lanes * dv) && !isLarge(lse + i * 4, lanes)) continue;
      decline(block);
      return;
    }
    for (let r = i; r < i + lanes; r++) {
      const x = load<f32>(lse + r * 4);
      if (!(abs(x) <= LARGE) || !allFinite(out + r * dv * 4, dv)) exactForward(block, head, i0 + r, vPacked + TILE * dv * 4);
    }
  }
}

function isLarge(lse: usize, count: usize): bool {
  for (let r: usize = 0; r < count; r++) {
    const x = load<f32>(lse + r * 4);
    if (!(abs(x) <= LARGE) && x != f32.NEGATIVE_INFINITY) return true;
  }
  return false;
}

// Panels of outputs have their rows rounded up to fours, as they are unpacked.
@inline function panelOf(panels: usize, i: usize, dv: usize): usize {
  return panels + i * ((dv + 3) & ~3) * 4;
}

/** Masks, bias and the causal limit on the scores of up to sixteen queries from i on and n keys from j0 on. */
export function forbid(
  block: usize, head: usize, i: usize, lanes: usize, j0: usize, s: usize, sRow: usize, n: usize,
): void {
  if (word(block, PROGRAM) != 0) changeScores(block, head, i, lanes, j0, s, sRow, n);
  const bias = headOf(block, BIAS, head);
  if (bias != 0) {
    const row = word(block, BIAS + 4);
    const column = word(block, BIAS + 8);
    addBias(s, sRow, n, bias + i * row + j0 * column, row, column, lanes);
  }
  const mask = headOf(block, MASK, head);
  if (mask != 0) {
    const row = word(block, MASK + 4);
    const column = word(block, MASK + 8);
    forbidMasked(s, sRow, n, mask + i * row + j0 * column, row, column, lanes);
  }
  if (word(block, CAUSAL) != 0) forbidLater(s, sRow, n, <isize>j0 - <isize>i);
}

// The largest scores become ln Σ exp, and the sums what the outputs are multiplied by: 1/l, with what dropout asks for. A program's
// scores of −∞ exclude keys: without another one these are −∞, and 0. Returns whether there is one that is not finite otherwise, or
// too large.
export function finish(block: usize, stats: usize): bool {
  const factor = f32x4.splat(load<f32>(block + FACTOR));
  const empty = i32x4.splat(word(block, PROGRAM) != 0 ? -1 : 0);
  let small = i32x4.splat(-1);
  for (const end = stats + 64; stats < end; stats += 16) {
    const l = v128.load(stats, 64);
    const lse = f32x4.add(v128.load(stats), log4(l));
    const none = v128.and(empty, f32x4.eq(l, f32x4.splat(0)));
    small = v128.and(small, v128.or(none, f32x4.le(f32x4.abs(lse), f32x4.splat(LARGE))));
    v128.store(stats, lse);
    v128.store(stats, v128.andnot(f32x4.div(factor, l), none), 64);
  }
  return !i32x4.all_true(small);
}

// Attention's operations on a panel: sixteen queries in the lanes of four vectors, a row of 64 bytes a key (or a
// feature). Scores are rounded as they are, as in PyTorch; their distances to the largest become units of ln 2.
import { headOf, word } from "./attention-block";
import { transposeTile } from "./copy";
import { exp2Below4, exp2With, k } from "./functions";
import { first0, first1, first2, first3, words16 } from "./random";
import { pick } from "./simd";

/**
 * Reads a byte of each cache line of rows whose columns are dense, so that many lines are on their way at a time: what
 * comes after it computes with a few of them in turn, and would wait for each.
 */
export function touchRows(x: usize, row: usize, column: usize, rows: usize, width: usize): void {
  if (column != 4) return;
  const end = width * 4;
  for (; rows > 0; rows--) {
    for (let c: usize = 0; c < end; c += 64) load<u8>(x + c);
    load<u8>(x + end - 1);
    x += row;
  }
}

/** to (width, 16) = `rows` (1 to 16) strided rows of x, transposed and multiplied; other lanes stay what they are. */
export function packPanel(
  x: usize, row: usize, column: usize, rows: usize, width: usize, factor: f32, to: usize,
): void {
  if (column == 4) transposeTile(x, to, width, rows, row, 64);
  else {
    for (let r: usize = 0; r < rows; r++) {
      for (let c: usize = 0; c < width; c++) store<f32>(to + c * 64 + r * 4, load<f32>(x + r * row + c * column));
    }
  }
  const by = f32x4.splat(factor);
  for (const end = to + width * 64; to < end; to += 16) v128.store(to, f32x4.mul(v128.load(to), by));
}

/** Rows of y = columns of the panel x (width, 16), each multiplied by its float of `by`. Returns whether all are finite. */
export function unpackPanel(x: usize, width: usize, by: usize, y: usize, rows: usize): bool {
  // v − v is 0, or NaN where v is not finite.
  let sum = f32x4.splat(0);
  for (let lane: usize = 0; lane < 64; lane += 16) {
    const factor = v128.load(by + lane);
    const end = x + width * 64;
    for (let p = x + lane; p < end; p += 64) {
      const v = f32x4.mul(v128.load(p), factor);
      v128.store(p, v);
      sum = f32x4.add(sum, f32x4.sub(v, v));
    }
  }
  transposeTile(x, y, rows, width, 64, width * 4);
  return !v128.any_true(f32x4.ne(sum, sum));
}

/** Rows of `width` floats, `padded` bytes apart, from strided ones; the padding after a row becomes 0. */
export function packRows(
  x: usize, row: usize, column: usize, rows: usize, width: usize, to: usize, padded: usize,
): void {
  for (let r: usize = 0; r < rows; r++) {
    let c: usize = 0;
    if (column == 4) for (; c + 4 <= width; c += 4) v128.store(to + c * 4, v128.load(x + c * 4));
    for (; c < width; c++) store<f32>(to + c * 4, load<f32>(x + c * column));
    for (c *= 4; c < padded; c += 4) store<f32>(to + c, 0);
    x += row;
    to += padded;
  }
}

/** The bytes between the last rows that {@link rowsAt} gave. */
export let rowBytes: usize = 0;

/**
 * `count` rows of an operand of a head, from row `from` on: where they lie, if their columns are dense and the rows `padded`
 * bytes apart (0: any), else packed into `to`. `which` is Q, K, V or G.
 */
export function rowsAt(
  block: usize, which: usize, head: usize, from: usize, count: usize, width: usize, to: usize, padded: usize,
): usize {
  const row = word(block, which + 4);
  const column = word(block, which + 8);
  const x = headOf(block, which, head) + from * row;
  touchRows(x, row, column, count, width);
  rowBytes = row;
  if (column == 4 && (padded == 0 || row == padded)) return x;
  rowBytes = padded == 0 ? width * 4 : padded;
  packRows(x, row, column, count, width, to, rowBytes);
  return to;
}

/** Masks keys later than each query: row r may see keys up to `ahead` + r after lane 0's own position. */
export function forbidLater(s: usize, sRow: usize, n: usize, ahead: isize): void {
  const none = f32x4.splat(f32.NEGATIVE_INFINITY);
  // Lane l sees row r where l ≥ r + ahead: all lanes do up to r = −ahead.
  for (let r: isize = max<isize>(0, 1 - ahead); r < <isize>n; r++) {
    const p = s + <usize>r * sRow;
    const from = i32x4.splat(<i32>(r + ahead));
    v128.store(p, pick(i32x4.ge_s(i32x4(0, 1, 2, 3), from), v128.load(p), none));
    v128.store(p, pick(i32x4.ge_s(i32x4(4, 5, 6, 7), from), v128.load(p, 16), none), 16);
    v128.store(p, pick(i32x4.ge_s(i32x4(8, 9, 10, 11), from), v128.load(p, 32), none), 32);
    v128.store(p, pick(i32x4.ge_s(i32x4(12, 13, 14, 15), from), v128.load(p, 48), none), 48);
  }
}

/** Forbids where a mask's byte is 0; its rows are queries, of which there are `lanes`. */
export function forbidMasked(
  s: usize, sRow: usize, n: usize, mask: usize, row: usize, column: usize, lanes: usize,
): void {
  const none = f32x4.splat(f32.NEGATIVE_INFINITY);
  if (row == 0) {
    for (let r: usize = 0; r < n; r++) {
      if (load<u8>(mask + r * column) != 0) continue;
      const p = s + r * sRow;
      v128.store(p, none);
      v128.store(p, none, 16);
      v128.store(p, none, 32);
      v128.store(p, none, 48);
    }
    return;
  }
  const last = lanes - 1;
  const zero = i32x4.splat(0);
  for (let r: usize = 0; r < n; r++) {
    let bytes = v128.load8_lane(mask, zero, 0);
    bytes = v128.load8_lane(mask + min<usize>(1, last) * row, bytes, 1);
    bytes = v128.load8_lane(mask + min<usize>(2, last) * row, bytes, 2);
    bytes = v128.load8_lane(mask + min<usize>(3, last) * row, bytes, 3);
    bytes = v128.load8_lane(mask + min<usize>(4, last) * row, bytes, 4);
    bytes = v128.load8_lane(mask + min<usize>(5, last) * row, bytes, 5);
    bytes = v128.load8_lane(mask + min<usize>(6, last) * row, bytes, 6);
    bytes = v128.load8_lane(mask + min<usize>(7, last) * row, bytes, 7);
    bytes = v128.load8_lane(mask + min<usize>(8, last) * row, bytes, 8);
    bytes = v128.load8_lane(mask + min<usize>(9, last) * row, bytes, 9);
    bytes = v128.load8_lane(mask + min<usize>(10, last) * row, bytes, 10);
    bytes = v128.load8_lane(mask + min<usize>(11, last) * row, bytes, 11);
    bytes = v128.load8_lane(mask + min<usize>(12, last) * row, bytes, 12);
    bytes = v128.load8_lane(mask + min<usize>(13, last) * row, bytes, 13);
    bytes = v128.load8_lane(mask + min<usize>(14, last) * row, bytes, 14);
    bytes = v128.load8_lane(mask + min<usize>(15, last) * row, bytes, 15);
    const forbidden = i8x16.eq(bytes, zero);
    const low = i16x8.extend_low_i8x16_s(forbidden);
    const high = i16x8.extend_high_i8x16_s(forbidden);
    const p = s + r * sRow;
    v128.store(p, pick(i32x4.extend_low_i16x8_s(low), none, v128.load(p)));
    v128.store(p, pick(i32x4.extend_high_i16x8_s(low), none, v128.load(p, 16)), 16);
    v128.store(p, pick(i32x4.extend_low_i16x8_s(high), none, v128.load(p, 32)), 32);
    v128.store(p, pick(i32x4.extend_high_i16x8_s(high), none, v128.load(p, 48)), 48);
    mask += column;
  }
}

/** Adds a bias. */
export function addBias(
  s: usize, sRow: usize, n: usize, bias: usize, row: usize, column: usize, lanes: usize,
): void {
  const last = lanes - 1;
  for (let r: usize = 0; r < n; r++) {
    const p = s + r * sRow;
    for (let lane: usize = 0; lane < 16; lane += 4) {
      let x = v128.load32_zero(bias + min(lane, last) * row);
      x = v128.load_lane<u32>(bias + min(lane + 1, last) * row, x, 1);
      x = v128.load_lane<u32>(bias + min(lane + 2, last) * row, x, 2);
      x = v128.load_lane<u32>(bias + min(lane + 3, last) * row, x, 3);
      v128.store(p + lane * 4, f32x4.add(v128.load(p + lane * 4), x));
    }
    bias += column;
  }
}

export const LOG2E: f32 = 1.44269504088896341;

/**
 * One more part of an online softmax (Milakov and Gimelshein 2018): s (n, 16) becomes exp(s − m) with m the largest
 * score so far. stats holds, sixteen floats each: m, the sum l of the exponentials, and by what earlier results shrink.
 */
export function softmaxPanel(s: usize, n: usize, stats: usize): void {
  const end = s + n * 64;
  let m0 = v128.load(stats), m1 = v128.load(stats, 16), m2 = v128.load(stats, 32), m3 = v128.load(stats, 48);
  for (let p = s; p < end; p += 64) {
    m0 = f32x4.pmax(m0, v128.load(p));
    m1 = f32x4.pmax(m1, v128.load(p, 16));
    m2 = f32x4.pmax(m2, v128.load(p, 32));
    m3 = f32x4.pmax(m3, v128.load(p, 48));
  }
  softmaxLanes(s, end, stats, m0);
  softmaxLanes(s + 16, end, stats + 16, m1);
  softmaxLanes(s + 32, end, stats + 32, m2);
  softmaxLanes(s + 48, end, stats + 48, m3);
}

function softmaxLanes(s: usize, end: usize, stats: usize, largest: v128): void {
  const lowest = k(80), magic = k(1), c5 = k(81), c4 = k(82), c3 = k(83), c2 = k(84), c1 = k(85), one = k(10);
  const before = v128.load(stats);
  v128.store(stats, largest);
  const unit = f32x4.splat(LOG2E);
  // Where nothing was allowed yet, ∞ − ∞ would be NaN; from 0 on all exponentials are 0, as they should.
  const m = v128.andnot(largest, f32x4.eq(largest, f32x4.splat(f32.NEGATIVE_INFINITY)));
  let l = f32x4.splat(0);
  for (let p = s; p < end; p += 64) {
    const e = exp2With(f32x4.mul(f32x4.sub(v128.load(p), m), unit), lowest, magic, c5, c4, c3, c2, c1, one);
    v128.store(p, e);
    l = f32x4.add(l, e);
  }
  const shrink = exp2Below4(f32x4.mul(f32x4.sub(before, m), unit));
  v128.store(stats, f32x4.add(f32x4.mul(v128.load(stats, 64), shrink), l), 64);
  v128.store(stats, shrink, 128);
}

/**
 * s (n, 16) with what is dropped set to 0, as the random tensor of all weights says: its rows are queries, lane 0 being
 * `row`, of lk keys, of which the first one here is `key`. `keys` is the address of seed and offset.
 */
export function dropPanel(s: usize, n: usize, keys: usize, keep: f32, row: usize, lk: usize, key: usize): void {
  // A uniform number is k · 2⁻²⁴, of k = the upper 24 bits of a word.
  const limit = i32x4.splat(<i32>ceil<f32>(keep * 16777216));
  const step = <i32>lk;
  let c = i32x4.add(i32x4.splat(<i32>(row * lk + key)), i32x4.mul(i32x4.splat(step), i32x4(0, 1, 2, 3)));
  for (const end = s + n * 64; s < end; s += 64) {
    words16(load<i32>(keys), load<i32>(keys, 4), c, 4 * step, load<i32>(keys, 8));
    v128.store(s, v128.and(v128.load(s), i32x4.lt_s(i32x4.shr_u(first0, 8), limit)));
    v128.store(s, v128.and(v128.load(s, 16), i32x4.lt_s(i32x4.shr_u(first1, 8), limit)), 16);
    v128.store(s, v128.and(v128.load(s, 32), i32x4.lt_s(i32x4.shr_u(first2, 8), limit)), 32);
    v128.store(s, v128.and(v128.load(s, 48), i32x4.lt_s(i32x4.shr_u(first3, 8), limit)), 48);
    c = i32x4.add(c, i32x4.splat(1));
  }
}

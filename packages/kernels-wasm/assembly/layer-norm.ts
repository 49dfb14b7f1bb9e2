// Layer and RMS normalization of dense rows. An RMS norm is a layer norm whose mean counts as 0. A row is read three or four times, all but the first from the nearest cache.
import { layerNormRows as layerNormRowsBlock } from "../src/shared/sizes";
import { rowTotal, total } from "./row-total";
import { madd } from "./simd";

const BLOCK: usize = layerNormRowsBlock;
/** Squares summed in float32 at a time. */
const SQUARES: usize = 512;

/** 1 / √(Σ (x − mean)² / n + eps). */
function deviation(x: usize, n: usize, mean: f32, eps: f64): f32 {
  const m = f32x4.splat(mean);
  let sum: f64 = 0;
  let left = n;
  while (left >= 16) {
    const count = min<usize>(left, SQUARES) & ~15;
    const end = x + count * 4;
    let a = f32x4.splat(0);
    let b = a;
    let c = a;
    let d = a;
    for (; x < end; x += 64) {
      const p = f32x4.sub(v128.load(x), m);
      const q = f32x4.sub(v128.load(x, 16), m);
      const r = f32x4.sub(v128.load(x, 32), m);
      const s = f32x4.sub(v128.load(x, 48), m);
      a = madd(p, p, a);
      b = madd(q, q, b);
      c = madd(r, r, c);
      d = madd(s, s, d);
    }
    sum += total(f32x4.add(f32x4.add(a, b), f32x4.add(c, d)));
    left -= count;
  }
  for (; left > 0; left--, x += 4) {
    const p = <f64>(load<f32>(x) - mean);
    sum += p * p;
  }
  return <f32>(1 / Math.sqrt(sum / <f64>n + eps));
}

/** From this |mean| / deviation on, rounding the mean to float32 would cost digits: the row is centred first. */
const LARGE_MEAN: f32 = 4;

/** to = x − mean, exact where the mean is large. */
function centre(x: usize, to: usize, n: usize, mean: f32): void {
  const m = f32x4.splat(mean);
  const whole = (n & ~3) * 4;
  let i: usize = 0;
  for (; i < whole; i += 16) v128.store(to + i, f32x4.sub(v128.load(x + i), m));
  for (; i < n * 4; i += 4) store<f32>(to + i, load<f32>(x + i) - mean);
}

@inline function normed(x: v128, mean: v128, rstd: v128): v128 {
  return f32x4.mul(f32x4.sub(x, mean), rstd);
}

/** y = (x − mean) rstd · w + b of one row. */
function affineRow(x: usize, w: usize, b: usize, y: usize, n: usize, mean: f32, rstd: f32): void {
  const m = f32x4.splat(mean);
  const r = f32x4.splat(rstd);
  const wide = x + (n & ~15) * 4;
  const whole = x + (n & ~3) * 4;
  const end = x + n * 4;
  for (; x < wide; x += 64, w += 64, b += 64, y += 64) {
    v128.store(y, madd(normed(v128.load(x), m, r), v128.load(w), v128.load(b)));
    v128.store(y, madd(normed(v128.load(x, 16), m, r), v128.load(w, 16), v128.load(b, 16)), 16);
    v128.store(y, madd(normed(v128.load(x, 32), m, r), v128.load(w, 32), v128.load(b, 32)), 32);
    v128.store(y, madd(normed(v128.load(x, 48), m, r), v128.load(w, 48), v128.load(b, 48)), 48);
  }
  for (; x < whole; x += 16, w += 16, b += 16, y += 16) {
    v128.store(y, madd(normed(v128.load(x), m, r), v128.load(w), v128.load(b)));
  }
  for (; x < end; x += 4, w += 4, b += 4, y += 4) {
    store<f32>(y, (load<f32>(x) - mean) * rstd * load<f32>(w) + load<f32>(b));
  }
}

/** y = (x − mean) rstd · w of one row; w may be 0, then it is 1. */
function scaledRow(x: usize, w: usize, y: usize, n: usize, mean: f32, rstd: f32): void {
  const m = f32x4.splat(mean);
  const r = f32x4.splat(rstd);
  const whole = (n & ~3) * 4;
  let i: usize = 0;
  for (; i < whole; i += 16) {
    const v = normed(v128.load(x + i), m, r);
    v128.store(y + i, w != 0 ? f32x4.mul(v, v128.load(w + i)) : v);
  }
  for (; i < n * 4; i += 4) {
    const v = (load<f32>(x + i) - mean) * rstd;
    store<f32>(y + i, w != 0 ? v * load<f32>(w + i) : v);
  }
}

/** y = (x − mean) rstd · w + b for rows of n; b may be 0, and w with it. Unless `centred`, the mean is taken as 0. */
export function layerNormRows(
  x: usize, w: usize, b: usize, y: usize, rows: usize, n: usize, eps: f64, centred: bool,
): void {
  for (let row: usize = 0; row < rows; row++) {
    let mean: f32 = centred ? <f32>(rowTotal(x, n) / <f64>n) : 0;
    let rstd = deviation(x, n, mean, eps);
    let from = x;
    if (abs(mean) * rstd > LARGE_MEAN) {
      centre(x, y, n, mean);
      from = y;
      mean = <f32>(rowTotal(y, n) / <f64>n);
      rstd = deviation(y, n, mean, eps);
    }
    if (b != 0) affineRow(from, w, b, y, n, mean, rstd);
    else scaledRow(from, w, y, n, mean, rstd);
    x += n * 4;
    y += n * 4;
  }
}

/** One row of the backward pass; dw and db, where they are not 0, are added to. */
function backwardRow(
  g: usize, x: usize, w: usize, dx: usize, dw: usize, db: usize, n: usize, eps: f64, centred: bool,
): void {
  const whole = (n & ~3) * 4;
  const end = n * 4;
  let mean: f32 = centred ? <f32>(rowTotal(x, n) / <f64>n) : 0;
  let rstd = deviation(x, n, mean, eps);
  if (abs(mean) * rstd > LARGE_MEAN) {
    centre(x, dx, n, mean);
    x = dx;
    mean = <f32>(rowTotal(x, n) / <f64>n);
    rstd = deviation(x, n, mean, eps);
  }
  const m = f32x4.splat(mean);
  const r = f32x4.splat(rstd);
  let sum = f32x4.splat(0); // Σ h, where h = g w
  let dot = sum; // Σ h x̂
  let i: usize = 0;
  for (; i < whole; i += 16) {
    const d = v128.load(g + i);
    const normal = normed(v128.load(x + i), m, r);
    const h = w != 0 ? f32x4.mul(d, v128.load(w + i)) : d;
    sum = f32x4.add(sum, h);
    dot = madd(h, normal, dot);
    if (dw != 0) v128.store(dw + i, madd(d, normal, v128.load(dw + i)));
    if (db != 0) v128.store(db + i, f32x4.add(v128.load(db + i), d));
  }
  let allSum = total(sum);
  let allDot = total(dot);
  for (; i < end; i += 4) {
    const d = load<f32>(g + i);
    const normal = (load<f32>(x + i) - mean) * rstd;
    const h = w != 0 ? d * load<f32>(w + i) : d;
    allSum += h;
    allDot += <f64>h * <f64>normal;
    if (dw != 0) store<f32>(dw + i, load<f32>(dw + i) + d * normal);
    if (db != 0) store<f32>(db + i, load<f32>(db + i) + d);
  }
  const along: f32 = centred ? <f32>(allSum / <f64>n) : 0;
  const over = <f32>(allDot / <f64>n);
  const a = f32x4.splat(along);
  const o = f32x4.splat(over);
  for (i = 0; i < whole; i += 16) {
    const d = v128.load(g + i);
    const normal = normed(v128.load(x + i), m, r);
    const h = w != 0 ? f32x4.mul(d, v128.load(w + i)) : d;
    v128.store(dx + i, f32x4.mul(f32x4.sub(f32x4.sub(h, a), f32x4.mul(normal, o)), r));
  }
  for (; i < end; i += 4) {
    const d = load<f32>(g + i);
    const normal = (load<f32>(x + i) - mean) * rstd;
    const h = w != 0 ? d * load<f32>(w + i) : d;
    store<f32>(dx + i, (h - along - normal * over) * rstd);
  }
}

/**
 * dx for a cotangent g, and for every 64 rows (the last ones may be fewer) a row of n sums towards dw and db, one
 * block after the other; w, dw and db may be 0. Unless `centred`, the mean is taken as 0.
 */
export function layerNormBackward(
  g: usize, x: usize, w: usize, dx: usize, dw: usize, db: usize, rows: usize, n: usize, eps: f64,
  centred: bool,
): void {
  const step = n * 4;
  for (let row: usize = 0; row < rows; row += BLOCK) {
    if (dw != 0) memory.fill(dw, 0, step);
    if (db != 0) memory.fill(db, 0, step);
    for (let left = min<usize>(BLOCK, rows - row); left > 0; left--) {
      backwardRow(g, x, w, dx, dw, db, n, eps, centred);
      g += step;
      x += step;
      dx += step;
    }
    if (dw != 0) dw += step;
    if (db != 0) db += step;
  }
}

// Softmax of dense rows: the largest element, exponentials and their sum, and a division.
import { expBelow4, log4 } from "./functions";
import { loadTail, storeTail } from "./simd";

// @ts-ignore: decorator
@inline
function across(v: v128): f32 {
  const a = f32x4.add(v, v128.shuffle<i64>(v, v, 1, 0));
  return f32x4.extract_lane(a, 0) + f32x4.extract_lane(a, 1);
}

/** The largest element. NaN may be passed over: the sum of the exponentials has it anyhow. */
function largest(x: usize, n: usize): f32 {
  let best: f32 = f32.NEGATIVE_INFINITY;
  const end = x + n * 4;
  if (n >= 16) {
    let a = v128.load(x);
    let b = v128.load(x, 16);
    let c = v128.load(x, 32);
    let d = v128.load(x, 48);
    const wide = x + (n & ~15) * 4;
    for (x += 64; x < wide; x += 64) {
      a = f32x4.pmax(a, v128.load(x));
      b = f32x4.pmax(b, v128.load(x, 16));
      c = f32x4.pmax(c, v128.load(x, 32));
      d = f32x4.pmax(d, v128.load(x, 48));
    }
    a = f32x4.pmax(f32x4.pmax(a, b), f32x4.pmax(c, d));
    a = f32x4.pmax(a, v128.shuffle<i64>(a, a, 1, 0));
    best = max<f32>(f32x4.extract_lane(a, 0), f32x4.extract_lane(a, 1));
  }
  for (; x < end; x += 4) {
    const v = load<f32>(x);
    best = v > best ? v : best;
  }
  return best;
}

/** Lanes below `count` are set. */
// @ts-ignore: decorator
@inline
function below(count: usize): v128 {
  return i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(<i32>count));
}

export function softmaxRows(x: usize, y: usize, rows: usize, n: usize): void {
  const whole = (n & ~3) * 4;
  const rest = n & 3;
  for (let r: usize = 0; r < rows; r++) {
    const top = f32x4.splat(largest(x, n));
    let sums = f32x4.splat(0);
    for (let i: usize = 0; i < whole; i += 16) {
      const e = expBelow4(f32x4.sub(v128.load(x + i), top));
      v128.store(y + i, e);
      sums = f32x4.add(sums, e);
    }
    if (rest > 0) {
      const e = v128.and(expBelow4(f32x4.sub(loadTail(x + whole, rest), top)), below(rest));
      storeTail(y + whole, e, rest);
      sums = f32x4.add(sums, e);
    }
    // A division rounds once where a reciprocal would round twice.
    const sum = f32x4.splat(across(sums));
    for (let i: usize = 0; i < whole; i += 16) v128.store(y + i, f32x4.div(v128.load(y + i), sum));
    if (rest > 0) storeTail(y + whole, f32x4.div(loadTail(y + whole, rest), sum), rest);
    x += n * 4;
    y += n * 4;
  }
}

// @ts-ignore: decorator
@inline
function logSum(x: usize, n: usize, top: v128): f32 {
  const whole = (n & ~3) * 4;
  const rest = n & 3;
  let sums = f32x4.splat(0);
  for (let i: usize = 0; i < whole; i += 16) {
    sums = f32x4.add(sums, expBelow4(f32x4.sub(v128.load(x + i), top)));
  }
  if (rest > 0) {
    sums = f32x4.add(sums, v128.and(expBelow4(f32x4.sub(loadTail(x + whole, rest), top)), below(rest)));
  }
  return f32x4.extract_lane(log4(f32x4.splat(across(sums))), 0);
}

export function logSoftmaxRows(x: usize, y: usize, rows: usize, n: usize): void {
  const whole = (n & ~3) * 4;
  const rest = n & 3;
  for (let r: usize = 0; r < rows; r++) {
    const top = f32x4.splat(largest(x, n));
    const log = f32x4.splat(logSum(x, n, top));
    for (let i: usize = 0; i < whole; i += 16) {
      v128.store(y + i, f32x4.sub(f32x4.sub(v128.load(x + i), top), log));
    }
    if (rest > 0) storeTail(y + whole, f32x4.sub(f32x4.sub(loadTail(x + whole, rest), top), log), rest);
    x += n * 4;
    y += n * 4;
  }
}

/** y[r] = ln Σ exp x[r][…]: infinite where the largest is, unless there is a NaN; −∞ is not subtracted. */
export function logsumexpRows(x: usize, y: usize, rows: usize, n: usize): void {
  for (let r: usize = 0; r < rows; r++) {
    let top = largest(x, n);
    if (top == f32.POSITIVE_INFINITY) {
      for (let i: usize = 0; i < n; i++) if (isNaN(load<f32>(x + i * 4))) top = f32.NaN;
      store<f32>(y + r * 4, top);
    } else {
      if (top == f32.NEGATIVE_INFINITY) top = 0;
      store<f32>(y + r * 4, logSum(x, n, f32x4.splat(top)) + top);
    }
    x += n * 4;
  }
}

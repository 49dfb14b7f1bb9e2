// Losses of classes over dense rows: the logarithm of the softmax and what is picked of it, without storing it.
// A target that is no class gives NaN and touches nothing outside of its row.
import { expRow, largest, logSum } from "./row-softmax";
import { rowTotal } from "./row-total";
import { loadTail, madd, storeTail } from "./simd";

/** Σ w (x − top), w may be 0: then it is 1. */
function weightedTotal(x: usize, w: usize, n: usize, top: f32): f64 {
  let sum: f64 = 0;
  if (w == 0) {
    for (let i: usize = 0; i < n; i++) sum += <f64>(load<f32>(x + i * 4) - top);
  } else {
    for (let i: usize = 0; i < n; i++) {
      sum += <f64>load<f32>(w + i * 4) * <f64>(load<f32>(x + i * 4) - top);
    }
  }
  return sum;
}

/** The sum of the class weights; w may be 0: then they are 1. */
function weightTotal(w: usize, n: usize): f64 {
  return w == 0 ? <f64>n : rowTotal(w, n);
}

export function crossEntropyRows(
  x: usize, target: usize, w: usize, y: usize, rows: usize, n: usize, ignore: i32, smoothing: f32,
): void {
  const all: f64 = smoothing > 0 ? weightTotal(w, n) : 0;
  for (let r: usize = 0; r < rows; r++) {
    const t = load<i32>(target + r * 4);
    let loss: f32 = 0;
    if (t == ignore) {
      loss = 0;
    } else if (<usize>t >= n) {
      loss = f32.NaN;
    } else {
      const top = largest(x, n);
      const log = logSum(x, n, f32x4.splat(top));
      loss = log - (load<f32>(x + <usize>t * 4) - top);
      if (w != 0) loss *= load<f32>(w + <usize>t * 4);
      if (smoothing > 0) {
        const even = weightedTotal(x, w, n, top) - all * <f64>log;
        loss = <f32>(<f64>loss * (1 - <f64>smoothing) - even * <f64>smoothing / <f64>n);
      }
    }
    store<f32>(y + r * 4, loss);
    x += n * 4;
  }
}

/** dx = g (factor · softmax(x) − wanted), g one element a row. */
export function crossEntropyBackwardRows(
  g: usize, x: usize, target: usize, w: usize, dx: usize, rows: usize, n: usize, ignore: i32, smoothing: f32,
): void {
  const spread: f32 = smoothing / <f32>n;
  const even: f32 = smoothing > 0 ? <f32>(<f64>smoothing / <f64>n * weightTotal(w, n)) : 0;
  const whole = (n & ~3) * 4;
  const rest = n & 3;
  for (let r: usize = 0; r < rows; r++) {
    const t = load<i32>(target + r * 4);
    if (t == ignore) {
      memory.fill(dx, 0, n * 4);
    } else if (<usize>t >= n) {
      for (let i: usize = 0; i < n; i++) store<f32>(dx + i * 4, f32.NaN);
    } else {
      const sum = expRow(x, dx, n, f32x4.splat(largest(x, n)));
      const d = load<f32>(g + r * 4);
      let own: f32 = <f32>1 - smoothing;
      if (w != 0) own *= load<f32>(w + <usize>t * 4);
      const scale = f32x4.splat(d * (own + even) / sum);
      if (smoothing > 0) {
        const each = f32x4.splat(-d * spread);
        for (let i: usize = 0; i < whole; i += 16) {
          const q = w != 0 ? f32x4.mul(v128.load(w + i), each) : each;
          v128.store(dx + i, madd(v128.load(dx + i), scale, q));
        }
        if (rest > 0) {
          const q = w != 0 ? f32x4.mul(loadTail(w + whole, rest), each) : each;
          storeTail(dx + whole, madd(loadTail(dx + whole, rest), scale, q), rest);
        }
      } else {
        for (let i: usize = 0; i < whole; i += 16) v128.store(dx + i, f32x4.mul(v128.load(dx + i), scale));
        if (rest > 0) storeTail(dx + whole, f32x4.mul(loadTail(dx + whole, rest), scale), rest);
      }
      const at = dx + <usize>t * 4;
      store<f32>(at, load<f32>(at) - d * own);
    }
    x += n * 4;
    dx += n * 4;
  }
}

export function nllLossRows(
  x: usize, target: usize, w: usize, y: usize, rows: usize, n: usize, ignore: i32,
): void {
  for (let r: usize = 0; r < rows; r++) {
    const t = load<i32>(target + r * 4);
    let loss: f32 = 0;
    if (t != ignore) {
      if (<usize>t >= n) loss = f32.NaN;
      else loss = -load<f32>(x + <usize>t * 4) * (w != 0 ? load<f32>(w + <usize>t * 4) : 1);
    }
    store<f32>(y + r * 4, loss);
    x += n * 4;
  }
}

/** dx = 0 but for −g w at the targets. */
export function nllLossBackwardRows(
  g: usize, target: usize, w: usize, dx: usize, rows: usize, n: usize, ignore: i32,
): void {
  memory.fill(dx, 0, rows * n * 4);
  for (let r: usize = 0; r < rows; r++) {
    const t = load<i32>(target + r * 4);
    if (t != ignore && <usize>t < n) {
      const own: f32 = w != 0 ? load<f32>(w + <usize>t * 4) : 1;
      store<f32>(dx + <usize>t * 4, -load<f32>(g + r * 4) * own);
    }
    dx += n * 4;
  }
}

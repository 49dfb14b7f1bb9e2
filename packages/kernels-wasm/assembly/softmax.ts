// Softmax of dense rows: the largest element, exponentials and their sum, and a division; and its gradients.
import { exp2Below4, k } from "./functions";
import { expOfRest, largest, logSum, softmaxRow } from "./row-softmax";
import { rowTotal } from "./row-total";
import { across, loadTail, madd, nmadd, storeTail } from "./simd";

export function softmaxRows(x: usize, y: usize, rows: usize, n: usize): void {
  for (let r: usize = 0; r < rows; r++) {
    softmaxRow(x, y, n, largest(x, n));
    x += n * 4;
    y += n * 4;
  }
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

/** dx = y (g − Σ g y). */
export function softmaxBackwardRows(g: usize, y: usize, dx: usize, rows: usize, n: usize): void {
  const whole = (n & ~3) * 4;
  const rest = n & 3;
  for (let r: usize = 0; r < rows; r++) {
    let sums = f32x4.splat(0);
    for (let i: usize = 0; i < whole; i += 16) sums = madd(v128.load(g + i), v128.load(y + i), sums);
    if (rest > 0) sums = madd(loadTail(g + whole, rest), loadTail(y + whole, rest), sums);
    const sum = f32x4.splat(across(sums));
    for (let i: usize = 0; i < whole; i += 16) {
      v128.store(dx + i, f32x4.mul(v128.load(y + i), f32x4.sub(v128.load(g + i), sum)));
    }
    if (rest > 0) {
      const slope = f32x4.sub(loadTail(g + whole, rest), sum);
      storeTail(dx + whole, f32x4.mul(loadTail(y + whole, rest), slope), rest);
    }
    g += n * 4;
    y += n * 4;
    dx += n * 4;
  }
}

/** dx = g − exp(y) Σ g. */
export function logSoftmaxBackwardRows(g: usize, y: usize, dx: usize, rows: usize, n: usize): void {
  const whole = (n & ~3) * 4;
  const rest = n & 3;
  for (let r: usize = 0; r < rows; r++) {
    const sum = f32x4.splat(<f32>rowTotal(g, n));
    for (let i: usize = 0; i < whole; i += 16) {
      v128.store(dx + i, nmadd(exp2Below4(f32x4.mul(v128.load(y + i), k(0))), sum, v128.load(g + i)));
    }
    if (rest > 0) {
      const weights = expOfRest(loadTail(y + whole, rest));
      storeTail(dx + whole, nmadd(weights, sum, loadTail(g + whole, rest)), rest);
    }
    g += n * 4;
    y += n * 4;
    dx += n * 4;
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

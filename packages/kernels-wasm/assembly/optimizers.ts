// Optimizer updates. Element i of an output is written after element i of the inputs was read, so they may be
// the same memory. Absent state tensors are address 0.
import { loadTail, storeTail } from "./simd";

// @ts-ignore: decorator
@inline
function get(p: usize, count: usize): v128 {
  return count >= 4 ? v128.load(p) : loadTail(p, count);
}

// @ts-ignore: decorator
@inline
function put(p: usize, v: v128, count: usize): void {
  if (count >= 4) v128.store(p, v);
  else storeTail(p, v, count);
}

// @ts-ignore: decorator
@inline
function axpy(a: v128, b: v128, c: v128): v128 {
  return f32x4.add(f32x4.mul(a, b), c);
}

// What a gradient is multiplied by: `sign` is −1 to climb, and `factor` the address of a scalar, or 0. A product with
// the scalar alone has the same magnitude, so that the result is that of gradients scaled before.
// @ts-ignore: decorator
@inline
function scaleOf(factor: usize, sign: f32): v128 {
  return f32x4.splat(factor != 0 ? load<f32>(factor) * sign : sign);
}

/** `sign` is −1 to climb. `first`: the momentum buffer starts as the gradient. `rate` is 1 − dampening. */
export function sgdStep(
  p: usize, g: usize, buffer: usize, y: usize, bufferOut: usize, n: usize, factor: usize,
  lr: f32, sign: f32, decay: f32, momentum: f32, rate: f32, nesterov: i32, first: i32,
): void {
  const scale = scaleOf(factor, sign);
  const whole = (n & ~3) * 4;
  for (let i: usize = 0; i < whole; i += 16) {
    sgd(p + i, g + i, buffer, y + i, bufferOut, i, scale, lr, decay, momentum, rate, nesterov, first, 4);
  }
  const rest = n & 3;
  if (rest > 0) {
    sgd(
      p + whole, g + whole, buffer, y + whole, bufferOut, whole, scale, lr, decay, momentum, rate, nesterov, first, rest,
    );
  }
}

// @ts-ignore: decorator
@inline
function sgd(
  p: usize, g: usize, buffer: usize, y: usize, bufferOut: usize, at: usize, scale: v128,
  lr: f32, decay: f32, momentum: f32, rate: f32, nesterov: i32, first: i32, count: usize,
): void {
  const x = get(p, count);
  let d = axpy(x, f32x4.splat(decay), f32x4.mul(get(g, count), scale));
  if (buffer != 0) {
    const moment = first
      ? d
      : axpy(get(buffer + at, count), f32x4.splat(momentum), f32x4.mul(d, f32x4.splat(rate)));
    put(bufferOut + at, moment, count);
    d = nesterov ? axpy(moment, f32x4.splat(momentum), d) : moment;
  }
  put(y, f32x4.sub(x, f32x4.mul(d, f32x4.splat(lr))), count);
}

/** `size` is lr / (1 − β₁ᵗ), `correction` 1 / √(1 − β₂ᵗ), `shrink` what AdamW leaves of the parameter. */
export function adamStep(
  p: usize, g: usize, m: usize, v: usize, most: usize,
  y: usize, mOut: usize, vOut: usize, mostOut: usize, n: usize, factor: usize,
  size: f32, correction: f32, shrink: f32, sign: f32, decay: f32,
  beta1: f32, rest1: f32, beta2: f32, rest2: f32, eps: f32,
): void {
  const scale = scaleOf(factor, sign);
  const whole = (n & ~3) * 4;
  for (let i: usize = 0; i < whole; i += 16) {
    adam(
      p + i, g + i, m + i, v + i, most, y + i, mOut + i, vOut + i, mostOut, i, scale,
      size, correction, shrink, decay, beta1, rest1, beta2, rest2, eps, 4,
    );
  }
  const rest = n & 3;
  if (rest > 0) {
    adam(
      p + whole, g + whole, m + whole, v + whole, most, y + whole, mOut + whole, vOut + whole, mostOut, whole, scale,
      size, correction, shrink, decay, beta1, rest1, beta2, rest2, eps, rest,
    );
  }
}

// @ts-ignore: decorator
@inline
function adam(
  p: usize, g: usize, m: usize, v: usize, most: usize, y: usize, mOut: usize, vOut: usize, mostOut: usize, at: usize,
  scale: v128, size: f32, correction: f32, shrink: f32, decay: f32,
  beta1: f32, rest1: f32, beta2: f32, rest2: f32, eps: f32, count: usize,
): void {
  const x = get(p, count);
  const d = axpy(x, f32x4.splat(decay), f32x4.mul(get(g, count), scale));
  const first = axpy(get(m, count), f32x4.splat(beta1), f32x4.mul(d, f32x4.splat(rest1)));
  let second = axpy(get(v, count), f32x4.splat(beta2), f32x4.mul(f32x4.mul(d, f32x4.splat(rest2)), d));
  put(mOut, first, count);
  put(vOut, second, count);
  if (most != 0) {
    second = f32x4.max(get(most + at, count), second);
    put(mostOut + at, second, count);
  }
  const spread = axpy(f32x4.sqrt(second), f32x4.splat(correction), f32x4.splat(eps));
  const move = f32x4.div(f32x4.mul(first, f32x4.splat(size)), spread);
  put(y, f32x4.sub(f32x4.mul(x, f32x4.splat(shrink)), move), count);
}

/** `mean` and its output are 0 unless centered, `buffer` and its output unless there is momentum. */
export function rmspropStep(
  p: usize, g: usize, square: usize, mean: usize, buffer: usize,
  y: usize, squareOut: usize, meanOut: usize, bufferOut: usize, n: usize, factor: usize,
  lr: f32, sign: f32, decay: f32, alpha: f32, rest: f32, momentum: f32, eps: f32,
): void {
  const scale = scaleOf(factor, sign);
  const whole = (n & ~3) * 4;
  for (let i: usize = 0; i < whole; i += 16) {
    rmsprop(
      p + i, g + i, square + i, mean, buffer, y + i, squareOut + i, meanOut, bufferOut, i, scale,
      lr, decay, alpha, rest, momentum, eps, 4,
    );
  }
  const count = n & 3;
  if (count > 0) {
    rmsprop(
      p + whole, g + whole, square + whole, mean, buffer, y + whole, squareOut + whole, meanOut, bufferOut, whole, scale,
      lr, decay, alpha, rest, momentum, eps, count,
    );
  }
}

// @ts-ignore: decorator
@inline
function rmsprop(
  p: usize, g: usize, square: usize, mean: usize, buffer: usize, y: usize, squareOut: usize, meanOut: usize,
  bufferOut: usize, at: usize, scale: v128,
  lr: f32, decay: f32, alpha: f32, rest: f32, momentum: f32, eps: f32, count: usize,
): void {
  const x = get(p, count);
  const d = axpy(x, f32x4.splat(decay), f32x4.mul(get(g, count), scale));
  let spread = axpy(get(square, count), f32x4.splat(alpha), f32x4.mul(f32x4.mul(d, f32x4.splat(rest)), d));
  put(squareOut, spread, count);
  if (mean != 0) {
    const center = axpy(get(mean + at, count), f32x4.splat(alpha), f32x4.mul(d, f32x4.splat(rest)));
    put(meanOut + at, center, count);
    // A variance: rounding of the stored means must not make it negative.
    spread = f32x4.max(f32x4.splat(0), f32x4.sub(spread, f32x4.mul(center, center)));
  }
  let move = f32x4.div(d, f32x4.add(f32x4.sqrt(spread), f32x4.splat(eps)));
  if (buffer != 0) {
    move = axpy(get(buffer + at, count), f32x4.splat(momentum), move);
    put(bufferOut + at, move, count);
  }
  put(y, f32x4.sub(x, f32x4.mul(move, f32x4.splat(lr))), count);
}

export function adagradStep(
  p: usize, g: usize, sum: usize, y: usize, sumOut: usize, n: usize, factor: usize, lr: f32, sign: f32, decay: f32, eps: f32,
): void {
  const scale = scaleOf(factor, sign);
  const whole = (n & ~3) * 4;
  for (let i: usize = 0; i < whole; i += 16) {
    adagrad(p + i, g + i, sum + i, y + i, sumOut + i, scale, lr, decay, eps, 4);
  }
  const rest = n & 3;
  if (rest > 0) {
    adagrad(p + whole, g + whole, sum + whole, y + whole, sumOut + whole, scale, lr, decay, eps, rest);
  }
}

// @ts-ignore: decorator
@inline
function adagrad(
  p: usize, g: usize, sum: usize, y: usize, sumOut: usize, scale: v128, lr: f32, decay: f32, eps: f32, count: usize,
): void {
  const x = get(p, count);
  const d = axpy(x, f32x4.splat(decay), f32x4.mul(get(g, count), scale));
  const total = axpy(d, d, get(sum, count));
  put(sumOut, total, count);
  const spread = f32x4.add(f32x4.sqrt(total), f32x4.splat(eps));
  put(y, f32x4.sub(x, f32x4.div(f32x4.mul(d, f32x4.splat(lr)), spread)), count);
}

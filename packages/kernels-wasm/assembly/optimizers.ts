// Optimizer updates. Element i of an output is written after element i of the inputs was read, so they may be the same
// memory. Absent state tensors are address 0. The last vector is computed whole, as in unary.ts. Loops end with their
// condition: V8 makes slower ones of those that begin with it where a body has branches.

@inline function axpy(a: v128, b: f32, c: v128): v128 {
  return f32x4.add(f32x4.mul(a, f32x4.splat(b)), c);
}

@inline function times(a: v128, b: f32): v128 {
  return f32x4.mul(a, f32x4.splat(b));
}

// The factors of a gradient: `sign` is −1 to climb, and `factor` the address of a scalar, or 0. A product with
// the scalar alone has the same magnitude, so that the result is that of gradients scaled before.
@inline function scaleOf(factor: usize, sign: f32): v128 {
  return f32x4.splat(factor != 0 ? load<f32>(factor) * sign : sign);
}

/** `first`: the momentum buffer starts as the gradient. `rate` is 1 − dampening. */
export function sgdStep(
  p: usize, g: usize, buffer: usize, y: usize, bufferOut: usize, n: usize, factor: usize,
  lr: f32, sign: f32, decay: f32, momentum: f32, rate: f32, nesterov: i32, first: i32,
): void {
  const scale = scaleOf(factor, sign);
  const end = n * 4;
  let i: usize = 0;
  if (n > 0) do {
    const x = v128.load(p + i);
    let d = axpy(x, decay, f32x4.mul(v128.load(g + i), scale));
    if (buffer != 0) {
      const moment = first ? d : axpy(v128.load(buffer + i), momentum, times(d, rate));
      v128.store(bufferOut + i, moment);
      d = nesterov ? axpy(moment, momentum, d) : moment;
    }
    v128.store(y + i, f32x4.sub(x, times(d, lr)));
    i += 16;
  } while (i < end);
}

/** `size` is lr / (1 − β₁ᵗ), `correction` 1 / √(1 − β₂ᵗ), `shrink` what AdamW leaves of the parameter. */
export function adamStep(
  p: usize, g: usize, m: usize, v: usize, most: usize,
  y: usize, mOut: usize, vOut: usize, mostOut: usize, n: usize, factor: usize,
  size: f32, correction: f32, shrink: f32, sign: f32, decay: f32,
  beta1: f32, rest1: f32, beta2: f32, rest2: f32, eps: f32,
): void {
  const scale = scaleOf(factor, sign);
  const end = n * 4;
  let i: usize = 0;
  if (n > 0) do {
    const x = v128.load(p + i);
    const d = axpy(x, decay, f32x4.mul(v128.load(g + i), scale));
    const first = axpy(v128.load(m + i), beta1, times(d, rest1));
    let second = axpy(v128.load(v + i), beta2, f32x4.mul(times(d, rest2), d));
    v128.store(mOut + i, first);
    v128.store(vOut + i, second);
    if (most != 0) {
      second = f32x4.max(v128.load(most + i), second);
      v128.store(mostOut + i, second);
    }
    const spread = axpy(f32x4.sqrt(second), correction, f32x4.splat(eps));
    v128.store(y + i, f32x4.sub(times(x, shrink), f32x4.div(times(first, size), spread)));
    i += 16;
  } while (i < end);
}

/** `mean` and its output are 0 unless centered, `buffer` and its output unless there is momentum. */
export function rmspropStep(
  p: usize, g: usize, square: usize, mean: usize, buffer: usize,
  y: usize, squareOut: usize, meanOut: usize, bufferOut: usize, n: usize, factor: usize,
  lr: f32, sign: f32, decay: f32, alpha: f32, rest: f32, momentum: f32, eps: f32,
): void {
  const scale = scaleOf(factor, sign);
  const end = n * 4;
  let i: usize = 0;
  if (n > 0) do {
    const x = v128.load(p + i);
    const d = axpy(x, decay, f32x4.mul(v128.load(g + i), scale));
    let spread = axpy(v128.load(square + i), alpha, f32x4.mul(times(d, rest), d));
    v128.store(squareOut + i, spread);
    if (mean != 0) {
      const center = axpy(v128.load(mean + i), alpha, times(d, rest));
      v128.store(meanOut + i, center);
      // A variance: rounding of the stored means must not make it negative.
      spread = f32x4.max(f32x4.splat(0), f32x4.sub(spread, f32x4.mul(center, center)));
    }
    let move = f32x4.div(d, f32x4.add(f32x4.sqrt(spread), f32x4.splat(eps)));
    if (buffer != 0) {
      move = axpy(v128.load(buffer + i), momentum, move);
      v128.store(bufferOut + i, move);
    }
    v128.store(y + i, f32x4.sub(x, times(move, lr)));
    i += 16;
  } while (i < end);
}

export function adagradStep(
  p: usize, g: usize, sum: usize, y: usize, sumOut: usize, n: usize, factor: usize, lr: f32, sign: f32, decay: f32, eps: f32,
): void {
  const scale = scaleOf(factor, sign);
  const end = n * 4;
  let i: usize = 0;
  if (n > 0) do {
    const x = v128.load(p + i);
    const d = axpy(x, decay, f32x4.mul(v128.load(g + i), scale));
    const total = f32x4.add(f32x4.mul(d, d), v128.load(sum + i));
    v128.store(sumOut + i, total);
    v128.store(y + i, f32x4.sub(x, f32x4.div(times(d, lr), f32x4.add(f32x4.sqrt(total), f32x4.splat(eps)))));
    i += 16;
  } while (i < end);
}

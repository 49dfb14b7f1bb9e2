// Operations on a dense row for softmax and the losses after it.
import { exp2Below4, exp2With, k, log4 } from "./functions";
import { across, loadTail, storeTail } from "./simd";

/** The largest element. NaN may be passed over: the sum of the exponentials has it anyhow. */
export function largest(x: usize, n: usize): f32 {
  if (n < 4) {
    let best: f32 = f32.NEGATIVE_INFINITY;
    for (let i: usize = 0; i < n; i++) best = max<f32>(best, load<f32>(x + i * 4));
    return best;
  }
  const wide = x + (n & ~15) * 4;
  const last = x + n * 4 - 16;
  let a = v128.load(last);
  let b = a;
  let c = a;
  let d = a;
  for (; x < wide; x += 64) {
    a = f32x4.pmax(a, v128.load(x));
    b = f32x4.pmax(b, v128.load(x, 16));
    c = f32x4.pmax(c, v128.load(x, 32));
    d = f32x4.pmax(d, v128.load(x, 48));
  }
  for (; x < last; x += 16) a = f32x4.pmax(a, v128.load(x));
  a = f32x4.pmax(f32x4.pmax(a, b), f32x4.pmax(c, d));
  a = f32x4.pmax(a, v128.shuffle<i64>(a, a, 1, 0));
  return f32x4.extract_lane(f32x4.pmax(a, v128.shuffle<i32>(a, a, 1, 0, 3, 2)), 0);
}

/** Lanes below `count` are set. */
@inline export function below(count: usize): v128 {
  return i32x4.lt_s(i32x4(0, 1, 2, 3), i32x4.splat(<i32>count));
}

/** exp of a row's last elements: called, since a copy of the polynomial at each place would weigh more than it saves. */
export function expOfRest(v: v128): v128 {
  return exp2Below4(f32x4.mul(v, k(0)));
}

/**
 * y = exp(x − top) and its sum; y may be x. By powers of 2, whose argument is rounded once more than x − top: an element e⁻ᵗ
 * is off by 2 + t / 2 ulp.
 */
export function expRow(x: usize, y: usize, n: usize, top: v128): f32 {
  const whole = (n & ~3) * 4;
  const rest = n & 3;
  const lowest = k(80), magic = k(1), c5 = k(81), c4 = k(82), c3 = k(83), c2 = k(84), c1 = k(85), one = k(10);
  const unit = k(0); // log₂ e
  let sums = f32x4.splat(0);
  for (let i: usize = 0; i < whole; i += 16) {
    const t = f32x4.mul(f32x4.sub(v128.load(x + i), top), unit);
    const e = exp2With(t, lowest, magic, c5, c4, c3, c2, c1, one);
    v128.store(y + i, e);
    sums = f32x4.add(sums, e);
  }
  if (rest > 0) {
    const e = v128.and(expOfRest(f32x4.sub(loadTail(x + whole, rest), top)), below(rest));
    storeTail(y + whole, e, rest);
    sums = f32x4.add(sums, e);
  }
  return across(sums);
}

/** ln Σ exp(x − top). By powers of 2: what they lose where an exponential is small, the sum does not feel. */
export function logSum(x: usize, n: usize, top: v128): f32 {
  const whole = (n & ~3) * 4;
  const rest = n & 3;
  const lowest = k(80), magic = k(1), c5 = k(81), c4 = k(82), c3 = k(83), c2 = k(84), c1 = k(85), one = k(10);
  const unit = k(0); // log₂ e
  let sums = f32x4.splat(0);
  for (let i: usize = 0; i < whole; i += 16) {
    const t = f32x4.mul(f32x4.sub(v128.load(x + i), top), unit);
    sums = f32x4.add(sums, exp2With(t, lowest, magic, c5, c4, c3, c2, c1, one));
  }
  if (rest > 0) {
    sums = f32x4.add(sums, v128.and(expOfRest(f32x4.sub(loadTail(x + whole, rest), top)), below(rest)));
  }
  return f32x4.extract_lane(log4(f32x4.splat(across(sums))), 0);
}

/** y = exp(x − top) over its sum; y may be x. */
export function softmaxRow(x: usize, y: usize, n: usize, top: f32): void {
  const whole = (n & ~3) * 4;
  const rest = n & 3;
  const total = expRow(x, y, n, f32x4.splat(top));
  // A division rounds once where a reciprocal would round twice.
  const sum = f32x4.splat(total);
  for (let i: usize = 0; i < whole; i += 16) v128.store(y + i, f32x4.div(v128.load(y + i), sum));
  if (rest > 0) storeTail(y + whole, f32x4.div(loadTail(y + whole, rest), sum), rest);
}

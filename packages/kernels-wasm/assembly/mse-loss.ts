// Sums of squared differences and their gradient, of dense float32.
import { squaredErrors as squaredErrorsBlock } from "../src/shared/sizes";
import { total } from "./row-total";

const BLOCK: usize = squaredErrorsBlock;

/** For each block of elements (the last may be shorter), Σ (a − b)² as a float64. */
export function squaredErrors(a: usize, b: usize, sums: usize, n: usize): void {
  for (; n > 0; sums += 8) {
    const count = min<usize>(n, BLOCK);
    const end = a + (count & ~7) * 4;
    let p = f32x4.splat(0);
    let q = p;
    for (; a < end; a += 32, b += 32) {
      const d = f32x4.sub(v128.load(a), v128.load(b));
      const e = f32x4.sub(v128.load(a, 16), v128.load(b, 16));
      p = f32x4.add(p, f32x4.mul(d, d));
      q = f32x4.add(q, f32x4.mul(e, e));
    }
    let sum = total(f32x4.add(p, q));
    for (let i = count & 7; i > 0; i--, a += 4, b += 4) {
      const d = <f64>(load<f32>(a) - load<f32>(b));
      sum += d * d;
    }
    store<f64>(sums, sum);
    n -= count;
  }
}

/** y = Σ sums / divisor. */
export function sumOfBlocks(sums: usize, y: usize, blocks: usize, divisor: f64): void {
  let sum: f64 = 0;
  for (let i: usize = 0; i < blocks; i++) sum += load<f64>(sums + i * 8);
  store<f32>(y, <f32>(sum / divisor));
}

/** y = (a − b) · 2 g / divisor, where g is one float. */
export function squaredErrorBackward(g: usize, a: usize, b: usize, y: usize, n: usize, divisor: f64): void {
  const scale = f32x4.splat(<f32>(2 * <f64>load<f32>(g) / divisor));
  for (const end = y + n * 4; y < end; a += 16, b += 16, y += 16) {
    v128.store(y, f32x4.mul(f32x4.sub(v128.load(a), v128.load(b)), scale));
  }
}

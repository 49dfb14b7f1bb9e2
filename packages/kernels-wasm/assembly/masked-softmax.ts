// Softmax of dense rows of which a mask of bytes allows some elements, and its gradient.
import { largest, softmaxRow } from "./row-softmax";
import { byteMasks, pick } from "./simd";
import { softmaxBackwardRows } from "./softmax";

/** y = allowed ? x : other, of n elements; y may be x. */
export function keepAllowed(x: usize, allowed: usize, y: usize, n: usize, other: f32): void {
  const others = f32x4.splat(other);
  const end = y + n * 4;
  for (const whole = y + (n & ~3) * 4; y < whole; x += 16, y += 16, allowed += 4) {
    v128.store(y, pick(byteMasks(v128.load32_zero(allowed)), v128.load(x), others));
  }
  for (; y < end; x += 4, y += 4, allowed++) store<f32>(y, load<u8>(allowed) ? load<f32>(x) : other);
}

/** y = softmax of x with `fill` where it is not allowed; with −∞ what is not allowed does not exist. */
export function maskedSoftmaxRows(
  x: usize, allowed: usize, y: usize, rows: usize, n: usize, fill: f32,
): void {
  for (let r: usize = 0; r < rows; r++) {
    keepAllowed(x, allowed, y, n, fill);
    softmaxRow(y, y, n, largest(y, n));
    // NaN, of scores that are NaN, +∞, or −∞ alone, is for those that are allowed.
    if (fill == f32.NEGATIVE_INFINITY && n > 0 && isNaN(load<f32>(y))) keepAllowed(y, allowed, y, n, 0);
    x += n * 4;
    y += n * 4;
    allowed += n;
  }
}

/** dx of {@link maskedSoftmaxRows} from its result y and a cotangent g, which counts where a score was filled in. */
export function maskedSoftmaxBackwardRows(
  g: usize, y: usize, allowed: usize, dx: usize, rows: usize, n: usize, filled: bool,
): void {
  for (let r: usize = 0; r < rows; r++) {
    if (!filled) keepAllowed(g, allowed, dx, n, 0);
    softmaxBackwardRows(filled ? g : dx, y, dx, 1, n);
    keepAllowed(dx, allowed, dx, n, 0);
    g += n * 4;
    y += n * 4;
    dx += n * 4;
    allowed += n;
  }
}

// The gates of a gated recurrent unit, forward and backward. Rows of x and u hold the gates r, z, n, each `hidden`
// floats; rows of h, the output and its cotangent hold `hidden`. All lie behind one another.
import { sigmoid4, tanh4 } from "./functions";
import { loadTail, madd, storeTail } from "./simd";

// @ts-ignore: decorator
@inline
function get(p: usize, count: isize): v128 {
  return count >= 4 ? v128.load(p) : loadTail(p, count);
}

// @ts-ignore: decorator
@inline
function put(p: usize, v: v128, count: isize): void {
  if (count >= 4) v128.store(p, v);
  else storeTail(p, v, count);
}

/** out = n + z (h − n), with r, z = σ(x + u) and n = tanh(xₙ + r uₙ). */
export function gruGates(x: usize, u: usize, h: usize, out: usize, rows: usize, hidden: usize): void {
  const width = hidden * 4;
  for (let row: usize = 0; row < rows; row++) {
    for (let left: isize = <isize>hidden; left > 0; left -= 4) {
      const r = sigmoid4(f32x4.add(get(x, left), get(u, left)));
      const z = sigmoid4(f32x4.add(get(x + width, left), get(u + width, left)));
      const n = tanh4(madd(r, get(u + 2 * width, left), get(x + 2 * width, left)));
      put(out, madd(z, f32x4.sub(get(h, left), n), n), left);
      const step: usize = left >= 4 ? 16 : left * 4;
      x += step;
      u += step;
      h += step;
      out += step;
    }
    x += 2 * width;
    u += 2 * width;
  }
}

/** The gradients dx, du (each as x) and dh (as h) for a cotangent g. */
export function gruGatesBackward(
  g: usize, x: usize, u: usize, h: usize, dx: usize, du: usize, dh: usize, rows: usize, hidden: usize,
): void {
  const width = hidden * 4;
  const four = f32x4.splat(4);
  for (let row: usize = 0; row < rows; row++) {
    for (let left: isize = <isize>hidden; left > 0; left -= 4) {
      // 1 − σ(a) is σ(−a) and 1 − tanh²(a) is 4 σ(2a) σ(−2a): where a gate is saturated, a difference would be lost.
      const un = get(u + 2 * width, left);
      const ar = f32x4.add(get(x, left), get(u, left));
      const az = f32x4.add(get(x + width, left), get(u + width, left));
      const r = sigmoid4(ar);
      const z = sigmoid4(az);
      const notZ = sigmoid4(f32x4.neg(az));
      const an = madd(r, un, get(x + 2 * width, left));
      const twice = f32x4.add(an, an);
      const slope = f32x4.mul(four, f32x4.mul(sigmoid4(twice), sigmoid4(f32x4.neg(twice))));
      const d = get(g, left);
      const dn = f32x4.mul(f32x4.mul(d, notZ), slope);
      const dr = f32x4.mul(f32x4.mul(dn, un), f32x4.mul(r, sigmoid4(f32x4.neg(ar))));
      const dz = f32x4.mul(f32x4.mul(d, f32x4.sub(get(h, left), tanh4(an))), f32x4.mul(z, notZ));
      put(dx, dr, left);
      put(dx + width, dz, left);
      put(dx + 2 * width, dn, left);
      put(du, dr, left);
      put(du + width, dz, left);
      put(du + 2 * width, f32x4.mul(dn, r), left);
      put(dh, f32x4.mul(d, z), left);
      const step: usize = left >= 4 ? 16 : left * 4;
      g += step;
      x += step;
      u += step;
      h += step;
      dx += step;
      du += step;
      dh += step;
    }
    x += 2 * width;
    u += 2 * width;
    dx += 2 * width;
    du += 2 * width;
  }
}

// y[i] = g[i] · f′(x[i]) for contiguous floats: the operations of the formula that f's gradient is made of,
// in their order and rounded each, so that both have the same bits. So no multiply-adds.
import { erf4, exp4, k, tanh4 } from "./functions";

@inline function map<F>(g: usize, x: usize, y: usize, n: usize): void {
  const f = changetype<F>(0);
  for (const end = y + n * 4; y < end; x += 16, g += 16, y += 16) {
    v128.store(y, f32x4.mul(v128.load(g), f.at(v128.load(x))));
  }
}

@final class GeluSlope {
  @inline at(x: v128): v128 {
    const cdf = f32x4.mul(f32x4.add(erf4(f32x4.mul(x, k(52))), k(10)), k(9));
    const pdf = f32x4.mul(exp4(f32x4.mul(f32x4.mul(x, x), f32x4.splat(-0.5))), f32x4.splat(0.3989422804014327));
    return f32x4.add(cdf, f32x4.mul(x, pdf));
  }
}
@final class GeluTanhSlope {
  @inline at(given: v128): v128 {
    // The slope is 0 or 1 beyond 20, where the square of a large x would overflow.
    const x = f32x4.max(f32x4.min(given, f32x4.splat(20)), f32x4.splat(-20));
    const square = f32x4.mul(x, x);
    const t = tanh4(f32x4.mul(f32x4.add(x, f32x4.mul(f32x4.mul(square, x), k(53))), k(54)));
    const inner = f32x4.mul(f32x4.add(f32x4.mul(square, f32x4.splat(0.134145)), k(10)), k(54));
    const rest = f32x4.mul(f32x4.mul(f32x4.mul(x, k(9)), f32x4.sub(k(10), f32x4.mul(t, t))), inner);
    return f32x4.add(f32x4.mul(f32x4.add(t, k(10)), k(9)), rest);
  }
}

export function geluBackward(g: usize, x: usize, y: usize, n: usize): void { map<GeluSlope>(g, x, y, n); }
export function geluTanhBackward(g: usize, x: usize, y: usize, n: usize): void { map<GeluTanhSlope>(g, x, y, n); }

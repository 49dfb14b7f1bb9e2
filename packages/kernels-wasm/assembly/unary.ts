// y[i] = f(x[i]) for contiguous floats. Each function is a class without state whose method is inlined
// into its loop; p and q are its parameters, if it has any.
import { erf4, erfcOfMinus4, exp4, expm14, k, log1p4, log4, sigmoid4, softplusRest4, tanh4 } from "./functions";
import { madd, pick } from "./simd";

// Here and wherever elements are mapped, the last vector is computed whole: a tensor's block ends at a multiple of 16 bytes,
// there are readable bytes after the last block (src/machine.ts), and of a call's pieces only the last has a rest.
@inline function map<F>(x: usize, y: usize, n: usize, p: f32, q: f32): void {
  const f = changetype<F>(0);
  const pp = f32x4.splat(p);
  const qq = f32x4.splat(q);
  for (const end = y + n * 4; y < end; x += 16, y += 16) v128.store(y, f.at(v128.load(x), pp, qq));
}

/** The same for functions of an instruction or two: four vectors a turn. */
@inline function mapCheap<F>(x: usize, y: usize, n: usize, p: f32, q: f32): void {
  const f = changetype<F>(0);
  const pp = f32x4.splat(p);
  const qq = f32x4.splat(q);
  for (const end = x + (n & ~15) * 4; x < end; x += 64, y += 64) {
    v128.store(y, f.at(v128.load(x), pp, qq));
    v128.store(y, f.at(v128.load(x, 16), pp, qq), 16);
    v128.store(y, f.at(v128.load(x, 32), pp, qq), 32);
    v128.store(y, f.at(v128.load(x, 48), pp, qq), 48);
  }
  map<F>(x, y, n & 15, p, q);
}

@final class Neg { @inline at(x: v128, p: v128, q: v128): v128 { return f32x4.neg(x); } }
@final class Abs { @inline at(x: v128, p: v128, q: v128): v128 { return f32x4.abs(x); } }
@final class Sign {
  @inline at(x: v128, p: v128, q: v128): v128 {
    const one = f32x4.splat(1);
    const zero = f32x4.splat(0);
    return f32x4.sub(v128.and(f32x4.gt(x, zero), one), v128.and(f32x4.lt(x, zero), one));
  }
}
@final class Square { @inline at(x: v128, p: v128, q: v128): v128 { return f32x4.mul(x, x); } }
@final class Cube {
  @inline at(x: v128, p: v128, q: v128): v128 { return f32x4.mul(f32x4.mul(x, x), x); }
}
@final class Sqrt { @inline at(x: v128, p: v128, q: v128): v128 { return f32x4.sqrt(x); } }
// In double, rounded once: normalisations multiply whatever is wrong here. Their statistics are few.
@final class Rsqrt {
  @inline at(x: v128, p: v128, q: v128): v128 {
    const one = f64x2.splat(1);
    const low = f64x2.div(one, f64x2.sqrt(f64x2.promote_low_f32x4(x)));
    const high = f64x2.div(one, f64x2.sqrt(f64x2.promote_low_f32x4(v128.shuffle<i64>(x, x, 1, 1))));
    const pairs = f32x4.demote_f64x2_zero(low);
    return v128.shuffle<i64>(pairs, f32x4.demote_f64x2_zero(high), 0, 2);
  }
}
@final class Reciprocal {
  @inline at(x: v128, p: v128, q: v128): v128 { return f32x4.div(f32x4.splat(1), x); }
}
@final class Floor { @inline at(x: v128, p: v128, q: v128): v128 { return f32x4.floor(x); } }
@final class Ceil { @inline at(x: v128, p: v128, q: v128): v128 { return f32x4.ceil(x); } }
@final class Trunc { @inline at(x: v128, p: v128, q: v128): v128 { return f32x4.trunc(x); } }
@final class Round { @inline at(x: v128, p: v128, q: v128): v128 { return f32x4.nearest(x); } }
@final class Exp { @inline at(x: v128, p: v128, q: v128): v128 { return exp4(x); } }
@final class Expm1 { @inline at(x: v128, p: v128, q: v128): v128 { return expm14(x); } }
@final class Log { @inline at(x: v128, p: v128, q: v128): v128 { return log4(x); } }
@final class Log1p { @inline at(x: v128, p: v128, q: v128): v128 { return log1p4(x); } }
@final class Log2 {
  @inline at(x: v128, p: v128, q: v128): v128 { return f32x4.mul(log4(x), f32x4.splat(1.44269504088896341)); }
}
@final class Tanh { @inline at(x: v128, p: v128, q: v128): v128 { return tanh4(x); } }
@final class Sigmoid { @inline at(x: v128, p: v128, q: v128): v128 { return sigmoid4(x); } }
@final class Erf { @inline at(x: v128, p: v128, q: v128): v128 { return erf4(x); } }
// x first: NaN is not less than 0 and stays.
@final class Relu { @inline at(x: v128, p: v128, q: v128): v128 { return f32x4.pmax(x, f32x4.splat(0)); } }
@final class Gelu {
  @inline at(x: v128, p: v128, q: v128): v128 {
    return f32x4.mul(f32x4.mul(k(9), x), erfcOfMinus4(f32x4.mul(x, k(52))));
  }
}
@final class GeluTanh {
  @inline at(x: v128, p: v128, q: v128): v128 {
    const cubic = madd(f32x4.mul(f32x4.mul(x, x), x), k(53), x);
    return f32x4.mul(f32x4.mul(k(9), x), f32x4.add(k(10), tanh4(f32x4.mul(cubic, k(54)))));
  }
}
@final class Silu { @inline at(x: v128, p: v128, q: v128): v128 { return f32x4.mul(x, sigmoid4(x)); } }
@final class Softplus {
  @inline at(x: v128, p: v128, q: v128): v128 {
    return f32x4.add(f32x4.pmax(x, f32x4.splat(0)), softplusRest4(x));
  }
}
@final class LogSigmoid {
  @inline at(x: v128, p: v128, q: v128): v128 {
    return f32x4.sub(f32x4.pmin(x, f32x4.splat(0)), softplusRest4(x));
  }
}
@final class Elu {
  @inline at(x: v128, alpha: v128, q: v128): v128 {
    const zero = f32x4.splat(0);
    // −0 becomes 0, as in PyTorch's exp(x) − 1.
    return pick(f32x4.gt(x, zero), x, f32x4.mul(alpha, expm14(f32x4.add(x, zero))));
  }
}
@final class LeakyRelu {
  @inline at(x: v128, slope: v128, q: v128): v128 {
    return pick(f32x4.gt(x, f32x4.splat(0)), x, f32x4.mul(slope, x));
  }
}
// NaN bounds give NaN, as in Math.min and Math.max.
@final class Clamp {
  @inline at(x: v128, low: v128, high: v128): v128 { return f32x4.min(f32x4.max(x, low), high); }
}

export function neg(x: usize, y: usize, n: usize): void { mapCheap<Neg>(x, y, n, 0, 0); }
export function abs(x: usize, y: usize, n: usize): void { mapCheap<Abs>(x, y, n, 0, 0); }
export function sign(x: usize, y: usize, n: usize): void { mapCheap<Sign>(x, y, n, 0, 0); }
export function square(x: usize, y: usize, n: usize): void { mapCheap<Square>(x, y, n, 0, 0); }
export function cube(x: usize, y: usize, n: usize): void { mapCheap<Cube>(x, y, n, 0, 0); }
export function sqrt(x: usize, y: usize, n: usize): void { map<Sqrt>(x, y, n, 0, 0); }
export function rsqrt(x: usize, y: usize, n: usize): void { map<Rsqrt>(x, y, n, 0, 0); }
export function reciprocal(x: usize, y: usize, n: usize): void { map<Reciprocal>(x, y, n, 0, 0); }
export function floor(x: usize, y: usize, n: usize): void { map<Floor>(x, y, n, 0, 0); }
export function ceil(x: usize, y: usize, n: usize): void { map<Ceil>(x, y, n, 0, 0); }
export function trunc(x: usize, y: usize, n: usize): void { map<Trunc>(x, y, n, 0, 0); }
export function round(x: usize, y: usize, n: usize): void { map<Round>(x, y, n, 0, 0); }
export function exp(x: usize, y: usize, n: usize): void { map<Exp>(x, y, n, 0, 0); }
export function expm1(x: usize, y: usize, n: usize): void { map<Expm1>(x, y, n, 0, 0); }
export function log(x: usize, y: usize, n: usize): void { map<Log>(x, y, n, 0, 0); }
export function log1p(x: usize, y: usize, n: usize): void { map<Log1p>(x, y, n, 0, 0); }
export function log2(x: usize, y: usize, n: usize): void { map<Log2>(x, y, n, 0, 0); }
export function tanh(x: usize, y: usize, n: usize): void { map<Tanh>(x, y, n, 0, 0); }
export function sigmoid(x: usize, y: usize, n: usize): void { map<Sigmoid>(x, y, n, 0, 0); }
export function erf(x: usize, y: usize, n: usize): void { map<Erf>(x, y, n, 0, 0); }
export function relu(x: usize, y: usize, n: usize): void { mapCheap<Relu>(x, y, n, 0, 0); }
export function gelu(x: usize, y: usize, n: usize): void { map<Gelu>(x, y, n, 0, 0); }
export function geluTanh(x: usize, y: usize, n: usize): void { map<GeluTanh>(x, y, n, 0, 0); }
export function silu(x: usize, y: usize, n: usize): void { map<Silu>(x, y, n, 0, 0); }
export function softplus(x: usize, y: usize, n: usize): void { map<Softplus>(x, y, n, 0, 0); }
export function logSigmoid(x: usize, y: usize, n: usize): void { map<LogSigmoid>(x, y, n, 0, 0); }
export function elu(x: usize, y: usize, n: usize, alpha: f32): void { map<Elu>(x, y, n, alpha, 0); }
export function leakyRelu(x: usize, y: usize, n: usize, slope: f32): void { mapCheap<LeakyRelu>(x, y, n, slope, 0); }
export function clamp(x: usize, y: usize, n: usize, low: f32, high: f32): void { mapCheap<Clamp>(x, y, n, low, high); }

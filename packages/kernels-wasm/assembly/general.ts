// y = f(a, b) for any mix of dtypes and strides, an element at a time in float64, rounded once: for ops and dtypes that
// are too seldom for loops of their own. Functions of one argument ignore b.
import * as functions from "../src/shared/functions";
import { bytesOf, get, put } from "./element";
import { power, powerInt } from "./power";
import { at0, at1, next, start } from "./walk";

/** a mod b with a's sign. Exact: from r between p and 2p, where p is |b| times a power of 2, p is taken without rounding. */
function mod(a: f64, b: f64): f64 {
  const size = abs(b);
  let r = abs(a);
  if (r < size) return a;
  if (!(size > 0 && r < f64.POSITIVE_INFINITY)) return NaN;
  let p = size;
  while (p <= r * 0.5) p += p;
  for (; p >= size; p *= 0.5) if (r >= p) r -= p;
  return copysign(r, a);
}

/** ⌊a / b⌋ of what the remainder leaves, as Python has it. */
function quotient(a: f64, b: f64): f64 {
  if (b == 0) return a / b;
  const r = mod(a, b);
  let q = (a - r) / b;
  if (r != 0 && r < 0 != b < 0) q -= 1;
  if (q == 0) return copysign<f64>(0, a / b);
  const whole = floor(q);
  return q - whole > 0.5 ? whole + 1 : whole;
}

function f(code: i32, a: f64, b: f64): f64 {
  switch (code) {
    case functions.copy: return a;
    case functions.add: return a + b;
    case functions.sub: return a - b;
    case functions.mul: return a * b;
    case functions.div: return a / b;
    case functions.pow: return power(a, b);
    case functions.maximum: return max(a, b);
    case functions.minimum: return min(a, b);
    case functions.fmod: return mod(a, b);
    case functions.remainder: {
      const r = mod(a, b);
      return r != 0 && r < 0 != b < 0 ? r + b : r;
    }
    case functions.floorDivide: return quotient(a, b);
    case functions.eq: return f64(a == b);
    case functions.ne: return f64(a != b);
    case functions.lt: return f64(a < b);
    case functions.le: return f64(a <= b);
    case functions.gt: return f64(a > b);
    case functions.ge: return f64(a >= b);
    case functions.logicalAnd: return f64(a != 0 && b != 0);
    case functions.logicalOr: return f64(a != 0 || b != 0);
    case functions.logicalXor: return f64((a != 0) != (b != 0));
    case functions.logicalNot: return f64(a == 0);
    case functions.isnan: return f64(a != a);
    case functions.isinf: return f64(abs(a) == f64.POSITIVE_INFINITY);
    case functions.isfinite: return f64(abs(a) < f64.POSITIVE_INFINITY);
    case functions.abs: return abs(a);
    case functions.sign: return f64(a > 0) - f64(a < 0);
    case functions.neg: return -a;
    case functions.trunc: return trunc(a);
    case functions.mulInt: return f64(<i32>a * <i32>b);
    default: return f64(powerInt(<i32>a, <i32>b));
  }
}

export function general(
  code: i32, a: usize, aType: i32, aStep: usize, b: usize, bType: i32, bStep: usize,
  y: usize, yType: i32, n: usize, block: usize,
): void {
  const yStep = bytesOf(yType);
  start(a, b, 0);
  do {
    let p = at0;
    let q = at1;
    for (let i: usize = n; i > 0; i--) {
      put(y, f(code, get(p, aType), get(q, bType)), yType);
      p += aStep;
      q += bStep;
      y += yStep;
    }
  } while (next(block));
}

/** y = xᵖ of dense float32. */
export function powScalar(x: usize, y: usize, n: usize, exponent: f64): void {
  for (let i: usize = 0; i < n * 4; i += 4) store<f32>(y + i, <f32>power(<f64>load<f32>(x + i), exponent));
}

/** Every element is `value`, in float64 before it is stored. */
export function fillWith(y: usize, n: usize, value: f64, type: i32): void {
  const step = bytesOf(type);
  for (; n > 0; n--, y += step) put(y, value, type);
}

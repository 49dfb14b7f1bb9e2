// float32 arithmetic in a fixed order: the same bits in JavaScript, in WebAssembly and on every host.
const f = Math.fround;

const ln2 = f(Math.LN2);
const sqrtHalf = f(Math.SQRT1_2);
const bits = new DataView(new ArrayBuffer(4));

/**
 * ln x for float32 x > 0, by x = m · 2^e with m in [√½, √2) and atanh's series: ln m = 2 atanh((m−1)/(m+1)).
 * Every operation rounds to float32. The error is at most 2 units in the last place.
 */
export function logFloat32(x: number): number {
  bits.setFloat32(0, x);
  const word = bits.getInt32(0);
  let exponent = (word >> 23) - 126;
  bits.setInt32(0, (word & 0x007fffff) | 0x3f000000); // m in [0.5, 1)
  let m = bits.getFloat32(0);
  if (m < sqrtHalf) {
    m = f(m + m);
    exponent--;
  }
  const s = f(f(m - 1) / f(m + 1));
  const z = f(s * s);
  const p = horner(z, [1 / 9, 1 / 7, 1 / 5, 1 / 3]);
  const atanh = f(s + f(f(s * z) * p));
  return f(f(atanh + atanh) + f(exponent * ln2));
}

/** cos(2π u) for float32 u in [0, 1), folded to an eighth of a turn and summed from Taylor's series. */
export function cosTurnFloat32(u: number): number {
  // Fold to the first quarter, keeping the sign: cos(2π(1−u)) = cos(2πu), cos(2π(½−u)) = −cos(2πu).
  let t = u > 0.5 ? f(1 - u) : u;
  const sign = t > 0.25 ? -1 : 1;
  if (t > 0.25) t = f(0.5 - t);
  if (t > 0.125) return f(sign * sinSeries(f(f(0.25 - t) * f(2 * Math.PI))));
  return f(sign * cosSeries(f(t * f(2 * Math.PI))));
}

function sinSeries(x: number): number {
  const z = f(x * x);
  return f(x + f(f(x * z) * horner(z, [1 / 362880, -1 / 5040, 1 / 120, -1 / 6])));
}

function cosSeries(x: number): number {
  return horner(f(x * x), [1 / 40320, -1 / 720, 1 / 24, -1 / 2, 1]);
}

/** A polynomial of z, from the highest power on, rounded at each step. */
function horner(z: number, coefficients: readonly number[]): number {
  return coefficients.reduce((p, coefficient) => f(f(p * z) + f(coefficient)), 0);
}

/** A standard normal number from two uniform words (Box & Muller 1958). */
export function normalFromWords(word0: number, word1: number): number {
  const u = f(((word0 >>> 8) + 1) * 2 ** -24); // (0, 1]: its logarithm is finite
  const v = f((word1 >>> 8) * 2 ** -24);
  return f(f(Math.sqrt(f(-2 * logFloat32(u)))) * cosTurnFloat32(v));
}

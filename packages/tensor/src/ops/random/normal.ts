// float32 arithmetic in a fixed order: the same bits in JavaScript, in WebAssembly and on every host.

const f = Math.fround;

const ln2 = /* @__PURE__ */ f(Math.LN2);
const sqrtHalf = /* @__PURE__ */ f(Math.SQRT1_2);
const bits = /* @__PURE__ */ new DataView(/* @__PURE__ */ new ArrayBuffer(4));

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

/**
 * Threefry-2x32 with 20 rounds: two 32-bit words for a 64-bit key and a 64-bit counter (Salmon et al. 2011,
 * "Parallel Random Numbers: As Easy as 1, 2, 3"). Each counter is independent of the others, so element i of a tensor
 * does not depend on how the work is split.
 *
 * @param out receives the two words as unsigned 32-bit numbers.
 */
export function threefry2x32(
  key0: number,
  key1: number,
  counter0: number,
  counter1: number,
  out: Uint32Array,
): void {
  const key2 = 0x1bd11bda ^ key0 ^ key1;
  let x0 = (counter0 + key0) | 0;
  let x1 = (counter1 + key1) | 0;
  for (let group = 0; group < 5; group++) {
    const even = group % 2 === 0;
    for (let i = 0; i < 4; i++) {
      const rotation = (even ? evenRotations : oddRotations)[i]!;
      x0 = (x0 + x1) | 0;
      x1 = ((x1 << rotation) | (x1 >>> (32 - rotation))) ^ x0;
    }
    const next = group + 1;
    x0 = (x0 + keyWord(next % 3, key0, key1, key2)) | 0;
    x1 = (x1 + keyWord((next + 1) % 3, key0, key1, key2) + next) | 0;
  }
  out[0] = x0;
  out[1] = x1;
}

/** Uniform in [0, 1): 53 random bits of {@link threefry2x32}. */
export function fraction(key0: number, key1: number, counter0: number, counter1: number): number {
  const words = new Uint32Array(2);
  threefry2x32(key0, key1, counter0, counter1, words);
  return (words[0]! * 2 ** 21 + (words[1]! >>> 11)) / 2 ** 53;
}

const evenRotations: readonly number[] = [13, 15, 26, 6];
const oddRotations: readonly number[] = [17, 29, 16, 24];

function keyWord(i: number, key0: number, key1: number, key2: number): number {
  return i === 0 ? key0 : i === 1 ? key1 : key2;
}

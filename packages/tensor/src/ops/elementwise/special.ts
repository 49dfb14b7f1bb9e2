/** 1 / (1 + e⁻ˣ), without overflow. */
export function sigmoid(x: number): number {
  if (x >= 0) return 1 / (1 + Math.exp(-x));
  const e = Math.exp(x);
  return e / (1 + e);
}

/**
 * The error function in double precision: its Maclaurin series near 0, elsewhere the continued fraction
 * of erfc (Abramowitz & Stegun 1964, 7.1.5 and 7.1.14). The error is below 1e-14.
 */
export function erf(x: number): number {
  const a = Math.abs(x);
  if (Number.isNaN(x)) return x;
  if (a > 6) return Math.sign(x);
  return a < fractionFrom ? Math.sign(x) * series(a) : Math.sign(x) * (1 - fraction(a));
}

/** 1 − erf x for x ≥ 0 without cancellation. The relative error is below 1e-11, and below 1e-13 for large x. */
export function erfc(x: number): number {
  return x < fractionFrom ? 1 - series(x) : fraction(x);
}

const fractionFrom = 2.5;

function series(a: number): number {
  let term = a;
  let sum = a;
  for (let n = 1; Math.abs(term) > 1e-17 * sum; n++) {
    term *= (-a * a) / n;
    sum += term / (2 * n + 1);
  }
  return sum * (2 / Math.sqrt(Math.PI));
}

function fraction(a: number): number {
  if (a === Number.POSITIVE_INFINITY) return 0;
  let below = a;
  for (let k = 60; k > 0; k--) below = a + k / 2 / below;
  return Math.exp(-a * a) / (Math.sqrt(Math.PI) * below);
}

/** xʸ as in C: 1 ** NaN and (±1) ** ±∞ are 1, not NaN as in JavaScript. */
export function power(x: number, y: number): number {
  return x === 1 || (x === -1 && Math.abs(y) === Number.POSITIVE_INFINITY) ? 1 : x ** y;
}

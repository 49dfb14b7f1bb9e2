// The gamma function's family in double precision.
import { erfc } from "./error-function.ts";

/** B₂ₖ / (2k (2k − 1)), the coefficients of Stirling's series (Abramowitz & Stegun 1964, 6.1.40). */
const stirling = [1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188, -691 / 360360, 1 / 156, -3617 / 122400];
/** B₂ₖ / 2k, those of the digamma function (6.3.18). */
const digammaTerms = [1 / 12, -1 / 120, 1 / 252, -1 / 240, 1 / 132, -691 / 32760, 1 / 12, -3617 / 8160];
/** B₂ₖ / (2k)!, those of Euler and Maclaurin's formula (23.1.30). */
const maclaurin = [
  1 / 12,
  -1 / 720,
  1 / 30240,
  -1 / 1209600,
  1 / 47900160,
  -691 / 1307674368000,
  1 / 74724249600,
  -3617 / 10670622842880000,
  43867 / 5109094217170944000,
];
const eulerGamma = 0.5772156649015329;

/** Asymptotic series hold from here on. */
const large = 10;
/** Series of the incomplete gamma function take thousands of terms from here on. */
const vast = 1e6;

/** Σ terms[k] / x^(2k + 1). */
function inverseOdd(terms: readonly number[], x: number): number {
  const square = 1 / (x * x);
  let sum = 0;
  for (let k = terms.length - 1; k >= 0; k--) sum = sum * square + terms[k]!;
  return sum / x;
}

/** ln |Γ(x)|: Stirling's series, reached by x Γ(x) = Γ(x + 1), and the reflection Γ(x) Γ(1 − x) = π / sin(πx). */
export function lgamma(x: number): number {
  if (Number.isNaN(x)) return x;
  if (!Number.isFinite(x)) return Number.POSITIVE_INFINITY;
  if (x <= 0) {
    const part = x - Math.round(x);
    if (part === 0) return Number.POSITIVE_INFINITY;
    return Math.log(Math.PI / Math.abs(Math.sin(Math.PI * part))) - lgamma(1 - x);
  }
  if (x === 1 || x === 2) return 0;
  let product = 1;
  while (x < large) product *= x++;
  return (
    (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + inverseOdd(stirling, x) - Math.log(product)
  );
}

/** The derivative of ln Γ(x) (6.3.5, 6.3.7 and 6.3.18). */
export function digamma(x: number): number {
  if (x === 0) return Object.is(x, -0) ? Number.POSITIVE_INFINITY : Number.NEGATIVE_INFINITY;
  if (x === 1) return -eulerGamma;
  if (x < 0) {
    const part = x - Math.trunc(x);
    if (part === 0) return Number.NaN;
    return digamma(1 - x) - Math.PI / Math.tan(Math.PI * part);
  }
  let sum = 0;
  while (x < large) sum -= 1 / x++;
  if (x === Number.POSITIVE_INFINITY) return x;
  return sum + Math.log(x) - 0.5 / x - inverseOdd(digammaTerms, x) / x;
}

/**
 * Hurwitz' ζ(x, q) = Σ (q + k)⁻ˣ, by Euler and Maclaurin's formula: the first terms, the integral of the rest, and its
 * corrections (23.2.9). Infinite at q = 0, −1, …, NaN for other q < 0 unless x is whole, and for x < 1.
 */
export function zeta(x: number, q: number): number {
  if (x === 1) return Number.POSITIVE_INFINITY;
  if (x < 1 || Number.isNaN(x) || Number.isNaN(q)) return Number.NaN;
  if (q <= 0) {
    if (q === Math.floor(q)) return Number.POSITIVE_INFINITY;
    if (x !== Math.floor(x)) return Number.NaN;
  }
  if (q === Number.POSITIVE_INFINITY) return 0;
  let sum = 0;
  let from = q;
  if (q < -1e6) {
    // Far terms are below the rounding error of those around 0.
    from = q - Math.floor(q) - 1e3;
  }
  for (; from < large + x; from++) {
    const term = from ** -x;
    sum += term;
    // The terms of positive numbers fall.
    if (from > 0 && term <= 1e-17 * sum) return sum;
  }
  const last = from ** -x;
  sum += (last * from) / (x - 1) + 0.5 * last;
  let rising = x;
  let power = last / from;
  for (let k = 0; k < maclaurin.length; k++) {
    const term = maclaurin[k]! * rising * power;
    sum += term;
    if (Math.abs(term) < 1e-17 * Math.abs(sum)) break;
    rising *= (x + 2 * k + 1) * (x + 2 * k + 2);
    power /= from * from;
  }
  return sum;
}

/** The n-th derivative of the digamma function: (−1)ⁿ⁺¹ n! ζ(n + 1, x) (6.4.10), by reflection for n = 1 below 0 (6.4.7). */
export function polygamma(n: number, x: number): number {
  if (n === 0) return digamma(x);
  if (n === 1 && x < 0.5) {
    const sine = Math.sin(Math.PI * (x - Math.round(x)));
    return (Math.PI / sine) ** 2 - zeta(2, 1 - x);
  }
  return (n % 2 === 0 ? -1 : 1) * Math.exp(lgamma(n + 1)) * zeta(n + 1, x);
}

/**
 * The regularized lower incomplete gamma function P(a, x) = γ(a, x) / Γ(a): its series for x < a + 1, else 1 − Q by Legendre's
 * continued fraction (6.5.29 and 6.5.31).
 */
export function gammaP(a: number, x: number): number {
  const edge = atEdge(a, x);
  if (edge !== undefined) return edge;
  if (a > vast) return 1 - normal(a, x);
  return x < a + 1 ? series(a, x) : 1 - fraction(a, x);
}

/** The upper one, Q(a, x) = 1 − P(a, x). */
export function gammaQ(a: number, x: number): number {
  const edge = atEdge(a, x);
  if (edge !== undefined) return 1 - edge;
  if (a > vast) return normal(a, x);
  // 1 − P cancels if a is small compared to x.
  const small = x <= 0.5 ? a <= -0.4 / Math.log(x) : x <= 1.1 && a <= 1.1 * x;
  if (small) return complement(a, x);
  return x < a + 1 ? 1 - series(a, x) : fraction(a, x);
}

/** Q(a, x) = 1 − xᵃ / Γ(a + 1) − xᵃ / Γ(a) Σ (−x)ᵏ / (k! (a + k)) over k ≥ 1, with the first two terms as one. */
function complement(a: number, x: number): number {
  let [sum, term] = [0, 1];
  for (let k = 1; k < 1e3; k++) {
    term *= -x / k;
    sum += term / (a + k);
    if (Math.abs(term) < 1e-17 * Math.abs(sum)) break;
  }
  const log = a * Math.log(x) - lgamma1p(a);
  return -Math.expm1(log) - a * Math.exp(log) * sum;
}

const zetas = [1.6449340668482264, 1.2020569031595942, 1.082323233711138, 1.03692775514337];

/** ln Γ(1 + a), for small a by its series −γ a + Σ ζ(k) (−a)ᵏ / k. */
function lgamma1p(a: number): number {
  if (a > 1e-3) return lgamma(1 + a);
  let [sum, power] = [-0.5772156649015329 * a, -a];
  zetas.forEach((zeta, i) => {
    power *= -a;
    sum += (zeta * power) / (i + 2);
  });
  return sum;
}

function atEdge(a: number, x: number): number | undefined {
  if (!(a >= 0 && x >= 0)) return Number.NaN;
  if (a === 0) return x > 0 ? 1 : Number.NaN;
  if (x === 0) return 0;
  if (a === Number.POSITIVE_INFINITY) return x === a ? Number.NaN : 0;
  return x === Number.POSITIVE_INFINITY ? 1 : undefined;
}

/** xᵃ e⁻ˣ / Γ(a + 1). */
function factor(a: number, x: number): number {
  if (a < large) return Math.exp(a * Math.log(x) - x - lgamma(a + 1));
  // ln Γ(a + 1) by Stirling's series, so that the large terms cancel before they are rounded.
  const excess = (x - a) / a;
  const exponent = a * logExcess(excess) - inverseOdd(stirling, a);
  return Math.exp(exponent) / Math.sqrt(2 * Math.PI * a);
}

/** ln(1 + x) − x without cancellation near 0. */
function logExcess(x: number): number {
  if (Math.abs(x) > 0.3) return Math.log1p(x) - x;
  let sum = 0;
  let power = -x;
  for (let k = 2; k < 60; k++) {
    power *= -x;
    const term = -power / k;
    sum += term;
    if (Math.abs(term) < 1e-17 * Math.abs(sum)) break;
  }
  return sum;
}

/** Q(a, x) for a > 10⁶, close to a normal distribution: the first two terms of Temme's expansion (1979). */
function normal(a: number, x: number): number {
  const excess = (x - a) / a;
  const eta = Math.sign(excess) * Math.sqrt(-2 * logExcess(excess));
  const skew = Math.abs(eta) < 1e-3 ? eta / 12 - 1 / 3 : 1 / excess - 1 / eta;
  return (
    erfc(eta * Math.sqrt(a / 2)) / 2 + (Math.exp((-a * eta * eta) / 2) / Math.sqrt(2 * Math.PI * a)) * skew
  );
}

function series(a: number, x: number): number {
  let term = 1;
  let sum = 1;
  for (let k = 1; k < 1e5 && term > 1e-17 * sum; k++) {
    term *= x / (a + k);
    sum += term;
  }
  return factor(a, x) * sum;
}

/** Evaluated from the front by Lentz' method. */
function fraction(a: number, x: number): number {
  let b = x + 1 - a;
  let c = Number.POSITIVE_INFINITY;
  let d = 1 / b;
  let product = d;
  for (let k = 1; k < 1e5; k++) {
    const top = k * (a - k);
    b += 2;
    d = 1 / (b + top * d);
    c = b + top / c;
    product *= c * d;
    if (Math.abs(c * d - 1) < 1e-16) break;
  }
  return factor(a, x) * a * product;
}

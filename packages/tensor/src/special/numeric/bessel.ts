// Bessel functions of orders 0 and 1 in double precision, from their integrals and series.
//
// The trapezoidal rule is exact up to rounding for the integral of a smooth periodic function once it has more points than
// the function has waves, and for one over the line that falls off doubly exponentially (Trefethen & Weideman 2014).

const eulerGamma = 0.5772156649015329;

/** Asymptotic series of Hankel's type hold from here on. */
const far = 25;

/** Jₙ(x) for n = 0 and 1: (1/π) ∫₀^π cos(nθ − x sin θ) dθ (Abramowitz & Stegun 1964, 9.1.21), far out Hankel's expansion. */
export function besselJ(n: 0 | 1, x: number): number {
  const size = Math.abs(x);
  const sign = n === 1 && x < 0 ? -1 : 1;
  if (size >= far) return sign * hankel(n, size, 0);
  if (n === 1 && size < 1) return sign * firstSeries(size, -1);
  const points = 20 + Math.ceil(size / 2);
  let sum = 0;
  // The integrand of the whole circle, whose halves are alike.
  for (let k = 0; k < 2 * points; k++) {
    const angle = (Math.PI * (k + 0.5)) / points;
    sum += Math.cos(n * angle - size * Math.sin(angle));
  }
  return (sign * sum) / (2 * points);
}

/** Yₙ(x) for n = 0 and 1: a logarithm and Neumann's series of J (9.1.88 and 9.1.89), far out Hankel's expansion. */
export function besselY(n: 0 | 1, x: number): number {
  if (!(x >= 0)) return Number.NaN;
  if (x === 0) return Number.NEGATIVE_INFINITY;
  if (x >= far) return hankel(n, x, Math.PI / 2);
  const j = besselJs(x);
  const log = Math.log(x / 2) + eulerGamma;
  let sum = 0;
  if (n === 0) {
    for (let k = 1; 2 * k < j.length; k++) sum += ((k % 2 === 0 ? 1 : -1) * j[2 * k]!) / k;
    return (2 / Math.PI) * (log * j[0]! - 2 * sum);
  }
  for (let k = 1; 2 * k + 1 < j.length; k++)
    sum += ((k % 2 === 0 ? 1 : -1) * (2 * k + 1) * j[2 * k + 1]!) / (k * (k + 1));
  return (2 / Math.PI) * ((log - 1) * j[1]! - sum) - (2 / (Math.PI * x)) * j[0]!;
}

/** J₀(x), J₁(x), … by Miller's recurrence from above, normalized by J₀ + 2 Σ J₂ₖ = 1 (9.12, example 1). */
function besselJs(x: number): Float64Array {
  const top = 2 * Math.ceil(20 + 0.75 * x);
  const j = new Float64Array(top + 2);
  j[top] = 1e-300;
  let total = 0;
  for (let k = top; k > 0; k--) {
    j[k - 1] = ((2 * k) / x) * j[k]! - j[k + 1]!;
    if (Math.abs(j[k - 1]!) > 1e200) {
      for (let i = k - 1; i <= top; i++) j[i]! *= 1e-300;
    }
  }
  for (let k = 2; k <= top; k += 2) total += 2 * j[k]!;
  total += j[0]!;
  return j.map((value) => value / total);
}

/** √(2 / πx) (P cos χ − Q sin χ) with χ = x − (n/2 + ¼) π − turn: J, or Y for a turn of π/2 (9.2.5 to 9.2.10). */
function hankel(n: number, x: number, turn: number): number {
  if (x === Number.POSITIVE_INFINITY) return 0;
  let p = 0;
  let q = 0;
  let term = 1;
  for (let k = 0; k < 40; k++) {
    const sign = k % 4 < 2 ? 1 : -1;
    if (k % 2 === 0) p += sign * term;
    else q += sign * term;
    const next = (term * (4 * n * n - (2 * k + 1) ** 2)) / ((k + 1) * 8 * x);
    if (Math.abs(next) < 1e-18 || Math.abs(next) > Math.abs(term)) break;
    term = next;
  }
  const shift = (n / 2 + 0.25) * Math.PI + turn;
  // By the addition theorem: x − shift would round a large x.
  const [cos, sin] = [Math.cos(x), Math.sin(x)];
  const [c, s] = [Math.cos(shift), Math.sin(shift)];
  return Math.sqrt(2 / (Math.PI * x)) * (p * (cos * c + sin * s) - q * (sin * c - cos * s));
}

/** e^−|x| Iₙ(x) for n = 0 and 1: (1/π) ∫₀^π e^(x (cos θ − 1)) cos nθ dθ (9.6.19), far out its expansion (9.7.1). */
export function besselIe(n: 0 | 1, x: number): number {
  const size = Math.abs(x);
  const sign = n === 1 && x < 0 ? -1 : 1;
  if (size === Number.POSITIVE_INFINITY) return sign * 0;
  if (size > 30) return sign * expansion(n, size, -1) * Math.sqrt(1 / (2 * Math.PI * size));
  if (n === 1 && size < 1) return sign * Math.exp(-size) * firstSeries(size, 1);
  const points = 20 + Math.ceil(size);
  let sum = 0;
  for (let k = 0; k < points; k++) {
    const angle = (Math.PI * (k + 0.5)) / points;
    sum += Math.exp(size * (Math.cos(angle) - 1)) * Math.cos(n * angle);
  }
  return (sign * sum) / points;
}

/** I₁, or J₁ for the sign −1, by its series (9.1.10 and 9.6.10): near 0, the integral would be a small difference. */
function firstSeries(x: number, sign: 1 | -1): number {
  let term = x / 2;
  let sum = term;
  for (let k = 1; k < 20; k++) {
    term *= (sign * x * x) / (4 * k * (k + 1));
    sum += term;
  }
  return sum;
}

/** Iₙ(x), infinite where it overflows. */
export function besselI(n: 0 | 1, x: number): number {
  const size = Math.abs(x);
  // In two factors: e^x alone overflows before I does.
  const half = Math.exp(size / 2);
  return size === Number.POSITIVE_INFINITY ? (n === 1 ? x : size) : besselIe(n, x) * half * half;
}

/** eˣ K_ν(x): ∫₀^∞ e^(x (1 − cosh t)) cosh νt dt (9.6.24), near 0 after t = 0 … 710 the integrand is 0. NaN below 0. */
export function besselKe(order: number, x: number): number {
  if (!(x >= 0)) return Number.NaN;
  if (x === 0) return Number.POSITIVE_INFINITY;
  if (x > 1e3) return expansion(order, x, 1) * Math.sqrt(Math.PI / (2 * x));
  const step = Math.min(0.1, 0.5 / Math.sqrt(x));
  let sum = 0.5;
  for (let k = 1; ; k++) {
    const t = k * step;
    const term = Math.exp(-2 * x * Math.sinh(t / 2) ** 2) * Math.cosh(order * t);
    sum += term;
    if (term < 1e-17 * sum) return sum * step;
  }
}

/** K_ν(x), 0 where it underflows. */
export function besselK(order: number, x: number): number {
  return x === Number.POSITIVE_INFINITY ? 0 : besselKe(order, x) * Math.exp(-x);
}

/** 1 ± (μ − 1) / 8x + (μ − 1)(μ − 9) / 2! (8x)² ± … with μ = 4ν² (9.7.1 and 9.7.2). */
function expansion(order: number, x: number, sign: 1 | -1): number {
  let sum = 1;
  let term = 1;
  for (let k = 1; k < 40; k++) {
    const next = (sign * term * (4 * order * order - (2 * k - 1) ** 2)) / (8 * k * x);
    if (Math.abs(next) > Math.abs(term)) break;
    term = next;
    sum += term;
    if (Math.abs(term) < 1e-18) break;
  }
  return sum;
}

/** sin(x) / x, and 1 at 0. */
export function sphericalJ0(x: number): number {
  if (Math.abs(x) === Number.POSITIVE_INFINITY) return 0;
  return x === 0 ? 1 : Math.sin(x) / x;
}

// Ai(0) and −Ai′(0) (10.4.4 and 10.4.5).
const airyAtZero = 0.3550280538878172;
const airySlope = 0.2588194037928068;

/**
 * Airy's function Ai(x): Maclaurin's series near 0 (10.4.2), K of order ⅓ above (10.4.14), and far below its expansion
 * (10.4.60). The error is below 1e-11.
 */
export function airyAi(x: number): number {
  if (Number.isNaN(x) || Math.abs(x) === Number.POSITIVE_INFINITY) return Number.isNaN(x) ? x : 0;
  const zeta = (2 / 3) * Math.abs(x) ** 1.5;
  if (x > 1) return (Math.sqrt(x / 3) / Math.PI) * besselK(1 / 3, zeta);
  if (x > -7) return airySeries(x);
  let [even, odd, term] = [1, 0, 1];
  for (let k = 1; k < 40; k++) {
    // uₖ of 10.4.58 over ζᵏ.
    const next = (term * (6 * k - 5) * (6 * k - 3) * (6 * k - 1)) / (216 * k * (2 * k - 1) * zeta);
    if (next > term || next < 1e-18) break;
    term = next;
    const sign = k % 4 < 2 ? 1 : -1;
    if (k % 2 === 0) even += sign * term;
    else odd += sign * term;
  }
  const angle = zeta + Math.PI / 4;
  return (Math.sin(angle) * even - Math.cos(angle) * odd) / (Math.sqrt(Math.PI) * Math.abs(x) ** 0.25);
}

function airySeries(x: number): number {
  const cube = x ** 3;
  let [f, g] = [airyAtZero, airySlope * x];
  let sum = f - g;
  for (let k = 1; k < 60; k++) {
    f *= cube / ((3 * k - 1) * (3 * k));
    g *= cube / (3 * k * (3 * k + 1));
    sum += f - g;
  }
  return sum;
}

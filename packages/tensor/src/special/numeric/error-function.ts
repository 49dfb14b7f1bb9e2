// The error function's family in double precision.
import { erf } from "../../ops/elementwise/special.ts";

const spacing = 0.5;
/** exp(−(kh)²), the weights of the trapezoidal rule. */
const weights: readonly number[] = /* @__PURE__ */ Array.from({ length: 13 }, (_, k) =>
  Math.exp(-((k * spacing) ** 2)),
);

/**
 * exp(x²) erfc(x). For x ≥ ½ the trapezoidal rule for (2x/π) ∫₀^∞ exp(−t²) / (x² + t²) dt, with the residue of its pole
 * (Matta & Reichel 1971): below 1e-15 with steps of ½.
 */
export function erfcx(x: number): number {
  if (Number.isNaN(x)) return x;
  if (x < 0.5) return x < -26.7 ? Number.POSITIVE_INFINITY : Math.exp(x * x) * (1 - erf(x));
  if (x > 1e8) return 1 / (x * Math.sqrt(Math.PI));
  let sum = 0.5 / (x * x);
  for (let k = 1; k < weights.length; k++) sum += weights[k]! / (x * x + (k * spacing) ** 2);
  const pole =
    x < Math.PI / spacing ? (2 * Math.exp(x * x)) / (1 - Math.exp((2 * Math.PI * x) / spacing)) : 0;
  return ((2 * spacing * x) / Math.PI) * sum + pole;
}

/** 1 − erf(x) without cancellation. */
export function erfc(x: number): number {
  if (x < 0.5) return 1 - erf(x);
  // x² as the sum of an exact square and a rest: e⁻ˣ² keeps its digits.
  const near = Math.round(x * 16) / 16;
  return x > 27.3 ? 0 : Math.exp(-near * near) * Math.exp(-(x - near) * (x + near)) * erfcx(x);
}

/** The standard normal distribution function. */
export function ndtr(x: number): number {
  return 0.5 * erfc(-x * Math.SQRT1_2);
}

/** ln ndtr(x), also where ndtr underflows. */
export function logNdtr(x: number): number {
  const t = x * Math.SQRT1_2;
  return x < -1 ? Math.log(erfcx(-t) / 2) - t * t : Math.log1p(-erfc(t) / 2);
}

/**
 * The inverse of ndtr: a rational approximation (Abramowitz & Stegun 1964, 26.2.23), and steps of Halley's method on ln ndtr,
 * which is nearly a parabola.
 */
export function ndtri(p: number): number {
  if (!(p > 0 && p < 1))
    return p === 0 ? Number.NEGATIVE_INFINITY : p === 1 ? Number.POSITIVE_INFINITY : Number.NaN;
  if (p > 0.25 && p < 0.75) return Math.SQRT2 * erfinv(2 * p - 1);
  // The upper half by symmetry: 1 − p is exact there.
  return p > 0.5 ? -lowerQuantile(1 - p) : lowerQuantile(p);
}

function lowerQuantile(p: number): number {
  const t = Math.sqrt(-2 * Math.log(p));
  const above = 2.515517 + t * (0.802853 + t * 0.010328);
  let x = above / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308))) - t;
  for (let i = 0; i < 2; i++) {
    // The inverse of Mills' ratio, φ(x) / Φ(x).
    const ratio = Math.sqrt(2 / Math.PI) / erfcx(-x * Math.SQRT1_2);
    const off = (logNdtr(x) - Math.log(p)) / ratio;
    x -= off / (1 + (off * (x + ratio)) / 2);
  }
  return x;
}

/** The inverse of erf: {@link ndtri} as the start, then a step of Halley's method on erf, or on erfc where erf is near ±1. */
export function erfinv(y: number): number {
  const size = Math.abs(y);
  if (!(size < 1)) return size === 1 ? y * Number.POSITIVE_INFINITY : Number.NaN;
  if (size < 1e-9) return y * (Math.sqrt(Math.PI) / 2);
  const x = size < 1e-3 ? size * (Math.sqrt(Math.PI) / 2) : -lowerQuantile((1 - size) / 2) * Math.SQRT1_2;
  const slope = (2 / Math.sqrt(Math.PI)) * Math.exp(-x * x);
  const off = (size < 0.5 ? erf(x) - size : 1 - size - erfc(x)) / slope;
  return Math.sign(y) * (x - off / (1 + x * off));
}

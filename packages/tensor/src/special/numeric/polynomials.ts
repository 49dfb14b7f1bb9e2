// Orthogonal polynomials by their three-term recurrences (Abramowitz & Stegun 1964, 22.7).

/** p₀ = 1, p₁ = s x + t, and pₖ₊₁ = (a x + b) pₖ − c pₖ₋₁. */
interface Family {
  readonly first: readonly [s: number, t: number];
  readonly next: (k: number) => readonly [a: number, b: number, c: number];
  /** The value at cos θ, and where that is 1 or −1 but for the sign, of any degree. */
  readonly wave?: (angle: number, n: number) => number;
  readonly end?: (n: number, positive: boolean) => number;
  /** Whether the polynomial is shifted: its argument is 2x − 1. */
  readonly shifted?: boolean;
}

const chebyshev = (): readonly [number, number, number] => [2, 0, 1];
const { cos, sin } = Math;
const t: Family = { first: [1, 0], next: chebyshev, wave: (a, n) => cos(n * a), end: () => 1 };
const u: Family = {
  ...{ first: [2, 0], next: chebyshev, end: (n) => n + 1 },
  wave: (a, n) => sin((n + 1) * a) / sin(a),
};
const v: Family = {
  ...{ first: [2, -1], next: chebyshev, end: (n, positive) => (positive ? 1 : 2 * n + 1) },
  wave: (a, n) => cos((n + 0.5) * a) / cos(a / 2),
};
const w: Family = {
  ...{ first: [2, 1], next: chebyshev, end: (n, positive) => (positive ? 2 * n + 1 : 1) },
  wave: (a, n) => sin((n + 0.5) * a) / sin(a / 2),
};

/** The highest degree that takes as many steps. */
const mostSteps = 10_000;

const families = {
  chebyshevT: t,
  chebyshevU: u,
  chebyshevV: v,
  chebyshevW: w,
  shiftedChebyshevT: { ...t, shifted: true },
  shiftedChebyshevU: { ...u, shifted: true },
  shiftedChebyshevV: { ...v, shifted: true },
  shiftedChebyshevW: { ...w, shifted: true },
  hermiteH: { first: [2, 0], next: (k) => [2, 0, 2 * k] },
  hermiteHe: { first: [1, 0], next: (k) => [1, 0, k] },
  laguerreL: { first: [-1, 1], next: (k) => [-1 / (k + 1), (2 * k + 1) / (k + 1), k / (k + 1)] },
  legendreP: { first: [1, 0], next: (k) => [(2 * k + 1) / (k + 1), 0, k / (k + 1)] },
} as const satisfies Record<string, Family>;

/** The polynomials that there are. */
export type FamilyName = keyof typeof families;

/**
 * The derivative of some order of a polynomial of degree n at x, by the recurrence differentiated as often. The degree is cut to
 * a whole number; below 0 the polynomial is 0. Above {@link mostSteps} Chebyshev's are computed from angles, and others NaN.
 */
export function polynomial(name: FamilyName, order: number, x: number, n: number): number {
  const { first, next, shifted, wave, end }: Family = families[name];
  const degree = Math.trunc(n);
  if (!(degree >= 0 && degree < 2 ** 53)) return 0;
  const y = shifted ? 2 * x - 1 : x;
  // The derivatives of orders 0 to `order` of two polynomials that follow each other.
  let before = [1, ...new Array<number>(order).fill(0)];
  if (degree === 0) return before[order]!;
  if (degree > mostSteps) {
    if (order > 0 || !wave || !end || !(Math.abs(y) <= 1)) return Number.NaN;
    if (Math.abs(y) < 1) return wave(Math.acos(y), degree);
    return y < 0 && degree % 2 === 1 ? -end(degree, false) : end(degree, y > 0);
  }
  let last = before.map((_, d) => (d === 0 ? first[0] * y + first[1] : d === 1 ? first[0] : 0));
  let free = before.slice();
  for (let k = 1; k < degree; k++) {
    const [a, b, c] = next(k);
    for (let d = 0; d <= order; d++)
      free[d] = (a * y + b) * last[d]! + (d > 0 ? d * a * last[d - 1]! : 0) - c * before[d]!;
    [before, last, free] = [last, free, before];
    if (Number.isNaN(last[order])) break;
  }
  return last[order]! * (shifted ? 2 ** order : 1);
}

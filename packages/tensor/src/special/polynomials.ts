// Orthogonal polynomials by their three-term recurrences (Abramowitz & Stegun 1964, 22.7), as functions of tensors.

import type { OfOperands, Op, Operandish, Tensor } from "../core.ts";
import { apply1, floats, forEachRowPair, operandsOf, promote } from "../core.ts";

interface PolynomialAttrs {
  readonly family: FamilyName;
  /** How often it is differentiated with respect to x. */
  readonly order: number;
}

/** Polynomials of degree n at x, and their derivatives. Not differentiable with respect to n. */
export const orthogonalPolynomialOp: Op<readonly [x: Tensor, n: Tensor], readonly [Tensor], PolynomialAttrs> =
  {
    name: "orthogonalPolynomial",
    broadcast: true,
    infer: ([x, n]) => [{ shape: x.shape, dtype: promote(x.dtype, n.dtype) }],
    forward([x, n], [out], { family, order }) {
      const to = out.data;
      forEachRowPair(x, n, (xAt, xStep, nAt, nStep, at, length) => {
        for (let j = 0; j < length; j++)
          to[at + j] = polynomial(family, order, x.data[xAt + j * xStep]!, n.data[nAt + j * nStep]!);
      });
    },
    gradient: ([g], [x, n], _outputs, { family, order }) => [
      () => g.mul(apply1(orthogonalPolynomialOp, [x, n], { family, order: order + 1 })),
      null,
    ],
  };

/* @__NO_SIDE_EFFECTS__ */
function ofFamily(family: FamilyName): OfOperands {
  const call = (a: Operandish, b: Operandish): Tensor => {
    const [x, n] = operandsOf(family, a, b);
    return apply1(orthogonalPolynomialOp, [floats(x), floats(n)], { family, order: 0 });
  };
  return Object.defineProperty(call, "name", { value: family });
}

/**
 * Tₙ(x), Chebyshev's polynomial of the first kind: cos(n arccos x), elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.chebyshevPolynomialT(tensor([0.5, 2]), 3) // tensor([-1, 26])
 */
export const chebyshevPolynomialT: OfOperands = /* @__PURE__ */ ofFamily("chebyshevPolynomialT");

/**
 * Uₙ(x), Chebyshev's polynomial of the second kind: U₁ = 2x, elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.chebyshevPolynomialU(tensor([0.5, 2]), 3) // tensor([-1, 56])
 */
export const chebyshevPolynomialU: OfOperands = /* @__PURE__ */ ofFamily("chebyshevPolynomialU");

/**
 * Vₙ(x), Chebyshev's polynomial of the third kind: V₁ = 2x − 1, elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.chebyshevPolynomialV(tensor([0.5, 2]), 3) // tensor([-1, 41])
 */
export const chebyshevPolynomialV: OfOperands = /* @__PURE__ */ ofFamily("chebyshevPolynomialV");

/**
 * Wₙ(x), Chebyshev's polynomial of the fourth kind: W₁ = 2x + 1, elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.chebyshevPolynomialW(tensor([0.5, 2]), 3) // tensor([-1, 71])
 */
export const chebyshevPolynomialW: OfOperands = /* @__PURE__ */ ofFamily("chebyshevPolynomialW");

/**
 * Tₙ(2x − 1), Chebyshev's polynomial of the first kind on [0, 1], elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.shiftedChebyshevPolynomialT(tensor([0.5, 2]), 3) // tensor([0, 99])
 */
export const shiftedChebyshevPolynomialT: OfOperands = /* @__PURE__ */ ofFamily(
  "shiftedChebyshevPolynomialT",
);

/**
 * Uₙ(2x − 1), Chebyshev's polynomial of the second kind on [0, 1], elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.shiftedChebyshevPolynomialU(tensor([0.5, 2]), 3) // tensor([0, 204])
 */
export const shiftedChebyshevPolynomialU: OfOperands = /* @__PURE__ */ ofFamily(
  "shiftedChebyshevPolynomialU",
);

/**
 * Vₙ(2x − 1), Chebyshev's polynomial of the third kind on [0, 1], elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.shiftedChebyshevPolynomialV(tensor([0.5, 2]), 3) // tensor([1, 169])
 */
export const shiftedChebyshevPolynomialV: OfOperands = /* @__PURE__ */ ofFamily(
  "shiftedChebyshevPolynomialV",
);

/**
 * Wₙ(2x − 1), Chebyshev's polynomial of the fourth kind on [0, 1], elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.shiftedChebyshevPolynomialW(tensor([0.5, 2]), 3) // tensor([-1, 239])
 */
export const shiftedChebyshevPolynomialW: OfOperands = /* @__PURE__ */ ofFamily(
  "shiftedChebyshevPolynomialW",
);

/**
 * Hₙ(x), Hermite's polynomial of the physicists: H₁ = 2x, elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.hermitePolynomialH(tensor([0.5, 2]), 3) // tensor([-5, 40])
 */
export const hermitePolynomialH: OfOperands = /* @__PURE__ */ ofFamily("hermitePolynomialH");

/**
 * Heₙ(x), Hermite's polynomial of the probabilists: He₁ = x, elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.hermitePolynomialHe(tensor([0.5, 2]), 3) // tensor([-1.3750, 2.0000])
 */
export const hermitePolynomialHe: OfOperands = /* @__PURE__ */ ofFamily("hermitePolynomialHe");

/**
 * Lₙ(x), Laguerre's polynomial: L₁ = 1 − x, elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.laguerrePolynomialL(tensor([0.5, 2]), 3) // tensor([-0.1458, -0.3333])
 */
export const laguerrePolynomialL: OfOperands = /* @__PURE__ */ ofFamily("laguerrePolynomialL");

/**
 * Pₙ(x), Legendre's polynomial: P₁ = x, elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.legendrePolynomialP(tensor([0.5, 2]), 3) // tensor([-0.4375, 17.0000])
 */
export const legendrePolynomialP: OfOperands = /* @__PURE__ */ ofFamily("legendrePolynomialP");

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
  chebyshevPolynomialT: t,
  chebyshevPolynomialU: u,
  chebyshevPolynomialV: v,
  chebyshevPolynomialW: w,
  shiftedChebyshevPolynomialT: { ...t, shifted: true },
  shiftedChebyshevPolynomialU: { ...u, shifted: true },
  shiftedChebyshevPolynomialV: { ...v, shifted: true },
  shiftedChebyshevPolynomialW: { ...w, shifted: true },
  hermitePolynomialH: { first: [2, 0], next: (k) => [2, 0, 2 * k] },
  hermitePolynomialHe: { first: [1, 0], next: (k) => [1, 0, k] },
  laguerrePolynomialL: { first: [-1, 1], next: (k) => [-1 / (k + 1), (2 * k + 1) / (k + 1), k / (k + 1)] },
  legendrePolynomialP: { first: [1, 0], next: (k) => [(2 * k + 1) / (k + 1), 0, k / (k + 1)] },
} as const satisfies Record<string, Family>;

/** The polynomials that there are. */
type FamilyName = keyof typeof families;

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

// Orthogonal polynomials as functions of tensors.
import { apply1 } from "../apply/apply.ts";
import type { Op } from "../apply/op.ts";
import type { Operandish } from "../create.ts";
import { promote } from "../memory/dtype.ts";
import { floats, type OfOperands, operandsOf } from "../ops/elementwise/pair.ts";
import { forEachRowPair } from "../reference/iterate.ts";
import type { Tensor } from "../tensor.ts";
import { type FamilyName, polynomial } from "./numeric/polynomials.ts";

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
function ofFamily(name: string, family: FamilyName): OfOperands {
  const call = (a: Operandish, b: Operandish): Tensor => {
    const [x, n] = operandsOf(name, a, b);
    return apply1(orthogonalPolynomialOp, [floats(x), floats(n)], { family, order: 0 });
  };
  return Object.defineProperty(call, "name", { value: name });
}

/**
 * Tₙ(x), Chebyshev's polynomial of the first kind: cos(n arccos x), elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.chebyshevPolynomialT(tensor([0.5, 2]), 3) // tensor([-1, 26])
 */
export const chebyshevPolynomialT: OfOperands = /* @__PURE__ */ ofFamily(
  "chebyshevPolynomialT",
  "chebyshevT",
);

/**
 * Uₙ(x), Chebyshev's polynomial of the second kind: U₁ = 2x, elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.chebyshevPolynomialU(tensor([0.5, 2]), 3) // tensor([-1, 56])
 */
export const chebyshevPolynomialU: OfOperands = /* @__PURE__ */ ofFamily(
  "chebyshevPolynomialU",
  "chebyshevU",
);

/**
 * Vₙ(x), Chebyshev's polynomial of the third kind: V₁ = 2x − 1, elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.chebyshevPolynomialV(tensor([0.5, 2]), 3) // tensor([-1, 41])
 */
export const chebyshevPolynomialV: OfOperands = /* @__PURE__ */ ofFamily(
  "chebyshevPolynomialV",
  "chebyshevV",
);

/**
 * Wₙ(x), Chebyshev's polynomial of the fourth kind: W₁ = 2x + 1, elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.chebyshevPolynomialW(tensor([0.5, 2]), 3) // tensor([-1, 71])
 */
export const chebyshevPolynomialW: OfOperands = /* @__PURE__ */ ofFamily(
  "chebyshevPolynomialW",
  "chebyshevW",
);

/**
 * Tₙ(2x − 1), Chebyshev's polynomial of the first kind on [0, 1], elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.shiftedChebyshevPolynomialT(tensor([0.5, 2]), 3) // tensor([0, 99])
 */
export const shiftedChebyshevPolynomialT: OfOperands = /* @__PURE__ */ ofFamily(
  "shiftedChebyshevPolynomialT",
  "shiftedChebyshevT",
);

/**
 * Uₙ(2x − 1), Chebyshev's polynomial of the second kind on [0, 1], elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.shiftedChebyshevPolynomialU(tensor([0.5, 2]), 3) // tensor([0, 204])
 */
export const shiftedChebyshevPolynomialU: OfOperands = /* @__PURE__ */ ofFamily(
  "shiftedChebyshevPolynomialU",
  "shiftedChebyshevU",
);

/**
 * Vₙ(2x − 1), Chebyshev's polynomial of the third kind on [0, 1], elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.shiftedChebyshevPolynomialV(tensor([0.5, 2]), 3) // tensor([1, 169])
 */
export const shiftedChebyshevPolynomialV: OfOperands = /* @__PURE__ */ ofFamily(
  "shiftedChebyshevPolynomialV",
  "shiftedChebyshevV",
);

/**
 * Wₙ(2x − 1), Chebyshev's polynomial of the fourth kind on [0, 1], elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.shiftedChebyshevPolynomialW(tensor([0.5, 2]), 3) // tensor([-1, 239])
 */
export const shiftedChebyshevPolynomialW: OfOperands = /* @__PURE__ */ ofFamily(
  "shiftedChebyshevPolynomialW",
  "shiftedChebyshevW",
);

/**
 * Hₙ(x), Hermite's polynomial of the physicists: H₁ = 2x, elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.hermitePolynomialH(tensor([0.5, 2]), 3) // tensor([-5, 40])
 */
export const hermitePolynomialH: OfOperands = /* @__PURE__ */ ofFamily("hermitePolynomialH", "hermiteH");

/**
 * Heₙ(x), Hermite's polynomial of the probabilists: He₁ = x, elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.hermitePolynomialHe(tensor([0.5, 2]), 3) // tensor([-1.3750, 2.0000])
 */
export const hermitePolynomialHe: OfOperands = /* @__PURE__ */ ofFamily("hermitePolynomialHe", "hermiteHe");

/**
 * Lₙ(x), Laguerre's polynomial: L₁ = 1 − x, elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.laguerrePolynomialL(tensor([0.5, 2]), 3) // tensor([-0.1458, -0.3333])
 */
export const laguerrePolynomialL: OfOperands = /* @__PURE__ */ ofFamily("laguerrePolynomialL", "laguerreL");

/**
 * Pₙ(x), Legendre's polynomial: P₁ = x, elementwise. The shapes broadcast.
 *
 * @param b the degree n, truncated to a whole number; the result for n < 0 is 0. Not differentiable with respect to n.
 * @example special.legendrePolynomialP(tensor([0.5, 2]), 3) // tensor([-0.4375, 17.0000])
 */
export const legendrePolynomialP: OfOperands = /* @__PURE__ */ ofFamily("legendrePolynomialP", "legendreP");

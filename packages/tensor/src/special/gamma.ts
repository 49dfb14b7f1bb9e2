// The gamma function's family as functions of tensors.
import { required, signature, tensorRule, whole } from "../contract.ts";
import type { OfOperands, Pair, Tensor, Unary } from "../core.ts";
import { ArgumentError, apply1, floats, ofFloats, ofOne, pair, unary } from "../core.ts";
import * as numeric from "./numeric/gamma.ts";

interface PolygammaAttrs {
  readonly n: number;
}

export const lgammaOp: Unary = /* @__PURE__ */ unary("lgamma", numeric.lgamma, (g, x) => g.mul(digamma(x)));
export const digammaOp: Unary = /* @__PURE__ */ unary("digamma", numeric.digamma, (g, x) =>
  g.mul(polygamma(1, x)),
);
export const polygammaOp: Unary<PolygammaAttrs> = /* @__PURE__ */ unary<PolygammaAttrs>(
  "polygamma",
  (x, { n }) => numeric.polygamma(n, x),
  (g, x, _y, { n }) => g.mul(polygamma(n + 1, x)),
);
export const igammaOp: Pair = /* @__PURE__ */ pair("igamma", numeric.gammaP, (g, a, x) => [
  () => noGradient("igamma", "a"),
  () => g.mul(density(a, x)),
]);
export const igammacOp: Pair = /* @__PURE__ */ pair("igammac", numeric.gammaQ, (g, a, x) => [
  () => noGradient("igammac", "a"),
  () => g.mul(density(a, x)).neg(),
]);
export const zetaOp: Pair = /* @__PURE__ */ pair("zeta", numeric.zeta, (g, x, q) => [
  () => noGradient("zeta", "x"),
  () =>
    g
      .mul(x)
      .mul(zeta(x.add(1), q))
      .neg(),
]);

/** The derivative of P(a, x): xᵃ⁻¹ e⁻ˣ / Γ(a). */
function density(a: Tensor, x: Tensor): Tensor {
  return a.sub(1).mul(x.log()).sub(x).sub(lgamma(a)).exp();
}

function noGradient(what: string, name: string): never {
  throw new ArgumentError(
    `${what}: the gradient with respect to ${name} is not available, as in PyTorch; detach() it.`,
  );
}

/**
 * ln |Γ(x)|, elementwise: ∞ at 0, −1, −2, ….
 *
 * @example lgamma(tensor([1, 5])) // tensor([0.0000, 3.1781])
 */
export const lgamma: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(lgammaOp);

/**
 * The derivative of ln Γ(x), elementwise: −∞ at 0, NaN at −1, −2, ….
 *
 * @example digamma(tensor([1, 2])) // tensor([-0.5772, 0.4228])
 */
export const digamma: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(digammaOp);

const polygammaCall = /* @__PURE__ */ signature("polygamma(1, x)", {
  n: required(whole(undefined, { min: 0 })),
  x: required(tensorRule()),
});

/**
 * The n-th derivative of {@link digamma}, elementwise.
 *
 * @param n a whole number ≥ 0.
 * @throws ArgumentError for another n.
 * @example polygamma(1, tensor([1, 2])) // tensor([1.6449, 0.6449])
 */
export function polygamma(n: number, x: Tensor): Tensor {
  polygammaCall([n, x]);
  return n === 0 ? digamma(x) : apply1(polygammaOp, [x], { n });
}

const mvlgammaCall = /* @__PURE__ */ signature("mvlgamma(x, 2)", {
  x: required(tensorRule()),
  p: required(whole(undefined, { min: 1 })),
});

/**
 * The logarithm of the multivariate gamma function of dimension p, elementwise: p (p − 1) / 4 · ln π + Σ ln Γ(x − i / 2), i
 * from 0 to p − 1.
 *
 * @throws ArgumentError unless p is whole and ≥ 1.
 * @example mvlgamma(tensor([2, 3]), 2) // tensor([0.4516, 1.5502])
 */
export function mvlgamma(x: Tensor, p: number): Tensor {
  mvlgammaCall([x, p]);
  const y = floats(x);
  let sum = lgamma(y);
  for (let i = 1; i < p; i++) sum = sum.add(lgamma(y.sub(i / 2)));
  return sum.add(((p * (p - 1)) / 4) * Math.log(Math.PI));
}

/**
 * The regularized lower incomplete gamma function P(a, x), elementwise: the share of ∫ tᵃ⁻¹ e⁻ᵗ dt up to x. The shapes
 * broadcast. It is differentiable only with respect to x, as in PyTorch.
 *
 * @example igamma(tensor([1, 2]), tensor([1, 2])) // tensor([0.6321, 0.5940])
 */
export const igamma: OfOperands = /* @__PURE__ */ ofFloats(igammaOp);

/**
 * The regularized upper incomplete gamma function 1 − P(a, x), elementwise. The shapes broadcast. It is differentiable only
 * with respect to x, as in PyTorch.
 *
 * @example igammac(tensor([1, 2]), tensor([1, 2])) // tensor([0.3679, 0.4060])
 */
export const igammac: OfOperands = /* @__PURE__ */ ofFloats(igammacOp);

/**
 * Hurwitz' zeta function Σ (q + k)⁻ˣ over k ≥ 0, elementwise; Riemann's for q = 1. The shapes broadcast. It is
 * differentiable only with respect to q, as in PyTorch.
 *
 * @example special.zeta(tensor([2, 4]), 1) // tensor([1.6449, 1.0823])
 */
export const zeta: OfOperands = /* @__PURE__ */ ofFloats(zetaOp);

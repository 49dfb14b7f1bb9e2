// Bessel functions as functions of tensors. Their gradients are Bessel functions too (Abramowitz & Stegun 1964, 9.1.27,
// 9.6.27). PyTorch has gradients only for I.
import { ArgumentError, eq, ofOne, type Tensor, type Unary, unary, where } from "../core.ts";
import * as numeric from "./numeric/bessel.ts";

export const besselJ0Op: Unary = /* @__PURE__ */ unary(
  "besselJ0",
  (x) => numeric.besselJ(0, x),
  (g, x) => g.mul(besselJ1(x)).neg(),
);
export const besselJ1Op: Unary = /* @__PURE__ */ unary(
  "besselJ1",
  (x) => numeric.besselJ(1, x),
  (g, x, y) => g.mul(besselJ0(x).sub(overX(y, x, 0.5))),
);
export const besselY0Op: Unary = /* @__PURE__ */ unary(
  "besselY0",
  (x) => numeric.besselY(0, x),
  (g, x) => g.mul(besselY1(x)).neg(),
);
export const besselY1Op: Unary = /* @__PURE__ */ unary(
  "besselY1",
  (x) => numeric.besselY(1, x),
  (g, x, y) => g.mul(besselY0(x).sub(y.div(x))),
);
export const i0Op: Unary = /* @__PURE__ */ unary(
  "i0",
  (x) => numeric.besselI(0, x),
  (g, x) => g.mul(i1(x)),
);
export const i1Op: Unary = /* @__PURE__ */ unary(
  "i1",
  (x) => numeric.besselI(1, x),
  (g, x, y) => g.mul(halfAtZero(x, i0(x).sub(overX(y, x, 0.5)))),
);
export const i0eOp: Unary = /* @__PURE__ */ unary(
  "i0e",
  (x) => numeric.besselIe(0, x),
  (g, x, y) => g.mul(i1e(x).sub(x.sign().mul(y))),
);
export const i1eOp: Unary = /* @__PURE__ */ unary(
  "i1e",
  (x) => numeric.besselIe(1, x),
  (g, x, y) =>
    g.mul(
      halfAtZero(
        x,
        i0e(x)
          .sub(overX(y, x, 0.5))
          .sub(x.sign().mul(y)),
      ),
    ),
);
export const modifiedBesselK0Op: Unary = /* @__PURE__ */ unary(
  "modifiedBesselK0",
  (x) => numeric.besselK(0, x),
  (g, x) => g.mul(modifiedBesselK1(x)).neg(),
);
export const modifiedBesselK1Op: Unary = /* @__PURE__ */ unary(
  "modifiedBesselK1",
  (x) => numeric.besselK(1, x),
  (g, x, y) => g.mul(modifiedBesselK0(x).add(y.div(x))).neg(),
);
export const scaledModifiedBesselK0Op: Unary = /* @__PURE__ */ unary(
  "scaledModifiedBesselK0",
  (x) => numeric.besselKe(0, x),
  (g, x, y) => g.mul(y.sub(scaledModifiedBesselK1(x))),
);
export const scaledModifiedBesselK1Op: Unary = /* @__PURE__ */ unary(
  "scaledModifiedBesselK1",
  (x) => numeric.besselKe(1, x),
  (g, x, y) => g.mul(y.sub(scaledModifiedBesselK0(x)).sub(y.div(x))),
);
export const sphericalBesselJ0Op: Unary = /* @__PURE__ */ unary(
  "sphericalBesselJ0",
  numeric.sphericalJ0,
  (g, x, y) => g.mul(overX(x.cos().sub(y), x, 0)),
);
export const airyAiOp: Unary = /* @__PURE__ */ unary("airyAi", numeric.airyAi, () => {
  throw new ArgumentError("airyAi: it has no gradient, as in PyTorch; detach() its argument.");
});

/** A slope, and ½ at 0 and NaN, as in PyTorch. */
function halfAtZero(x: Tensor, slope: Tensor): Tensor {
  return where(x.abs().gt(0), slope, 0.5);
}

/** y / x, and `limit` at 0. */
function overX(y: Tensor, x: Tensor, limit: number): Tensor {
  const zero = eq(x, 0);
  return where(zero, limit, y.div(where(zero, 1, x)));
}

/**
 * The Bessel function of the first kind and order 0, elementwise.
 *
 * @example special.besselJ0(tensor([0, 1])) // tensor([1.0000, 0.7652])
 */
export const besselJ0: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(besselJ0Op);

/**
 * The Bessel function of the first kind and order 1, elementwise.
 *
 * @example special.besselJ1(tensor([0, 1])) // tensor([0.0000, 0.4401])
 */
export const besselJ1: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(besselJ1Op);

/**
 * The Bessel function of the second kind and order 0, elementwise: −∞ at 0, NaN below.
 *
 * @example special.besselY0(tensor([1, 2])) // tensor([0.0883, 0.5104])
 */
export const besselY0: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(besselY0Op);

/**
 * The Bessel function of the second kind and order 1, elementwise: −∞ at 0, NaN below.
 *
 * @example special.besselY1(tensor([1, 2])) // tensor([-0.7812, -0.1070])
 */
export const besselY1: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(besselY1Op);

/**
 * The modified Bessel function of the first kind and order 0, elementwise.
 *
 * @example special.i0(tensor([0, 1])) // tensor([1.0000, 1.2661])
 */
export const i0: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(i0Op);

/**
 * The modified Bessel function of the first kind and order 1, elementwise.
 *
 * @example special.i1(tensor([0, 1])) // tensor([0.0000, 0.5652])
 */
export const i1: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(i1Op);

/**
 * e^−|x| {@link i0}(x), elementwise: does not overflow.
 *
 * @example special.i0e(tensor([0, 1000])) // tensor([1.0000, 0.0126])
 */
export const i0e: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(i0eOp);

/**
 * e^−|x| {@link i1}(x), elementwise: does not overflow.
 *
 * @example special.i1e(tensor([0, 1000])) // tensor([0.0000, 0.0126])
 */
export const i1e: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(i1eOp);

/**
 * The modified Bessel function of the second kind and order 0, elementwise: ∞ at 0, NaN below.
 *
 * @example special.modifiedBesselK0(tensor([1, 2])) // tensor([0.4210, 0.1139])
 */
export const modifiedBesselK0: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(modifiedBesselK0Op);

/**
 * The modified Bessel function of the second kind and order 1, elementwise: ∞ at 0, NaN below.
 *
 * @example special.modifiedBesselK1(tensor([1, 2])) // tensor([0.6019, 0.1399])
 */
export const modifiedBesselK1: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(modifiedBesselK1Op);

/**
 * eˣ {@link modifiedBesselK0}(x), elementwise: does not underflow.
 *
 * @example special.scaledModifiedBesselK0(tensor([1, 1000])) // tensor([1.1445, 0.0396])
 */
export const scaledModifiedBesselK0: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(scaledModifiedBesselK0Op);

/**
 * eˣ {@link modifiedBesselK1}(x), elementwise: does not underflow.
 *
 * @example special.scaledModifiedBesselK1(tensor([1, 1000])) // tensor([1.6362, 0.0396])
 */
export const scaledModifiedBesselK1: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(scaledModifiedBesselK1Op);

/**
 * sin(x) / x, and 1 at 0, elementwise: the spherical Bessel function of the first kind and order 0.
 *
 * @example special.sphericalBesselJ0(tensor([0, 1])) // tensor([1.0000, 0.8415])
 */
export const sphericalBesselJ0: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(sphericalBesselJ0Op);

/**
 * Airy's function Ai(x), elementwise: the solution of y″ = x y that falls for x → ∞. It has no gradient, as in PyTorch.
 *
 * @example special.airyAi(tensor([0, 1])) // tensor([0.3550, 0.1353])
 */
export const airyAi: (x: Tensor) => Tensor = /* @__PURE__ */ ofOne(airyAiOp);

/**
 * The same as {@link i0}, under PyTorch's other name.
 *
 * @example special.modifiedBesselI0(tensor([0, 1])) // tensor([1.0000, 1.2661])
 */
export const modifiedBesselI0: (x: Tensor) => Tensor = i0;

/**
 * The same as {@link i1}, under PyTorch's other name.
 *
 * @example special.modifiedBesselI1(tensor([0, 1])) // tensor([0.0000, 0.5652])
 */
export const modifiedBesselI1: (x: Tensor) => Tensor = i1;

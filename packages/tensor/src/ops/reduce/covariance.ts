// Covariances and correlations, cosine similarity, vectors cut to a norm.

import {
  badArgument,
  DTypeError,
  number,
  type OptionsOf,
  options,
  ShapeError,
  whole,
} from "@saccade/contract";
import {
  broadcastShapes,
  checkInputs,
  checkTensor,
  dimOf,
  isFloat,
  promoteTensors,
  refuseElements,
  tensorRule,
  tensors,
} from "../../kit.ts";
import type { Tensor } from "../../tensor.ts";
import { mul } from "../elementwise/arithmetic.ts";
import { cast } from "../elementwise/cast.ts";
import { where } from "../elementwise/comparison.ts";
import { to } from "../elementwise/convert.ts";
import { clamp } from "../elementwise/pointwise.ts";
import { matmul } from "../linear/matmul.ts";
import { diagonal } from "../views/slice.ts";
import { expand } from "../views/view.ts";
import { requireFloat } from "./dims.ts";
import { norm } from "./norm.ts";

const covOptions = /* @__PURE__ */ options(
  "cov(x, { correction: 0 })",
  {
    /** The sum of products is divided by max(0, n − correction). Default 1. */
    correction: /* @__PURE__ */ whole(1),
    /** How often each observation counts: whole numbers ≥ 0, int32 (n). */
    fweights: /* @__PURE__ */ tensorRule("int32"),
    /** The weight of each observation: floats ≥ 0, (n). */
    aweights: /* @__PURE__ */ tensorRule("float"),
  },
  { renamed: { rowvar: "write cov(x.t())", ddof: "write correction" } },
);

/** Options of {@link cov}. */
export interface CovOptions extends OptionsOf<typeof covOptions> {}

/**
 * The covariances of variables: x is (variables, n), or (n) for one variable, with an observation in each column; the
 * result is (variables, variables), or a scalar: Σ w (x_i − μ_i)(x_j − μ_j) / (Σ w − correction), with w = fweights · aweights
 * and the weighted means μ. With aweights the correction is times Σ w · aweights / Σ w. int32 and bool give float32.
 *
 * @throws ShapeError unless x has at most 2 dims and weights are (n); ArgumentError for a negative weight.
 * @example cov(tensor([[0, 1, 2], [2, 1, 0]])) // tensor([[1, -1], [-1, 1]])
 */
export function cov(x: Tensor, given?: CovOptions): Tensor {
  checkTensor(covOptions.what, "x", x);
  const { correction, fweights, aweights } = covOptions(given);
  if (x.ndim > 2) throw new ShapeError(`cov: ${x.describe()} must be (variables, n) or (n); reshape() it.`);
  const rows = cast(x.ndim < 2 ? x.reshape([1, x.numel]) : x, isFloat(x.dtype) ? x.dtype : "float32");
  const n = rows.shape[1]!;
  for (const [name, weights] of [
    ["fweights", fweights],
    ["aweights", aweights],
  ] as const) {
    if (weights === undefined) continue;
    checkInputs("cov", { x, [name]: weights });
    if (weights.ndim !== 1 || weights.shape[0] !== n)
      throw new ShapeError(
        `cov: ${name} ${weights.describe()} must be a vector of ${n}, one for each observation; flatten() or expand() it.`,
      );
    refuseElements(
      "cov",
      weights,
      (value) => value >= 0,
      (value, position) => badArgument("cov", `${name}${position}`, "a number ≥ 0", value),
    );
  }
  return covariance(rows, correction, fweights, aweights);
}

function covariance(
  x: Tensor,
  correction: number,
  fweights: Tensor | undefined,
  aweights: Tensor | undefined,
): Tensor {
  const w = fweights && aweights ? fweights.mul(aweights) : (fweights ?? aweights);
  if (w === undefined) {
    const centred = x.sub(x.mean(1, { keepdim: true }));
    return oneOrAll(matmul(centred, centred.t()).div(Math.max(0, x.shape[1]! - correction)));
  }
  const total = w.sum();
  const centred = x.sub(x.mul(w).sum(1, { keepdim: true }).div(total));
  const less = aweights && correction !== 0 ? w.mul(aweights).sum().div(total).mul(correction) : correction;
  return oneOrAll(matmul(centred.mul(w), centred.t()).div(total.sub(less).clamp({ min: 0 })));
}

function oneOrAll(c: Tensor): Tensor {
  return c.numel === 1 ? c.reshape([]) : c;
}

/**
 * The correlations of variables, {@link cov} by their standard deviations: x is (variables, n), or (n); the result is
 * (variables, variables), or a scalar. int32 and bool give float32.
 *
 * @throws ShapeError unless x has at most 2 dims.
 * @example corrcoef(tensor([[0, 1, 2], [4, 2, 0]])) // tensor([[1, -1], [-1, 1]])
 */
export function corrcoef(x: Tensor): Tensor {
  checkTensor("corrcoef", "x", x);
  if (x.ndim > 2)
    throw new ShapeError(`corrcoef: ${x.describe()} must be (variables, n) or (n); reshape() it.`);
  const c = cov(x);
  if (c.ndim === 0) return c.div(c);
  const std = diagonal(c).sqrt();
  return c.div(std.unsqueeze(1)).div(std).clamp({ min: -1, max: 1 });
}

const cosineOptions = /* @__PURE__ */ options(
  "cosineSimilarity(a, b, { dim: -1 })",
  {
    /** The dim of the vectors in the broadcast shape. Default 1. */
    dim: /* @__PURE__ */ whole(1),
    /** The smallest norm to divide by. Default 1e-8. */
    eps: /* @__PURE__ */ number(1e-8, { min: 0 }),
  },
  { renamed: { axis: "write dim" } },
);

/** Options of {@link cosineSimilarity}. */
export interface CosineSimilarityOptions extends OptionsOf<typeof cosineOptions> {}

const cosineInputs = /* @__PURE__ */ tensors("cosineSimilarity", "a (…)  b (…)");

/**
 * The cosine of the angle between vectors along a dim: Σ a b / (max(‖a‖, eps) max(‖b‖, eps)). The shapes broadcast; the
 * result has the broadcast shape without the dim. A zero vector gives 0.
 *
 * @throws DTypeError unless the tensors are of floats; ShapeError unless they broadcast; IndexError for a dim out of
 * range; ArgumentError for a negative eps or an unknown option.
 * @example cosineSimilarity(tensor([[1, 0], [1, 1]]), tensor([[1, 0], [1, 0]])) // tensor([1.0000, 0.7071])
 */
export function cosineSimilarity(a: Tensor, b: Tensor, given?: CosineSimilarityOptions): Tensor {
  cosineInputs.check([a, b]);
  const { dim, eps } = cosineOptions(given);
  const shape = broadcastShapes("cosineSimilarity", a.shape, b.shape);
  const d = dimOf("cosineSimilarity", dim, shape.length, `as in ${cosineOptions.example}`);
  const dtype = promoteTensors(a, b);
  if (!isFloat(dtype))
    throw new DTypeError(
      `cosineSimilarity: ${a.describe()} and ${b.describe()} are not of floats; convert one with to("float32").`,
    );
  const unit = (x: Tensor): Tensor => {
    // Expanded, since the norm counts a broadcast element once for each place that it fills.
    const full = expand(to(x, dtype), shape);
    return full.div(clamp(norm(full, { dim: d, keepdim: true }), { min: eps }));
  };
  return mul(unit(a), unit(b)).sum(d);
}

/**
 * x with each slice along `dim` whose p-norm is above `maxnorm` scaled down to it: by maxnorm / (‖slice‖ + 1e-7).
 *
 * @throws ArgumentError unless p > 0 and maxnorm ≥ 0; DTypeError for int32 and bool; ShapeError unless x has 2 dims or more.
 * @example renorm(tensor([[3, 4], [0.3, 0.4]]), 2, 0, 1) // tensor([[0.6000, 0.8000], [0.3000, 0.4000]])
 */
export function renorm(x: Tensor, p: number, dim: number, maxnorm: number): Tensor {
  checkTensor("renorm", "x", x);
  const fix = "as in renorm(x, 2, 0, 1)";
  if (typeof p !== "number" || !(p > 0)) throw badArgument("renorm", "p", "a number > 0", p, fix);
  const d = dimOf("renorm", dim, x.ndim, fix);
  if (typeof maxnorm !== "number" || !(maxnorm >= 0))
    throw badArgument("renorm", "maxnorm", "a number ≥ 0", maxnorm, fix);
  requireFloat("renorm", x);
  if (x.ndim < 2)
    throw new ShapeError(
      `renorm: ${x.describe()} must have 2 dims or more, so that slices are vectors; unsqueeze() it.`,
    );
  if (maxnorm === Number.POSITIVE_INFINITY) return x;
  const norms = norm(x, { p, dim: x.shape.map((_, i) => i).filter((i) => i !== d), keepdim: true });
  return x.mul(where(norms.gt(maxnorm), norms.add(1e-7).reciprocal().mul(maxnorm), 1));
}

import { refuseElements } from "../../apply/capture/host-values.ts";
import { badArgument } from "../../contract/arguments.ts";
import { checkInputs, checkTensor } from "../../contract/check-tensor.ts";
import { type OptionsOf, options } from "../../contract/options.ts";
import { whole } from "../../contract/rules.ts";
import { tensorRule } from "../../contract/tensor-rule.ts";
import { ShapeError } from "../../errors.ts";
import { isFloat } from "../../memory/dtype.ts";
import type { Tensor } from "../../tensor.ts";
import { cast } from "../elementwise/cast.ts";
import { matmul } from "../linear/matmul.ts";
import { diagonal } from "../views/slice.ts";

const covOptions = options(
  "cov",
  {
    /** The sum of products is divided by max(0, n − correction). Default 1. */
    correction: whole(1),
    /** How often each observation counts: whole numbers ≥ 0, int32 (n). */
    fweights: tensorRule("int32"),
    /** The weight of each observation: floats ≥ 0, (n). */
    aweights: tensorRule("float"),
  },
  { example: "cov(x, { correction: 0 })", renamed: { rowvar: "write cov(x.t())", ddof: "write correction" } },
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

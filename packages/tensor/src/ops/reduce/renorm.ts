import { badArgument } from "../../contract/arguments.ts";
import { dimOf } from "../../contract/check-shape.ts";
import { checkTensor } from "../../contract/check-tensor.ts";
import { ShapeError } from "../../errors.ts";
import type { Tensor } from "../../tensor.ts";
import { where } from "../elementwise/select.ts";
import { requireFloat } from "./dims.ts";
import { norm } from "./norm.ts";

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

import { checkOptions, checkRange, optionNames } from "../../arguments.ts";
import { dimOf } from "../../check-shape.ts";
import { checkTensor, checkTogether } from "../../check-tensor.ts";
import { DTypeError } from "../../errors.ts";
import { refuseExtra } from "../../extra-arguments.ts";
import { isFloat, promoteTensors } from "../../memory/dtype.ts";
import { broadcastShapes } from "../../memory/shape.ts";
import type { Tensor } from "../../tensor.ts";
import { mul } from "../elementwise/arithmetic.ts";
import { to } from "../elementwise/convert.ts";
import { clamp } from "../elementwise/pointwise.ts";
import { expand } from "../views/view.ts";
import { norm } from "./norm.ts";

/** Options of {@link cosineSimilarity}. */
export interface CosineSimilarityOptions {
  /** The dim of the vectors in the broadcast shape. Default 1. */
  readonly dim?: number;
  /** The smallest norm to divide by. Default 1e-8. */
  readonly eps?: number;
}

const cosineOptions = optionNames<CosineSimilarityOptions>(
  "cosineSimilarity",
  { dim: true, eps: true },
  "cosineSimilarity(a, b, { dim: -1 })",
  { axis: "write dim" },
);

/**
 * The cosine of the angle between vectors along a dim: Σ a b / (max(‖a‖, eps) max(‖b‖, eps)). The shapes broadcast; the
 * result has the broadcast shape without the dim. A zero vector gives 0.
 *
 * @throws DTypeError unless the tensors are of floats; ShapeError unless they broadcast; IndexError for a dim out of
 * range; ArgumentError for a negative eps or an unknown option.
 * @example cosineSimilarity(tensor([[1, 0], [1, 1]]), tensor([[1, 0], [1, 0]])) // tensor([1.0000, 0.7071])
 */
export function cosineSimilarity(a: Tensor, b: Tensor, options?: CosineSimilarityOptions): Tensor {
  refuseExtra(cosineOptions, arguments, 3);
  checkTensor("cosineSimilarity", "a", a);
  checkTensor("cosineSimilarity", "b", b);
  checkOptions(cosineOptions, options);
  const { dim = 1, eps = 1e-8 } = options ?? {};
  checkRange("cosineSimilarity", "eps", eps, 0, Number.MAX_VALUE);
  checkTogether("cosineSimilarity", [a, b]);
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

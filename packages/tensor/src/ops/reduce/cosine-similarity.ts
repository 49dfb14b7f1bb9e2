import { dimOf } from "../../contract/check-shape.ts";
import { type OptionsOf, options } from "../../contract/options.ts";
import { number, whole } from "../../contract/rules.ts";
import { tensors } from "../../contract/tensors.ts";
import { DTypeError } from "../../errors.ts";
import { isFloat, promoteTensors } from "../../memory/dtype.ts";
import { broadcastShapes } from "../../memory/shape.ts";
import type { Tensor } from "../../tensor.ts";
import { mul } from "../elementwise/arithmetic.ts";
import { to } from "../elementwise/convert.ts";
import { clamp } from "../elementwise/pointwise.ts";
import { expand } from "../views/view.ts";
import { norm } from "./norm.ts";

const cosineOptions = options(
  "cosineSimilarity",
  {
    /** The dim of the vectors in the broadcast shape. Default 1. */
    dim: whole(1),
    /** The smallest norm to divide by. Default 1e-8. */
    eps: number(1e-8, { min: 0 }),
  },
  { example: "cosineSimilarity(a, b, { dim: -1 })", renamed: { axis: "write dim" } },
);

/** Options of {@link cosineSimilarity}. */
export interface CosineSimilarityOptions extends OptionsOf<typeof cosineOptions> {}

const cosineInputs = tensors("cosineSimilarity", "a (…)  b (…)");

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

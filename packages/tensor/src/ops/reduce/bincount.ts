import { readElements, refuseElements } from "../../apply/capture/host-values.ts";
import { badArgument } from "../../contract/arguments.ts";
import { checkInputs, checkTensor } from "../../contract/check-tensor.ts";
import { type OptionsOf, options } from "../../contract/options.ts";
import { whole } from "../../contract/rules.ts";
import { tensorRule } from "../../contract/tensor-rule.ts";
import { ones, zeros } from "../../create.ts";
import { DTypeError, ShapeError } from "../../errors.ts";
import { widestFloat } from "../../memory/dtype.ts";
import { checkAddressable, sameShape } from "../../memory/shape.ts";
import type { Tensor } from "../../tensor.ts";
import { cast } from "../elementwise/cast.ts";
import { scatterAdd } from "../indexing/gather.ts";

const bincountOptions = options(
  "bincount",
  {
    /** The weight of each element, of x's shape. Default: 1. */
    weights: tensorRule(),
    /** The least size of the result. Default 0. */
    minlength: whole(0, { min: 0 }),
  },
  { example: "bincount(x, { minlength: 10 })" },
);

/** Options of {@link bincount}. */
export interface BincountOptions extends OptionsOf<typeof bincountOptions> {}

/**
 * How often each whole number from 0 on occurs in a vector: int32; with weights, the sums of the weights of equal
 * elements, in float32 for float32 weights, else in float64 (float32 on a backend without it).
 *
 * @throws DTypeError unless x is int32; ShapeError unless x is a vector, and weights have its shape; ArgumentError for a
 * negative element.
 * @example bincount(tensor([0, 2, 2], { dtype: "int32" })) // tensor([1, 0, 2], dtype=int32)
 */
export function bincount(x: Tensor, given?: BincountOptions): Tensor {
  checkTensor(bincountOptions.what, "x", x);
  const { weights, minlength } = bincountOptions(given);
  checkInputs("bincount", weights === undefined ? { x } : { x, weights });
  if (x.dtype !== "int32")
    throw new DTypeError(`bincount: ${x.describe()} must be int32; convert it with to("int32").`);
  if (x.ndim !== 1) throw new ShapeError(`bincount: ${x.describe()} must be a vector; flatten() it.`);
  if (weights !== undefined && !sameShape(weights.shape, x.shape))
    throw new ShapeError(
      `bincount: weights ${weights.describe()} must have the shape of x ${x.describe()}; expand() it.`,
    );
  refuseElements(
    "bincount",
    x,
    (value) => value >= 0,
    (value, position) => badArgument("bincount", `x${position}`, "a whole number ≥ 0", value),
  );
  let most = -1;
  for (const value of readElements("bincount", x)) most = Math.max(most, value);
  checkAddressable("bincount", [Math.max(most + 1, minlength)]);
  const { backend } = x;
  const term =
    weights === undefined
      ? ones(x.shape, { dtype: "int32", backend })
      : cast(weights, weights.dtype === "float32" ? "float32" : widestFloat(backend));
  return scatterAdd(zeros([Math.max(most + 1, minlength)], { dtype: term.dtype, backend }), 0, x, term);
}

import { einsum, type Tensor } from "@saccade/tensor";
import {
  listOf,
  number,
  type OptionsOf,
  required,
  rule,
  tensorRule,
  tensors,
  whole,
} from "@saccade/tensor/contract";
import { layerCall, positive } from "../rules.ts";

const inputs = tensors("bilinear", "x1 (…, in1)  x2 (…, in2)  weight (out, in1, in2)  bias? (out)");

/**
 * x1ᵀ W x2 + b for each output, over the last dims: x1 (…, in1), x2 (…, in2), weight (out, in1, in2), bias (out) →
 * (…, out).
 *
 * @throws ShapeError if the sizes do not fit the weight's.
 * @example functional.bilinear(tensor([[2]]), tensor([[3]]), tensor([[[10]]])) // tensor([[60]])
 */
export function bilinear(x1: Tensor, x2: Tensor, weight: Tensor, bias?: Tensor | null): Tensor {
  inputs.check([x1, x2, weight, bias]);
  return bilinearOf(x1, x2, weight, bias);
}

/** {@link bilinear} of checked tensors. */
export function bilinearOf(x1: Tensor, x2: Tensor, weight: Tensor, bias?: Tensor | null): Tensor {
  const product = einsum("...i,oij,...j->...o", x1, weight, x2);
  return bias ? product.add(bias) : product;
}

const normalizeCall = layerCall(
  "normalize",
  { x: required(tensorRule("float")) },
  {
    /** The order of the norm. Default 2. */
    p: number(2, { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY }),
    /** The dim or dims of the vectors. Default 1. */
    dim: rule(
      "a whole number or a list of them",
      (value): value is number | readonly number[] => whole().holds(value) || listOf(whole()).holds(value),
      1,
    ),
    /** The smallest norm to divide by. Default 1e-12. */
    eps: positive(1e-12),
  },
  { example: "normalize(x, { dim: -1 })", renamed: { axis: "write dim" } },
);

/** Options of `functional.normalize`. */
export interface NormalizeOptions extends OptionsOf<typeof normalizeCall> {}

/**
 * x / max(‖x‖ₚ, eps) along a dim, so that each vector has norm 1: (…) → (…).
 *
 * @throws ShapeError for a dim out of range; DTypeError for int32 and bool.
 * @example functional.normalize(tensor([[3, 4]])) // tensor([[0.6000, 0.8000]])
 */
export function normalize(x: Tensor, options?: NormalizeOptions): Tensor {
  const { p, dim, eps } = normalizeCall([x, options]);
  return x.div(x.norm({ p, dim, keepdim: true }).clamp({ min: eps }));
}

import { ones, type Shape, type Tensor, zeros } from "@saccade/tensor";
import {
  checkAddressable,
  checkArguments,
  checkRange,
  checkTensor,
  formatShape,
  refuseExtra,
} from "@saccade/tensor/backend";
import { flag, type OptionsOf, options } from "@saccade/tensor/contract";
import * as fused from "@saccade/tensor/fused";
import { Module } from "../module.ts";
import { makeParameter, type Parameter } from "../parameter.ts";
import { positive } from "../rules.ts";
import { checkNormalizedShape, checkTrailing } from "./normalized-shape.ts";

const layerNormOptions = options(
  "LayerNorm",
  {
    /** Added to the variance. Default 1e-5. */
    eps: positive(1e-5),
    /** Whether a learned weight and bias follow. Default true. */
    elementwiseAffine: flag(true),
  },
  {
    example: "new LayerNorm(8, { eps: 1e-6 })",
    renamed: { bias: "write elementwiseAffine: false to leave out weight and bias" },
  },
);

/** Options of {@link LayerNorm}. */
export interface LayerNormOptions extends OptionsOf<typeof layerNormOptions> {}

/**
 * (x − mean) / √(variance + eps) · weight + bias over the trailing dims `normalizedShape`, with the biased
 * variance (Ba, Kiros & Hinton 2016).
 *
 * @param normalizedShape the trailing dims, such as [8]. `weight` and `bias` have this shape too.
 * @throws ShapeError unless x, the weight and the bias have these trailing dims; DTypeError if their dtypes differ;
 * ArgumentError for a negative eps or an argument that is not a tensor.
 * @example layerNorm(tensor([[1, 2, 3]]), [3]) // tensor([[-1.2247, 0.0000, 1.2247]])
 */
export function layerNorm(
  x: Tensor,
  normalizedShape: Shape,
  weight?: Tensor | null,
  bias?: Tensor | null,
  eps: number = 1e-5,
): Tensor {
  checkArguments("layerNorm", arguments, 5);
  checkNormalizedShape("layerNorm", normalizedShape);
  if (weight !== undefined && weight !== null) checkTensor("layerNorm", "weight", weight);
  if (bias !== undefined && bias !== null) checkTensor("layerNorm", "bias", bias);
  checkRange("layerNorm", "eps", eps, 0, Number.MAX_VALUE);
  checkTrailing("layerNorm", x, normalizedShape);
  return normalize(x, normalizedShape.length, weight, bias, eps);
}

function normalize(
  x: Tensor,
  dims: number,
  weight: Tensor | null | undefined,
  bias: Tensor | null | undefined,
  eps: number,
): Tensor {
  const attrs = { dims, eps };
  if (weight) return fused.layerNorm(x, bias ? [weight, bias] : [weight], attrs);
  const normed = fused.layerNorm(x, [], attrs);
  return bias ? normed.add(bias) : normed;
}

/**
 * Normalizes the trailing dims of (…, …normalizedShape) as {@link layerNorm} does. Parameters: `weight` and `bias`,
 * with shape normalizedShape.
 *
 * @example new LayerNorm(3).forward(tensor([[1, 2, 3]])) // tensor([[-1.2247, 0.0000, 1.2247]])
 */
export class LayerNorm extends Module {
  /** The trailing dims that are normalized. */
  readonly normalizedShape: Shape;
  /** Added to the variance. */
  readonly eps: number;
  /** Of normalizedShape, or null. */
  weight: Parameter | null;
  /** Of normalizedShape, or null. */
  bias: Parameter | null;

  /**
   * The weight starts as ones, the bias as zeros.
   *
   * @param normalizedShape the size of the last dim, or the sizes of several trailing dims.
   * @throws ArgumentError for sizes that are not whole numbers ≥ 1, a negative eps, or an unknown option.
   */
  constructor(normalizedShape: number | Shape, given: LayerNormOptions = {}) {
    refuseExtra(layerNormOptions, arguments, 2);
    const shape = typeof normalizedShape === "number" ? [normalizedShape] : normalizedShape;
    checkNormalizedShape("LayerNorm", shape);
    const { eps, elementwiseAffine } = layerNormOptions(given);
    checkAddressable("LayerNorm", shape);
    super();
    this.normalizedShape = [...shape];
    this.eps = eps;
    this.weight = elementwiseAffine ? makeParameter(shape, () => ones(shape)) : null;
    this.bias = elementwiseAffine ? makeParameter(shape, () => zeros(shape)) : null;
  }

  /** @throws ShapeError unless the trailing dims of x are normalizedShape. */
  override forward(x: Tensor): Tensor {
    checkArguments("LayerNorm.forward", arguments, 1);
    checkTrailing("LayerNorm", x, this.normalizedShape);
    return normalize(x, this.normalizedShape.length, this.weight, this.bias, this.eps);
  }

  protected override describeOptions(): string {
    const affine = this.weight !== null;
    return `${formatShape(this.normalizedShape)}, eps=${this.eps}, elementwiseAffine=${affine}`;
  }
}

import { ones, type Shape, type Tensor } from "@saccade/tensor";
import {
  checkAddressable,
  checkArguments,
  checkRange,
  checkTensor,
  formatShape,
  refuseExtra,
} from "@saccade/tensor/backend";
import { flag, nullable, type OptionsOf, options } from "@saccade/tensor/contract";
import * as fused from "@saccade/tensor/fused";
import { Module } from "../module.ts";
import { makeParameter, type Parameter } from "../parameter.ts";
import { positive } from "../rules.ts";
import { checkNormalizedShape, checkTrailing } from "./normalized-shape.ts";

const rmsNormOptions = options(
  "RMSNorm",
  {
    /** Added to the mean square. Default null: the machine epsilon of the input's dtype, 2⁻²³ for float32. */
    eps: nullable(positive(0), null),
    /** Whether a learned weight follows. Default true. */
    elementwiseAffine: flag(true),
  },
  {
    example: "new RMSNorm(8, { eps: 1e-6 })",
    renamed: { bias: "RMSNorm has no bias" },
  },
);

/** Options of {@link RMSNorm}. */
export interface RMSNormOptions extends OptionsOf<typeof rmsNormOptions> {}

/**
 * x / √(mean(x²) + eps) · weight over the trailing dims `normalizedShape` (Zhang & Sennrich 2019). Unlike layer norm,
 * it does not subtract the mean.
 *
 * @param normalizedShape the trailing dims, such as [8]. `weight` has this shape too.
 * @param eps null means the machine epsilon of x's dtype.
 * @throws ShapeError unless x and the weight have these trailing dims; DTypeError unless both are of the same floats;
 * ArgumentError for a negative eps or an argument that is not a tensor.
 * @example rmsNorm(tensor([[3, 4]]), [2]) // tensor([[0.8485, 1.1314]])
 */
export function rmsNorm(
  x: Tensor,
  normalizedShape: Shape,
  weight?: Tensor | null,
  eps: number | null = null,
): Tensor {
  checkArguments("rmsNorm", arguments, 4);
  checkNormalizedShape("rmsNorm", normalizedShape);
  if (eps !== null) checkRange("rmsNorm", "eps", eps, 0, Number.MAX_VALUE);
  checkTrailing("rmsNorm", x, normalizedShape);
  if (weight !== undefined && weight !== null) checkTensor("rmsNorm", "weight", weight);
  return normalize(x, normalizedShape.length, weight ?? null, eps);
}

function normalize(x: Tensor, dims: number, weight: Tensor | null, eps: number | null): Tensor {
  return fused.rmsNorm(x, weight, { dims, eps: eps ?? machineEpsilon(x) });
}

function machineEpsilon({ dtype }: Tensor): number {
  return dtype === "float64" ? Number.EPSILON : 2 ** -23;
}

/**
 * Divides the trailing dims of (…, …normalizedShape) by their root mean square as {@link rmsNorm} does. Parameter:
 * `weight`, with shape normalizedShape.
 *
 * @example new RMSNorm(2).forward(tensor([[3, 4]])) // tensor([[0.8485, 1.1314]])
 */
export class RMSNorm extends Module {
  /** The trailing dims that are normalized. */
  readonly normalizedShape: Shape;
  /** Added to the mean square; null for the machine epsilon of the input's dtype. */
  readonly eps: number | null;
  /** Of normalizedShape, or null. */
  weight: Parameter | null;

  /**
   * The weight starts as ones.
   *
   * @param normalizedShape the size of the last dim, or the sizes of several trailing dims.
   * @throws ArgumentError for sizes that are not whole numbers ≥ 1, a negative eps, or an unknown option.
   */
  constructor(normalizedShape: number | Shape, given: RMSNormOptions = {}) {
    refuseExtra(rmsNormOptions, arguments, 2);
    const shape = typeof normalizedShape === "number" ? [normalizedShape] : normalizedShape;
    checkNormalizedShape("RMSNorm", shape);
    const { eps, elementwiseAffine } = rmsNormOptions(given);
    checkAddressable("RMSNorm", shape);
    super();
    this.normalizedShape = [...shape];
    this.eps = eps;
    this.weight = elementwiseAffine ? makeParameter(shape, () => ones(shape)) : null;
  }

  /** @throws ShapeError unless the trailing dims of x are normalizedShape. */
  override forward(x: Tensor): Tensor {
    checkArguments("RMSNorm.forward", arguments, 1);
    checkTrailing("RMSNorm", x, this.normalizedShape);
    return normalize(x, this.normalizedShape.length, this.weight, this.eps);
  }

  protected override describeOptions(): string {
    return `${formatShape(this.normalizedShape)}, eps=${this.eps}, elementwiseAffine=${this.weight !== null}`;
  }
}

import { ones, type Shape, ShapeError, type Tensor, zeros } from "@saccade/tensor";
import { formatShape, layerNormalize, sameShape } from "@saccade/tensor/backend";
import { Module } from "../module.ts";
import { makeParameter, type Parameter } from "../parameter.ts";
import { checkSizes } from "./check-sizes.ts";

export interface LayerNormOptions {
  /** Added to the variance. Default 1e-5. */
  readonly eps?: number;
  /** Whether a learned weight and bias follow. Default true. */
  readonly elementwiseAffine?: boolean;
}

/**
 * (x − mean) / √(variance + eps) · weight + bias over the trailing dims `normalizedShape`, with the biased
 * variance (Ba, Kiros & Hinton 2016).
 *
 * @throws ShapeError when the trailing dims of x, the weight or the bias are others, DTypeError when their types differ.
 */
export function layerNorm(
  x: Tensor,
  normalizedShape: Shape,
  weight?: Tensor | null,
  bias?: Tensor | null,
  eps: number = 1e-5,
): Tensor {
  checkTrailing("layerNorm", x, normalizedShape);
  const attrs = { dims: normalizedShape.length, eps };
  if (weight) return layerNormalize(x, bias ? [weight, bias] : [weight], attrs);
  const normed = layerNormalize(x, [], attrs);
  return bias ? normed.add(bias) : normed;
}

function checkTrailing(layer: string, x: Tensor, normalizedShape: Shape): void {
  if (normalizedShape.length > 0 && sameShape(x.shape.slice(-normalizedShape.length), normalizedShape))
    return;
  throw new ShapeError(
    `${layer}: input ${formatShape(x.shape)} does not end in ${formatShape(normalizedShape)} (normalizedShape).`,
  );
}

/** Normalizes the trailing dims `normalizedShape` of (…, normalizedShape), as {@link layerNorm}. */
export class LayerNorm extends Module {
  readonly normalizedShape: Shape;
  readonly eps: number;
  weight: Parameter | null;
  bias: Parameter | null;

  /** The weight starts as ones, the bias as zeros. */
  constructor(
    normalizedShape: number | Shape,
    { eps = 1e-5, elementwiseAffine = true }: LayerNormOptions = {},
  ) {
    super();
    const shape = typeof normalizedShape === "number" ? [normalizedShape] : [...normalizedShape];
    for (const size of shape) checkSizes("LayerNorm", { normalizedShape: size });
    this.normalizedShape = shape;
    this.eps = eps;
    this.weight = elementwiseAffine ? makeParameter(() => ones(shape)) : null;
    this.bias = elementwiseAffine ? makeParameter(() => zeros(shape)) : null;
  }

  override forward(x: Tensor): Tensor {
    checkTrailing("LayerNorm", x, this.normalizedShape);
    return layerNorm(x, this.normalizedShape, this.weight, this.bias, this.eps);
  }

  protected override describeOptions(): string {
    const affine = this.weight !== null;
    return `${formatShape(this.normalizedShape)}, eps=${this.eps}, elementwiseAffine=${affine}`;
  }
}

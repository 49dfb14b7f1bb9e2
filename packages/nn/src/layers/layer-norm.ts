import { type Shape, ShapeError, type Tensor, zeros } from "@saccade/tensor";
import { checkTensor, formatShape, sameShape, within } from "@saccade/tensor/backend";
import { flag, type OptionsOf } from "@saccade/tensor/contract";
import * as fused from "@saccade/tensor/fused";
import { makeParameter, type Parameter } from "../parameter.ts";
import { withPlace } from "../place.ts";
import { maybeFloats, positive } from "../rules.ts";
import { isWatched, nameSites, site } from "../sites.ts";
import {
  checkTrailing,
  Norm,
  normByScale,
  normCall,
  normLayerCall,
  normSites,
  trailingDims,
} from "./norm.ts";

const rules = {
  /** Added to the variance. Default 1e-5. */
  eps: positive(1e-5),
  /** Whether a learned weight and bias follow. Default true. */
  elementwiseAffine: flag(true),
  /** Whether the affine part has a bias. Default true. */
  bias: flag(true),
};
const construct = normLayerCall("LayerNorm", rules);
const call = normCall("layerNorm", { bias: maybeFloats(), eps: rules.eps });

/** Options of {@link LayerNorm}. */
export interface LayerNormOptions extends OptionsOf<typeof construct> {}

/**
 * (x − mean) / √(variance + eps) · weight + bias over the trailing dims `normalizedShape`, with the biased
 * variance (Ba, Kiros & Hinton 2016).
 *
 * @param normalizedShape the trailing dims, such as [8]. `weight` and `bias` have this shape too.
 * @throws ShapeError unless x, the weight and the bias have these trailing dims; DTypeError if their dtypes differ.
 * @example layerNorm(tensor([[1, 2, 3]]), [3]) // tensor([[-1.2247, 0.0000, 1.2247]])
 */
export function layerNorm(
  x: Tensor,
  normalizedShape: Shape,
  weight: Tensor | null = null,
  bias: Tensor | null = null,
  eps: number = 1e-5,
): Tensor {
  call([x, normalizedShape, weight, bias, eps]);
  checkTrailing("layerNorm", x, normalizedShape);
  if (bias && !sameShape(bias.shape, normalizedShape))
    throw new ShapeError(
      `layerNorm: bias is ${bias.describe()}, expected the shape ${formatShape(normalizedShape)} of normalizedShape.`,
    );
  return normalize(x, normalizedShape.length, weight, bias, eps);
}

function normalize(x: Tensor, dims: number, weight: Tensor | null, bias: Tensor | null, eps: number): Tensor {
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
export class LayerNorm extends Norm {
  /** Added to the variance. */
  readonly eps: number;
  /** Of normalizedShape, or null. */
  bias: Parameter | null;

  /**
   * The weight starts as ones, the bias as zeros.
   *
   * @param normalizedShape the size of the last dim, or the sizes of several trailing dims.
   */
  constructor(normalizedShape: number | Shape, options?: LayerNormOptions) {
    const { eps, elementwiseAffine, bias } = construct([normalizedShape, options]);
    super("LayerNorm", normalizedShape, elementwiseAffine);
    this.eps = eps;
    this.bias =
      elementwiseAffine && bias
        ? makeParameter(this.normalizedShape, () => zeros(this.normalizedShape))
        : null;
    nameSites(this, normSites);
  }

  /** @throws ShapeError unless the trailing dims of x are normalizedShape. */
  override forward(x: Tensor): Tensor {
    try {
      checkTensor("LayerNorm.forward", "x", x);
      checkTrailing("LayerNorm", x, this.normalizedShape);
      const { normalizedShape, weight, bias, eps } = this;
      const normed = isWatched(this, "hook_scale")
        ? this.#byScale(x)
        : within("LayerNorm.forward", () => normalize(x, normalizedShape.length, weight, bias, eps));
      return site(this, "hook_normalized", normed);
    } catch (error) {
      throw withPlace(error, this);
    }
  }

  #byScale(x: Tensor): Tensor {
    const dims = trailingDims(this);
    const centred = x.sub(x.mean(dims, { keepdim: true }));
    const variance = centred.square().mean(dims, { keepdim: true });
    return normByScale(this, centred, variance.add(this.eps).sqrt());
  }
}

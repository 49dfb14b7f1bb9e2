import type { Shape, Tensor } from "@saccade/tensor";
import { checkTensor, within } from "@saccade/tensor/backend";
import { flag, nullable, type OptionsOf } from "@saccade/tensor/contract";
import * as fused from "@saccade/tensor/fused";
import { positive } from "../rules.ts";
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
  /** Added to the mean square. Default null: the machine epsilon of the input's dtype, 2⁻²³ for float32. */
  eps: nullable(positive(0), null),
  /** Whether a learned weight follows. Default true. */
  elementwiseAffine: flag(true),
};
const construct = normLayerCall("RMSNorm", rules, "RMSNorm has no bias");
const call = normCall("rmsNorm", { eps: rules.eps });

/** Options of {@link RMSNorm}. */
export interface RMSNormOptions extends OptionsOf<typeof construct> {}

/**
 * x / √(mean(x²) + eps) · weight over the trailing dims `normalizedShape` (Zhang & Sennrich 2019). Unlike layer norm,
 * it does not subtract the mean.
 *
 * @param normalizedShape the trailing dims, such as [8]. `weight` has this shape too.
 * @param eps null means the machine epsilon of x's dtype.
 * @throws ShapeError unless x and the weight have these trailing dims; DTypeError unless both are of the same floats.
 * @example rmsNorm(tensor([[3, 4]]), [2]) // tensor([[0.8485, 1.1314]])
 */
export function rmsNorm(
  x: Tensor,
  normalizedShape: Shape,
  weight: Tensor | null = null,
  eps: number | null = null,
): Tensor {
  call([x, normalizedShape, weight, eps]);
  checkTrailing("rmsNorm", x, normalizedShape);
  return normalize(x, normalizedShape.length, weight, eps);
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
export class RMSNorm extends Norm {
  /** Added to the mean square; null for the machine epsilon of the input's dtype. */
  readonly eps: number | null;

  /**
   * The weight starts as ones.
   *
   * @param normalizedShape the size of the last dim, or the sizes of several trailing dims.
   */
  constructor(normalizedShape: number | Shape, options?: RMSNormOptions) {
    const { eps, elementwiseAffine } = construct([normalizedShape, options]);
    super("RMSNorm", normalizedShape, elementwiseAffine);
    this.eps = eps;
    nameSites(this, normSites);
  }

  /** @throws ShapeError unless the trailing dims of x are normalizedShape. */
  override forward(x: Tensor): Tensor {
    checkTensor("RMSNorm.forward", "x", x);
    checkTrailing("RMSNorm", x, this.normalizedShape);
    const { normalizedShape, weight, eps } = this;
    const normed = isWatched(this, "hook_scale")
      ? this.#byScale(x)
      : within("RMSNorm.forward", () => normalize(x, normalizedShape.length, weight, eps));
    return site(this, "hook_normalized", normed);
  }

  #byScale(x: Tensor): Tensor {
    const meanSquare = x.square().mean(trailingDims(this), { keepdim: true });
    return normByScale(this, x, meanSquare.add(this.eps ?? machineEpsilon(x)).sqrt());
  }
}

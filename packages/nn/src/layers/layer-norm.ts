// Norms of trailing dims, functions and layers: LayerNorm and RMSNorm.
import { ones, type Shape, ShapeError, type Tensor, zeros } from "@saccade/tensor";
import { checkAddressable, checkTensor, formatShape, sameShape, within } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import * as fused from "@saccade/tensor/fused";
import { declare, type OptionsOf } from "../declare.ts";
import { Module } from "../module.ts";
import { makeParameter, type Parameter } from "../parameter.ts";
import { withPlace } from "../place.ts";
import { maybeFloats, positive } from "../rules.ts";
import { showSettings } from "../show-settings.ts";
import { isWatched, nameSites, site } from "../sites.ts";

function shapeRules() {
  const size = c.whole(undefined, { min: 0 });
  const sizes = c.listOf(size);
  const trailing = c.required({
    ...sizes,
    ...c.rule("a list of sizes", (value): value is Shape => sizes.holds(value) && value.length > 0),
    fix: () => "write [8]",
  });
  const trailingOrLast = c.required({
    ...sizes,
    ...c.rule(
      "a whole number ≥ 0 or a list of them",
      (value): value is number | Shape => size.holds(value) || trailing.holds(value),
    ),
  });
  return { trailing, trailingOrLast };
}

/** What a norm takes as a function, before its eps. */
const normTensors = () => ({
  x: c.required(c.tensorRule("float")),
  normalizedShape: shapeRules().trailing,
  weight: maybeFloats(),
});
const epsRule = () => ({
  /** Added to the variance. Default 1e-5. */
  eps: positive(1e-5),
});
const machineEpsRule = () => ({
  /** Added to the mean square. Default null: the machine epsilon of the input's dtype, 2⁻²³ for float32. */
  eps: c.nullable(positive(0), null),
});

/** The common part of LayerNorm and RMSNorm. Their sites: hook_scale, the divisor (…, 1), and hook_normalized, the output. */
abstract class Norm extends Module {
  /** The trailing dims that are normalized. */
  readonly normalizedShape: Shape;
  /** Of normalizedShape, or null. */
  weight: Parameter | null;
  /** Added before the root is taken. */
  abstract readonly eps: number | null;

  constructor(layer: string, normalizedShape: number | Shape, affine: boolean) {
    const shape = [normalizedShape].flat();
    checkAddressable(layer, shape);
    super();
    this.normalizedShape = shape;
    this.weight = affine ? makeParameter(shape, () => ones(shape)) : null;
    nameSites(this, { sites: ["hook_scale", "hook_normalized"] });
  }

  protected override describeOptions(): string {
    const { normalizedShape, eps, weight } = this;
    return `${formatShape(normalizedShape)}, ${showSettings({ eps, elementwiseAffine: weight !== null })}`;
  }
}

/** @throws ShapeError unless the trailing dims of x are `normalizedShape`. */
function checkTrailing(what: string, { shape }: Tensor, normalizedShape: Shape): void {
  if (sameShape(shape.slice(-normalizedShape.length), normalizedShape)) return;
  throw new ShapeError(
    `${what}: input ${formatShape(shape)} does not end in ${formatShape(normalizedShape)} (normalizedShape).`,
  );
}

/** The dims that a norm normalizes, from the end: −1, −2, … */
function trailingDims({ normalizedShape }: Norm): number[] {
  return normalizedShape.map((_, i) => i - normalizedShape.length);
}

/** A norm by its definition, in which its scale can be replaced: centred / scale · weight + bias. */
function normByScale(
  norm: Module & { readonly weight: Tensor | null; readonly bias?: Tensor | null },
  centred: Tensor,
  scale: Tensor,
): Tensor {
  const normed = centred.div(site(norm, "hook_scale", scale));
  const weighted = norm.weight ? normed.mul(norm.weight) : normed;
  return norm.bias ? weighted.add(norm.bias) : weighted;
}

const layerNormCall = /* @__PURE__ */ declare("layerNorm(x, [8])", () => ({
  positional: { ...normTensors(), bias: maybeFloats(), ...epsRule() },
}));
const newLayerNorm = /* @__PURE__ */ declare("new LayerNorm(8, { eps: 1e-6 })", () => ({
  positional: { normalizedShape: shapeRules().trailingOrLast },
  options: {
    ...epsRule(),
    /** Whether a learned weight and bias follow. Default true. */
    elementwiseAffine: c.flag(true),
    /** Whether the affine part has a bias. Default true. */
    bias: c.flag(true),
  },
}));

// The eps comes first: published types keep its docstring, and lose those of rules that are spread.
/** Options of {@link LayerNorm}. */
export interface LayerNormOptions
  extends c.Given<ReturnType<typeof epsRule>>,
    OptionsOf<typeof newLayerNorm> {}

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
  layerNormCall([x, normalizedShape, weight, bias, eps]);
  checkTrailing("layerNorm", x, normalizedShape);
  if (bias && !sameShape(bias.shape, normalizedShape))
    throw new ShapeError(
      `layerNorm: bias is ${bias.describe()}, expected the shape ${formatShape(normalizedShape)} of normalizedShape.`,
    );
  return layerNormed(x, normalizedShape.length, weight, bias, eps);
}

function layerNormed(
  x: Tensor,
  dims: number,
  weight: Tensor | null,
  bias: Tensor | null,
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
    const { eps, elementwiseAffine, bias } = newLayerNorm([normalizedShape, options]);
    super("LayerNorm", normalizedShape, elementwiseAffine);
    this.eps = eps;
    this.bias =
      elementwiseAffine && bias
        ? makeParameter(this.normalizedShape, () => zeros(this.normalizedShape))
        : null;
  }

  /** @throws ShapeError unless the trailing dims of x are normalizedShape. */
  override forward(x: Tensor): Tensor {
    try {
      checkTensor("LayerNorm.forward", "x", x);
      checkTrailing("LayerNorm", x, this.normalizedShape);
      const { normalizedShape, weight, bias, eps } = this;
      const normed = isWatched(this, "hook_scale")
        ? this.#byScale(x)
        : within("LayerNorm.forward", () => layerNormed(x, normalizedShape.length, weight, bias, eps));
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

const rmsNormCall = /* @__PURE__ */ declare("rmsNorm(x, [8])", () => ({
  positional: { ...normTensors(), ...machineEpsRule() },
}));
const newRMSNorm = /* @__PURE__ */ declare("new RMSNorm(8, { eps: 1e-6 })", () => ({
  positional: { normalizedShape: shapeRules().trailingOrLast },
  options: {
    ...machineEpsRule(),
    /** Whether a learned weight follows. Default true. */
    elementwiseAffine: c.flag(true),
  },
  renamed: { bias: "RMSNorm has no bias" },
}));

/** Options of {@link RMSNorm}. */
export interface RMSNormOptions
  extends c.Given<ReturnType<typeof machineEpsRule>>,
    OptionsOf<typeof newRMSNorm> {}

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
  rmsNormCall([x, normalizedShape, weight, eps]);
  checkTrailing("rmsNorm", x, normalizedShape);
  return rmsNormed(x, normalizedShape.length, weight, eps);
}

function rmsNormed(x: Tensor, dims: number, weight: Tensor | null, eps: number | null): Tensor {
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
    const { eps, elementwiseAffine } = newRMSNorm([normalizedShape, options]);
    super("RMSNorm", normalizedShape, elementwiseAffine);
    this.eps = eps;
  }

  /** @throws ShapeError unless the trailing dims of x are normalizedShape. */
  override forward(x: Tensor): Tensor {
    checkTensor("RMSNorm.forward", "x", x);
    checkTrailing("RMSNorm", x, this.normalizedShape);
    const { normalizedShape, weight, eps } = this;
    const normed = isWatched(this, "hook_scale")
      ? this.#byScale(x)
      : within("RMSNorm.forward", () => rmsNormed(x, normalizedShape.length, weight, eps));
    return site(this, "hook_normalized", normed);
  }

  #byScale(x: Tensor): Tensor {
    const meanSquare = x.square().mean(trailingDims(this), { keepdim: true });
    return normByScale(this, x, meanSquare.add(this.eps ?? machineEpsilon(x)).sqrt());
  }
}

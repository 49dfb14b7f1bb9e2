import { ShapeError, type Tensor, uniform } from "@saccade/tensor";
import { affine, formatShape } from "@saccade/tensor/backend";
import { Module } from "../module.ts";
import { makeParameter, type Parameter } from "../parameter.ts";
import { checkSizes } from "./check-sizes.ts";

export interface LinearOptions {
  /** Whether a learned bias is added. Default true. */
  readonly bias?: boolean;
}

/**
 * x Wᵀ + b over the last dim: x (…, in), weight (out, in), bias (out) → (…, out).
 *
 * @throws ShapeError when the last dim of x is not the weight's.
 */
export function linear(x: Tensor, weight: Tensor, bias?: Tensor | null): Tensor {
  if (weight.ndim !== 2 || x.shape.at(-1) !== weight.shape[1]) {
    throw new ShapeError(
      `linear: input ${formatShape(x.shape)} and weight ${formatShape(weight.shape)}: the last dim of the input must be ` +
        "the last of the weight (out, in).",
    );
  }
  return affine(x, weight, bias);
}

/** y = x Wᵀ + b: (…, inFeatures) → (…, outFeatures). `weight` is (outFeatures, inFeatures). */
export class Linear extends Module {
  readonly inFeatures: number;
  readonly outFeatures: number;
  weight: Parameter;
  bias: Parameter | null;

  /** Weight and bias start as U(−1/√inFeatures, 1/√inFeatures), PyTorch's default. */
  constructor(inFeatures: number, outFeatures: number, { bias = true }: LinearOptions = {}) {
    super();
    checkSizes("Linear", { inFeatures, outFeatures });
    this.inFeatures = inFeatures;
    this.outFeatures = outFeatures;
    const bound = inFeatures > 0 ? 1 / Math.sqrt(inFeatures) : 0;
    this.weight = makeParameter(() => uniform(-bound, bound, [outFeatures, inFeatures]));
    this.bias = bias ? makeParameter(() => uniform(-bound, bound, [outFeatures])) : null;
  }

  override forward(x: Tensor): Tensor {
    if (x.shape.at(-1) !== this.inFeatures) {
      throw new ShapeError(
        `Linear: input ${formatShape(x.shape)} has ${x.shape.at(-1) ?? "no"} features, expected ${this.inFeatures} (inFeatures).`,
      );
    }
    return linear(x, this.weight, this.bias);
  }

  protected override describeOptions(): string {
    return `inFeatures=${this.inFeatures}, outFeatures=${this.outFeatures}, bias=${this.bias !== null}`;
  }
}

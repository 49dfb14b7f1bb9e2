import type { Tensor } from "@saccade/tensor";
import { flag, type OptionsOf, signature, tensors } from "@saccade/tensor/contract";
import * as fused from "@saccade/tensor/fused";
import { Module } from "../module.ts";
import type { Parameter } from "../parameter.ts";
import { withPlace } from "../place.ts";
import { count } from "../rules.ts";
import { showSettings } from "../show-settings.ts";
import { uniformParameter } from "./uniform-parameter.ts";

/**
 * A linear map over the last dim, (…, inFeatures) → (…, outFeatures): {@link Linear}, or a module that takes its place,
 * with weights kept in another form or something added to its output.
 */
export interface LinearMap extends Module {
  /** The size of the last dim of the input. */
  readonly inFeatures: number;
  /** The size of the last dim of the output. */
  readonly outFeatures: number;
  /** @throws ShapeError unless the last dim of x is inFeatures. */
  forward(x: Tensor): Tensor;
}

const linearInputs = /* @__PURE__ */ tensors("linear", "x (…, in)  weight (out, in)  bias? (out)");
const inputs = tensors("Linear.forward", "x (…, inFeatures)");
const construct = signature(
  "Linear",
  { inFeatures: count(), outFeatures: count() },
  {
    /** Whether a learned bias is added. Default true. */
    bias: flag(true),
  },
  { example: "new Linear(3, 2, { bias: false })" },
);

/** Options of {@link Linear}. */
export interface LinearOptions extends OptionsOf<typeof construct> {}

/**
 * x Wᵀ + b over the last dim: x (…, in), weight (out, in), bias (out) → (…, out).
 *
 * @throws ShapeError if the last dims of x and the weight differ; ArgumentError for arguments that are not tensors.
 * @example linear(tensor([[1, 2]]), tensor([[1, 1], [1, -1]]), tensor([10, 10])) // tensor([[13, 9]])
 */
export function linear(x: Tensor, weight: Tensor, bias?: Tensor | null): Tensor {
  linearInputs.check([x, weight, bias]);
  return fused.linear(x, weight, bias);
}

/**
 * y = x Wᵀ + b: (…, inFeatures) → (…, outFeatures). Parameters: `weight` (outFeatures, inFeatures) and `bias`
 * (outFeatures).
 *
 * @example new Linear(3, 2).forward(randn([8, 3])).shape // [8, 2]
 */
export class Linear extends Module implements LinearMap {
  /** The size of the last dim of the input. */
  readonly inFeatures: number;
  /** The size of the last dim of the output. */
  readonly outFeatures: number;
  /** (outFeatures, inFeatures). */
  weight: Parameter;
  /** (outFeatures), or null. */
  bias: Parameter | null;

  /** Weight and bias start as U(−1/√inFeatures, 1/√inFeatures), PyTorch's default. */
  constructor(inFeatures: number, outFeatures: number, options?: LinearOptions) {
    const { bias } = construct([inFeatures, outFeatures, options]);
    super();
    this.inFeatures = inFeatures;
    this.outFeatures = outFeatures;
    const bound = inFeatures > 0 ? 1 / Math.sqrt(inFeatures) : 0;
    this.weight = uniformParameter("Linear", [outFeatures, inFeatures], bound);
    this.bias = bias ? uniformParameter("Linear", [outFeatures], bound) : null;
  }

  /** @throws ShapeError unless the last dim of x is inFeatures. */
  override forward(x: Tensor): Tensor {
    try {
      inputs.check([x], { inFeatures: this.inFeatures });
      return fused.linear(x, this.weight, this.bias);
    } catch (error) {
      throw withPlace(error, this);
    }
  }

  protected override describeOptions(): string {
    const { inFeatures, outFeatures, bias } = this;
    return showSettings({ inFeatures, outFeatures, bias: bias !== null });
  }
}

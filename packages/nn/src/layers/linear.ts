import { ShapeError, type Tensor, uniform } from "@saccade/tensor";
import {
  checkAddressable,
  checkBoolean,
  checkOptions,
  checkTensor,
  formatShape,
  optionNames,
  refuseExtra,
} from "@saccade/tensor/backend";
import * as fused from "@saccade/tensor/fused";
import { checkSizes } from "../checks.ts";
import { Module } from "../module.ts";
import { makeParameter, type Parameter } from "../parameter.ts";

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

/** Options of {@link Linear}. */
export interface LinearOptions {
  /** Whether a learned bias is added. Default true. */
  readonly bias?: boolean;
}

const linearOptions = optionNames<LinearOptions>(
  "Linear",
  { bias: true },
  "new Linear(3, 2, { bias: false })",
);

/**
 * x Wᵀ + b over the last dim: x (…, in), weight (out, in), bias (out) → (…, out).
 *
 * @throws ShapeError if the last dims of x and the weight differ; ArgumentError for arguments that are not tensors.
 * @example linear(tensor([[1, 2]]), tensor([[1, 1], [1, -1]]), tensor([10, 10])) // tensor([[13, 9]])
 */
export function linear(x: Tensor, weight: Tensor, bias?: Tensor | null): Tensor {
  refuseExtra("linear", arguments, 3);
  checkTensor("linear", "x", x);
  checkTensor("linear", "weight", weight);
  if (bias !== undefined && bias !== null) checkTensor("linear", "bias", bias);
  if (weight.ndim !== 2 || x.shape.at(-1) !== weight.shape[1]) {
    throw new ShapeError(
      `linear: input ${formatShape(x.shape)} and weight ${formatShape(weight.shape)}: the last dim of the input must be ` +
        "the last of the weight (out, in).",
    );
  }
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

  /**
   * Weight and bias start as U(−1/√inFeatures, 1/√inFeatures), PyTorch's default.
   *
   * @throws ArgumentError for sizes that are not whole numbers ≥ 0, or an unknown option.
   */
  constructor(inFeatures: number, outFeatures: number, options: LinearOptions = {}) {
    refuseExtra(linearOptions, arguments, 3);
    checkSizes("Linear", { inFeatures, outFeatures });
    checkOptions(linearOptions, options);
    const { bias = true } = options;
    checkBoolean("Linear", "bias", bias);
    checkAddressable("Linear", [outFeatures, inFeatures]);
    super();
    this.inFeatures = inFeatures;
    this.outFeatures = outFeatures;
    const bound = inFeatures > 0 ? 1 / Math.sqrt(inFeatures) : 0;
    this.weight = makeParameter([outFeatures, inFeatures], () =>
      uniform(-bound, bound, [outFeatures, inFeatures]),
    );
    this.bias = bias ? makeParameter([outFeatures], () => uniform(-bound, bound, [outFeatures])) : null;
  }

  /** @throws ShapeError unless the last dim of x is inFeatures. */
  override forward(x: Tensor): Tensor {
    refuseExtra("Linear.forward", arguments, 1);
    checkTensor("Linear", "x", x);
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

// x1ᵀ W x2: function and layer.
import { einsum, type Tensor } from "@saccade/tensor";
import { flag, required, size, tensors } from "@saccade/tensor/contract";
import { declare, type OptionsOf } from "../declare.ts";
import { Module } from "../module.ts";
import type { Parameter } from "../parameter.ts";
import { showSettings } from "../show-settings.ts";
import { uniformParameter } from "./uniform-parameter.ts";

const functionInputs = /* @__PURE__ */ tensors(
  "bilinear",
  "x1 (…, in1)  x2 (…, in2)  weight (out, in1, in2)  bias? (out)",
);

/**
 * x1ᵀ W x2 + b for each output, over the last dims: x1 (…, in1), x2 (…, in2), weight (out, in1, in2), bias (out) →
 * (…, out).
 *
 * @throws ShapeError if the sizes do not fit the weight's.
 * @example functional.bilinear(tensor([[2]]), tensor([[3]]), tensor([[[10]]])) // tensor([[60]])
 */
export function bilinear(x1: Tensor, x2: Tensor, weight: Tensor, bias?: Tensor | null): Tensor {
  functionInputs.check([x1, x2, weight, bias]);
  return bilinearOf(x1, x2, weight, bias);
}

/** {@link bilinear} of checked tensors. */
function bilinearOf(x1: Tensor, x2: Tensor, weight: Tensor, bias?: Tensor | null): Tensor {
  const product = einsum("...i,oij,...j->...o", x1, weight, x2);
  return bias ? product.add(bias) : product;
}

const construct = /* @__PURE__ */ declare("new Bilinear(3, 2, 4)", () => ({
  positional: {
    in1Features: required(size()),
    in2Features: required(size()),
    outFeatures: required(size()),
  },
  options: {
    /** Whether a learned bias is added. Default true. */
    bias: flag(true),
  },
}));
const inputs = /* @__PURE__ */ tensors("Bilinear.forward", "x1 (…, in1Features)  x2 (…, in2Features)");

/** Options of {@link Bilinear}. */
export interface BilinearOptions extends OptionsOf<typeof construct> {}

/**
 * x1ᵀ W x2 + b for each output: (…, in1Features) and (…, in2Features) → (…, outFeatures). Parameters: `weight`
 * (outFeatures, in1Features, in2Features) and `bias` (outFeatures).
 *
 * @example new Bilinear(3, 2, 4).forward(randn([8, 3]), randn([8, 2])).shape // [8, 4]
 */
export class Bilinear extends Module {
  /** The size of the last dim of x1. */
  readonly in1Features: number;
  /** The size of the last dim of x2. */
  readonly in2Features: number;
  /** The size of the last dim of the output. */
  readonly outFeatures: number;
  /** (outFeatures, in1Features, in2Features). */
  weight: Parameter;
  /** (outFeatures), or null. */
  bias: Parameter | null;

  /** Weight and bias start as U(−1/√in1Features, 1/√in1Features), PyTorch's default. */
  constructor(in1Features: number, in2Features: number, outFeatures: number, options?: BilinearOptions) {
    const { bias } = construct([in1Features, in2Features, outFeatures, options]);
    const bound = 1 / Math.sqrt(in1Features);
    super();
    this.in1Features = in1Features;
    this.in2Features = in2Features;
    this.outFeatures = outFeatures;
    this.weight = uniformParameter("Bilinear", [outFeatures, in1Features, in2Features], bound);
    this.bias = bias ? uniformParameter("Bilinear", [outFeatures], bound) : null;
  }

  /** @throws ShapeError unless the last dims are in1Features and in2Features, and the others equal. */
  override forward(x1: Tensor, x2: Tensor): Tensor {
    const { in1Features, in2Features } = this;
    inputs.check([x1, x2], { in1Features, in2Features });
    return bilinearOf(x1, x2, this.weight, this.bias);
  }

  protected override describeOptions(): string {
    const { in1Features, in2Features, outFeatures, bias } = this;
    return showSettings({ in1Features, in2Features, outFeatures, bias: bias !== null });
  }
}

import { type Tensor, uniform } from "@saccade/tensor";
import { badArgument, checkAddressable, refuseExtra } from "@saccade/tensor/backend";
import { flag, type OptionsOf, oneOf, options, tensors } from "@saccade/tensor/contract";
import { halfLinear } from "@saccade/tensor/fused";
import { checkSizes } from "../checks.ts";
import { Module } from "../module.ts";
import { makeParameter, type Parameter } from "../parameter.ts";
import { skipInit } from "../skip-init.ts";
import { checkHalf, type HalfFormat, halfFormats, halfFromBytes, makeHalf, packHalf } from "./half-weight.ts";
import { Linear, type LinearMap } from "./linear.ts";

const halfOptions = options(
  "HalfLinear",
  {
    /** How the weight's numbers are written. Default "bfloat16". */
    format: oneOf(halfFormats, "bfloat16"),
    /** Whether a bias is added, in float32. Default true. */
    bias: flag(true),
  },
  { example: 'new HalfLinear(4, 2, { format: "bfloat16" })', renamed: { dtype: "write format" } },
);

/** Options of {@link HalfLinear}. */
export interface HalfLinearOptions extends OptionsOf<typeof halfOptions> {}

const forwardInputs = tensors("HalfLinear.forward", "x (…, inFeatures)");

/**
 * A {@link Linear} whose weight stays in 16 bits: half the memory, and half the time where reading the weight is what takes
 * it, as in decoding. The weight is constant; gradients flow to the input and to `bias`.
 *
 * @example HalfLinear.from(new Linear(4, 2), "bfloat16").forward(ones([8, 4])).shape // [8, 2]
 */
export class HalfLinear extends Module implements LinearMap {
  readonly inFeatures: number;
  readonly outFeatures: number;
  /** How the weight's numbers are written. */
  readonly format: HalfFormat;
  /** int32 (outFeatures, inFeatures / 2), two numbers an element, the first in the low half. Not a parameter. */
  weight: Tensor;
  /** (outFeatures), or null. */
  bias: Parameter | null;

  /**
   * Weight and bias start as U(−1/√inFeatures, 1/√inFeatures), but are not written in `skipInit`.
   *
   * @throws ArgumentError for sizes that are not whole numbers ≥ 0, an odd number of inFeatures, or an unknown option.
   */
  constructor(inFeatures: number, outFeatures: number, given: HalfLinearOptions = {}) {
    refuseExtra(halfOptions, arguments, 3);
    checkSizes("HalfLinear", { inFeatures, outFeatures });
    const { format, bias } = halfOptions(given);
    checkHalf("HalfLinear", format, "inFeatures", inFeatures);
    checkAddressable("HalfLinear", [outFeatures, inFeatures]);
    super();
    this.inFeatures = inFeatures;
    this.outFeatures = outFeatures;
    this.format = format;
    const bound = inFeatures > 0 ? 1 / Math.sqrt(inFeatures) : 0;
    const draw = (shape: number[]): Tensor => uniform(-bound, bound, shape);
    this.weight = makeHalf(outFeatures, inFeatures, format, () => draw([outFeatures, inFeatures]));
    this.bias = bias ? makeParameter([outFeatures], () => draw([outFeatures])) : null;
  }

  /**
   * A linear layer with its weight rounded to 16 bits, to the nearest. It shares the bias.
   *
   * @throws ArgumentError unless it is a Linear with an even number of inFeatures.
   */
  static from(linear: Linear, format: HalfFormat): HalfLinear {
    refuseExtra("HalfLinear.from", arguments, 2);
    const name = "HalfLinear.from";
    if (!(linear instanceof Linear)) throw badArgument(name, "linear", "a Linear", linear);
    const { inFeatures, outFeatures, weight, bias } = linear;
    checkHalf(name, format, "inFeatures", inFeatures);
    return HalfLinear.of(inFeatures, outFeatures, format, packHalf(name, weight, format), bias);
  }

  /**
   * A layer whose weight is the bytes of a 16-bit tensor (outFeatures, inFeatures), little-endian, as a safetensors file
   * holds it.
   *
   * @throws ArgumentError for an odd number of inFeatures; ShapeError for another number of bytes.
   */
  static fromBytes(
    bytes: Uint8Array,
    inFeatures: number,
    outFeatures: number,
    format: HalfFormat,
    bias: Parameter | null = null,
  ): HalfLinear {
    refuseExtra("HalfLinear.fromBytes", arguments, 5);
    const name = "HalfLinear.fromBytes";
    checkSizes(name, { inFeatures, outFeatures });
    checkHalf(name, format, "inFeatures", inFeatures);
    const weight = halfFromBytes(name, bytes, outFeatures, inFeatures);
    return HalfLinear.of(inFeatures, outFeatures, format, weight, bias);
  }

  private static of(
    inFeatures: number,
    outFeatures: number,
    format: HalfFormat,
    weight: Tensor,
    bias: Parameter | null,
  ): HalfLinear {
    const made = skipInit(() => new HalfLinear(inFeatures, outFeatures, { format, bias: false }));
    made.weight.dispose();
    made.weight = weight;
    made.bias = bias;
    return made;
  }

  /** @throws ShapeError unless the last dim of x is inFeatures. */
  override forward(x: Tensor): Tensor {
    forwardInputs.check(arguments, { inFeatures: this.inFeatures });
    return halfLinear(x, this.weight, this.format, this.bias);
  }

  protected override describeOptions(): string {
    return `inFeatures=${this.inFeatures}, outFeatures=${this.outFeatures}, format=${this.format}, bias=${this.bias !== null}`;
  }
}

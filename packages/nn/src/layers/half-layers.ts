// Layers whose weights stay in 16 bits.
import { embedding, randn, scope, type Tensor, uniform } from "@saccade/tensor";
import { checkAddressable, within } from "@saccade/tensor/backend";
import * as c from "@saccade/tensor/contract";
import { halfLinear, widenHalf } from "@saccade/tensor/fused";
import { declare, type OptionsOf } from "../declare.ts";
import { Module } from "../module.ts";
import { Parameter } from "../parameter.ts";
import { count } from "../rules.ts";
import { showSettings } from "../show-settings.ts";
import { Embedding } from "./embedding.ts";
import {
  evenRule,
  formatRule,
  type HalfFormat,
  halfFromBytes,
  makeHalf,
  packed,
  withWeight,
} from "./half-weight.ts";
import { Linear, type LinearMap } from "./linear.ts";
import { uniformParameter } from "./uniform-parameter.ts";

const bytes = c.required(c.instanceOf("a Uint8Array", Uint8Array));
const format = c.required(formatRule);
const linear = c.required(c.instanceOf("a Linear", Linear));
const table = c.required(c.instanceOf("an Embedding", Embedding));
const bias = c.nullable(c.instanceOf("a Parameter", Parameter), null);
const features = { inFeatures: evenRule, outFeatures: count() };
const rows = { numEmbeddings: count(), embeddingDim: evenRule };

const linearInputs = c.tensors("HalfLinear.forward", "x (…, inFeatures)");
const tableInputs = c.tensors("HalfEmbedding.forward", "indices (…)");
const scored = c.tensors("HalfEmbedding.scores", "x (…, embeddingDim)  bias? (numEmbeddings)");

const fromLinear = c.signature("HalfLinear.from(layer, format)", { linear, format });
const linearBytes = c.signature('HalfLinear.fromBytes(bytes, 4, 2, "bfloat16")', {
  bytes,
  ...features,
  format,
  bias,
});
const fromTable = c.signature("HalfEmbedding.from(table, format)", { table, format });
const tableBytes = c.signature('HalfEmbedding.fromBytes(bytes, 100, 8, "bfloat16")', {
  bytes,
  ...rows,
  format,
});
const makeTable = c.signature("new HalfEmbedding(100, 8)", { ...rows, format });
const makeLinear = declare('new HalfLinear(4, 2, { format: "bfloat16" })', () => ({
  positional: features,
  options: {
    /** How the weight's numbers are written. Default "bfloat16". */
    format: formatRule,
    /** Whether a bias is added, in float32. Default true. */
    bias: c.flag(true),
  },
  renamed: { dtype: "write format" },
}));

/** Options of {@link HalfLinear}. */
export interface HalfLinearOptions extends OptionsOf<typeof makeLinear> {}

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

  /** Weight and bias start as U(−1/√inFeatures, 1/√inFeatures), but are not written in `skipInit`. */
  constructor(inFeatures: number, outFeatures: number, options?: HalfLinearOptions) {
    const { format, bias } = makeLinear([inFeatures, outFeatures, options]);
    const shape = [outFeatures, inFeatures];
    checkAddressable("HalfLinear", shape);
    super();
    this.inFeatures = inFeatures;
    this.outFeatures = outFeatures;
    this.format = format;
    const bound = inFeatures > 0 ? 1 / Math.sqrt(inFeatures) : 0;
    this.weight = makeHalf(outFeatures, inFeatures, format, (on) => uniform(-bound, bound, shape, on));
    this.bias = bias ? uniformParameter("HalfLinear", [outFeatures], bound) : null;
  }

  /** A linear layer with its weight rounded to 16 bits, to the nearest. It shares the bias; inFeatures must be even. */
  static from(linear: Linear, format: HalfFormat): HalfLinear {
    fromLinear([linear, format]);
    const { inFeatures, outFeatures, weight, bias } = linear;
    return bareLinear(inFeatures, outFeatures, format, bias, () => packed(weight, format));
  }

  /**
   * A layer whose weight is the bytes of a 16-bit tensor (outFeatures, inFeatures), little-endian, as a safetensors file
   * holds it.
   *
   * @throws ShapeError for another number of bytes.
   */
  static fromBytes(
    bytes: Uint8Array,
    inFeatures: number,
    outFeatures: number,
    format: HalfFormat,
    bias: Parameter | null = null,
  ): HalfLinear {
    linearBytes([bytes, inFeatures, outFeatures, format, bias]);
    const weight = (): Tensor => halfFromBytes("HalfLinear.fromBytes", bytes, outFeatures, inFeatures);
    return bareLinear(inFeatures, outFeatures, format, bias, weight);
  }

  /** @throws ShapeError unless the last dim of x is inFeatures. */
  override forward(x: Tensor): Tensor {
    linearInputs.check([x], { inFeatures: this.inFeatures });
    return within("HalfLinear.forward", () => halfLinear(x, this.weight, this.format, this.bias));
  }

  protected override describeOptions(): string {
    const { inFeatures, outFeatures, format, bias } = this;
    return showSettings({ inFeatures, outFeatures, format, bias: bias !== null });
  }
}

/** A layer with this weight and bias. */
function bareLinear(
  inFeatures: number,
  outFeatures: number,
  format: HalfFormat,
  bias: Parameter | null,
  weight: () => Tensor,
): HalfLinear {
  const make = (): HalfLinear => new HalfLinear(inFeatures, outFeatures, { format, bias: false });
  return Object.assign(withWeight(make, weight), { bias });
}

/**
 * An {@link Embedding} whose table stays in 16 bits: indices (…) int32 → (…, embeddingDim) float32. The table is constant.
 * `scores` uses it as an output layer.
 *
 * @example HalfEmbedding.from(new Embedding(100, 8), "bfloat16").forward(tensor([1, 2], { dtype: "int32" })).shape // [2, 8]
 */
export class HalfEmbedding extends Module {
  /** Rows of the table. */
  readonly numEmbeddings: number;
  /** The size of each vector. */
  readonly embeddingDim: number;
  /** How the table's numbers are written. */
  readonly format: HalfFormat;
  /** int32 (numEmbeddings, embeddingDim / 2), two numbers an element, the first in the low half. Not a parameter. */
  weight: Tensor;

  /** The table starts as N(0, 1), but is not written in `skipInit`. */
  constructor(numEmbeddings: number, embeddingDim: number, format: HalfFormat = "bfloat16") {
    makeTable([numEmbeddings, embeddingDim, format]);
    const shape = [numEmbeddings, embeddingDim];
    checkAddressable("HalfEmbedding", shape);
    super();
    this.numEmbeddings = numEmbeddings;
    this.embeddingDim = embeddingDim;
    this.format = format;
    this.weight = makeHalf(numEmbeddings, embeddingDim, format, (on) => randn(shape, on));
  }

  /** A table rounded to 16 bits, to the nearest. Its width must be even. */
  static from(table: Embedding, format: HalfFormat): HalfEmbedding {
    fromTable([table, format]);
    const { numEmbeddings, embeddingDim, weight } = table;
    const make = (): HalfEmbedding => new HalfEmbedding(numEmbeddings, embeddingDim, format);
    return withWeight(make, () => packed(weight, format));
  }

  /**
   * A table that is the bytes of a 16-bit tensor (numEmbeddings, embeddingDim), little-endian, as a safetensors file holds
   * it.
   *
   * @throws ShapeError for another number of bytes.
   */
  static fromBytes(
    bytes: Uint8Array,
    numEmbeddings: number,
    embeddingDim: number,
    format: HalfFormat,
  ): HalfEmbedding {
    tableBytes([bytes, numEmbeddings, embeddingDim, format]);
    const make = (): HalfEmbedding => new HalfEmbedding(numEmbeddings, embeddingDim, format);
    const what = "HalfEmbedding.fromBytes";
    return withWeight(make, () => halfFromBytes(what, bytes, numEmbeddings, embeddingDim));
  }

  /** @throws DTypeError unless the indices are int32, IndexError for an index that is not a row. */
  override forward(indices: Tensor): Tensor {
    tableInputs.check([indices]);
    return within("HalfEmbedding.forward", () =>
      scope(() => widenHalf(embedding(this.weight, indices), this.format)),
    );
  }

  /** x Tᵀ + bias, the products with each row: x (…, embeddingDim) → (…, numEmbeddings). */
  scores(x: Tensor, bias?: Tensor | null): Tensor {
    const { numEmbeddings, embeddingDim } = this;
    scored.check([x, bias], { numEmbeddings, embeddingDim });
    return within("HalfEmbedding.scores", () => halfLinear(x, this.weight, this.format, bias));
  }

  protected override describeOptions(): string {
    const { numEmbeddings, embeddingDim, format } = this;
    return showSettings({ numEmbeddings, embeddingDim, format });
  }
}

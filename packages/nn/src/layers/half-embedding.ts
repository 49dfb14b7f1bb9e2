import { embedding, randn, scope, type Tensor } from "@saccade/tensor";
import { badArgument, checkAddressable, refuseExtra } from "@saccade/tensor/backend";
import { tensors } from "@saccade/tensor/contract";
import { halfLinear, widenHalf } from "@saccade/tensor/fused";
import { checkSizes } from "../checks.ts";
import { Module } from "../module.ts";
import { skipInit } from "../skip-init.ts";
import { Embedding } from "./embedding.ts";
import { checkHalf, type HalfFormat, halfFromBytes, makeHalf, packHalf } from "./half-weight.ts";

const forwardInputs = tensors("HalfEmbedding.forward", "indices (…)");

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

  /**
   * The table starts as N(0, 1), but is not written in `skipInit`.
   *
   * @throws ArgumentError for sizes that are not whole numbers ≥ 0, an odd embeddingDim, or an unknown format.
   */
  constructor(numEmbeddings: number, embeddingDim: number, format: HalfFormat = "bfloat16") {
    refuseExtra("HalfEmbedding", arguments, 3);
    checkSizes("HalfEmbedding", { numEmbeddings, embeddingDim });
    checkHalf("HalfEmbedding", format, "embeddingDim", embeddingDim);
    checkAddressable("HalfEmbedding", [numEmbeddings, embeddingDim]);
    super();
    this.numEmbeddings = numEmbeddings;
    this.embeddingDim = embeddingDim;
    this.format = format;
    this.weight = makeHalf(numEmbeddings, embeddingDim, format, () => randn([numEmbeddings, embeddingDim]));
  }

  /** A table rounded to 16 bits, to the nearest. @throws ArgumentError unless it is an Embedding of an even width. */
  static from(table: Embedding, format: HalfFormat): HalfEmbedding {
    refuseExtra("HalfEmbedding.from", arguments, 2);
    const name = "HalfEmbedding.from";
    if (!(table instanceof Embedding)) throw badArgument(name, "table", "an Embedding", table);
    checkHalf(name, format, "embeddingDim", table.embeddingDim);
    const weight = packHalf(name, table.weight, format);
    return HalfEmbedding.of(table.numEmbeddings, table.embeddingDim, format, weight);
  }

  /**
   * A table that is the bytes of a 16-bit tensor (numEmbeddings, embeddingDim), little-endian, as a safetensors file holds
   * it.
   *
   * @throws ArgumentError for an odd embeddingDim; ShapeError for another number of bytes.
   */
  static fromBytes(
    bytes: Uint8Array,
    numEmbeddings: number,
    embeddingDim: number,
    format: HalfFormat,
  ): HalfEmbedding {
    refuseExtra("HalfEmbedding.fromBytes", arguments, 4);
    const name = "HalfEmbedding.fromBytes";
    checkSizes(name, { numEmbeddings, embeddingDim });
    checkHalf(name, format, "embeddingDim", embeddingDim);
    const weight = halfFromBytes(name, bytes, numEmbeddings, embeddingDim);
    return HalfEmbedding.of(numEmbeddings, embeddingDim, format, weight);
  }

  private static of(rows: number, width: number, format: HalfFormat, weight: Tensor): HalfEmbedding {
    const made = skipInit(() => new HalfEmbedding(rows, width, format));
    made.weight.dispose();
    made.weight = weight;
    return made;
  }

  /** @throws DTypeError unless the indices are int32, IndexError for an index that is not a row. */
  override forward(indices: Tensor): Tensor {
    forwardInputs.check(arguments);
    return scope(() => widenHalf(embedding(this.weight, indices), this.format));
  }

  /** x Tᵀ + bias, the products with each row: x (…, embeddingDim) → (…, numEmbeddings). */
  scores(x: Tensor, bias?: Tensor | null): Tensor {
    refuseExtra("HalfEmbedding.scores", arguments, 2);
    return halfLinear(x, this.weight, this.format, bias);
  }

  protected override describeOptions(): string {
    return `numEmbeddings=${this.numEmbeddings}, embeddingDim=${this.embeddingDim}, format=${this.format}`;
  }
}

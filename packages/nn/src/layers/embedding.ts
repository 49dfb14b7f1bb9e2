import { arange, embedding, randn, type Tensor } from "@saccade/tensor";
import { checkAddressable, checkInteger, refuseExtra } from "@saccade/tensor/backend";
import { nullable, type OptionsOf, options, tensors, whole } from "@saccade/tensor/contract";
import { checkSizes } from "../checks.ts";
import { Module } from "../module.ts";
import { makeParameter, type Parameter } from "../parameter.ts";
import { linear } from "./linear.ts";

const embeddingOptions = options(
  "Embedding",
  {
    /** A row that starts as zeros and gets no gradient; negative counts from the end. */
    paddingIdx: nullable(whole(), null),
  },
  { example: "new Embedding(100, 8, { paddingIdx: 0 })" },
);

/** Options of {@link Embedding}. */
export interface EmbeddingOptions extends OptionsOf<typeof embeddingOptions> {}

const forwardInputs = tensors("Embedding.forward", "indices (…)");

/**
 * A table of vectors: indices (…) int32 → (…, embeddingDim). Parameter: `weight` (numEmbeddings, embeddingDim).
 *
 * @example new Embedding(100, 8).forward(tensor([[1, 2], [3, 4]], { dtype: "int32" })).shape // [2, 2, 8]
 */
export class Embedding extends Module {
  /** Rows of the table. */
  readonly numEmbeddings: number;
  /** The size of each vector. */
  readonly embeddingDim: number;
  /** The row that gets no gradient, counted from 0; null for none. */
  readonly paddingIdx: number | null;
  /** The table: (numEmbeddings, embeddingDim). */
  weight: Parameter;

  /**
   * The weight starts as N(0, 1), its padding row as zeros.
   *
   * @throws ArgumentError for sizes that are not whole numbers ≥ 1, a paddingIdx that is not a row, or an unknown
   * option.
   */
  constructor(numEmbeddings: number, embeddingDim: number, given: EmbeddingOptions = {}) {
    refuseExtra(embeddingOptions, arguments, 3);
    checkSizes("Embedding", { numEmbeddings, embeddingDim }, 1);
    const { paddingIdx } = embeddingOptions(given);
    if (paddingIdx !== null)
      checkInteger("Embedding", "paddingIdx", paddingIdx, -numEmbeddings, numEmbeddings - 1);
    checkAddressable("Embedding", [numEmbeddings, embeddingDim]);
    super();
    this.numEmbeddings = numEmbeddings;
    this.embeddingDim = embeddingDim;
    this.paddingIdx = paddingIdx !== null && paddingIdx < 0 ? paddingIdx + numEmbeddings : paddingIdx;
    this.weight = makeParameter([numEmbeddings, embeddingDim], () => {
      const table = randn([numEmbeddings, embeddingDim]);
      if (this.paddingIdx === null) return table;
      const isPadding = arange(numEmbeddings).eq(this.paddingIdx).unsqueeze(1); // (numEmbeddings, 1)
      return table.maskedFill(isPadding, 0);
    });
  }

  /** @throws DTypeError unless the indices are int32, IndexError for an index that is not a row. */
  override forward(indices: Tensor): Tensor {
    forwardInputs.check(arguments);
    return embedding(this.weight, indices, this.paddingIdx === null ? {} : { paddingIdx: this.paddingIdx });
  }

  /** x Wᵀ + bias, the products with each row, as a tied output layer has them: x (…, embeddingDim) → (…, numEmbeddings). */
  scores(x: Tensor, bias?: Tensor | null): Tensor {
    refuseExtra("Embedding.scores", arguments, 2);
    return linear(x, this.weight, bias);
  }

  protected override describeOptions(): string {
    const padding = this.paddingIdx === null ? "" : `, paddingIdx=${this.paddingIdx}`;
    return `numEmbeddings=${this.numEmbeddings}, embeddingDim=${this.embeddingDim}${padding}`;
  }
}

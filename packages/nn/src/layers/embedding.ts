import { arange, embedding, randn, type Tensor } from "@saccade/tensor";
import { checkAddressable, checkInteger } from "@saccade/tensor/backend";
import { nullable, type OptionsOf, required, size, tensors, whole } from "@saccade/tensor/contract";
import * as fused from "@saccade/tensor/fused";
import { Module } from "../module.ts";
import { makeParameter, type Parameter } from "../parameter.ts";
import { layerCall } from "../rules.ts";
import { showSettings } from "../show-settings.ts";

const inputs = tensors("Embedding.forward", "indices (…)");
const scored = tensors("Embedding.scores", "x (…, embeddingDim)  bias? (numEmbeddings)");
const construct = layerCall(
  "Embedding",
  { numEmbeddings: required(size()), embeddingDim: required(size()) },
  {
    /** A row that starts as zeros and gets no gradient; negative counts from the end. */
    paddingIdx: nullable(whole(), null),
  },
  { example: "new Embedding(100, 8, { paddingIdx: 0 })" },
);

/** Options of {@link Embedding}. */
export interface EmbeddingOptions extends OptionsOf<typeof construct> {}

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

  /** The weight starts as N(0, 1), its padding row as zeros. */
  constructor(numEmbeddings: number, embeddingDim: number, options?: EmbeddingOptions);
  constructor() {
    const { numEmbeddings, embeddingDim, paddingIdx } = construct(arguments);
    const shape = [numEmbeddings, embeddingDim];
    if (paddingIdx !== null)
      checkInteger("Embedding", "paddingIdx", paddingIdx, -numEmbeddings, numEmbeddings - 1);
    checkAddressable("Embedding", shape);
    super();
    this.numEmbeddings = numEmbeddings;
    this.embeddingDim = embeddingDim;
    this.paddingIdx = paddingIdx !== null && paddingIdx < 0 ? paddingIdx + numEmbeddings : paddingIdx;
    this.weight = makeParameter(shape, () => {
      const table = randn(shape);
      if (this.paddingIdx === null) return table;
      const isPadding = arange(numEmbeddings).eq(this.paddingIdx).unsqueeze(1); // (numEmbeddings, 1)
      return table.maskedFill(isPadding, 0);
    });
  }

  /** @throws DTypeError unless the indices are int32, IndexError for an index that is not a row. */
  override forward(indices: Tensor): Tensor {
    inputs.check(arguments);
    return embedding(this.weight, indices, this.paddingIdx === null ? {} : { paddingIdx: this.paddingIdx });
  }

  /** x Wᵀ + bias, the products with each row, as a tied output layer has them: x (…, embeddingDim) → (…, numEmbeddings). */
  scores(x: Tensor, bias?: Tensor | null): Tensor {
    const { numEmbeddings, embeddingDim } = this;
    scored.check(arguments, { numEmbeddings, embeddingDim });
    return fused.linear(x, this.weight, bias);
  }

  protected override describeOptions(): string {
    const { numEmbeddings, embeddingDim, paddingIdx } = this;
    return showSettings({ numEmbeddings, embeddingDim, ...(paddingIdx !== null && { paddingIdx }) });
  }
}

import { arange, embedding, IndexError, randn, type Tensor } from "@saccade/tensor";
import { Module } from "../module.ts";
import { makeParameter, type Parameter } from "../parameter.ts";
import { checkSizes } from "./check-sizes.ts";

export interface EmbeddingOptions {
  /** A row that starts as zeros and gets no gradient; negative counts from the end. */
  readonly paddingIdx?: number | null;
}

/** A table of vectors: indices (…) int32 → (…, embeddingDim). `weight` is (numEmbeddings, embeddingDim). */
export class Embedding extends Module {
  readonly numEmbeddings: number;
  readonly embeddingDim: number;
  readonly paddingIdx: number | null;
  weight: Parameter;

  /** The weight starts as N(0, 1), its padding row as zeros. */
  constructor(numEmbeddings: number, embeddingDim: number, { paddingIdx = null }: EmbeddingOptions = {}) {
    super();
    checkSizes("Embedding", { numEmbeddings, embeddingDim });
    this.numEmbeddings = numEmbeddings;
    this.embeddingDim = embeddingDim;
    this.paddingIdx = paddingIdx === null ? null : paddingRow(paddingIdx, numEmbeddings);
    this.weight = makeParameter(() => {
      const table = randn([numEmbeddings, embeddingDim]);
      if (this.paddingIdx === null) return table;
      const isPadding = arange(numEmbeddings).eq(this.paddingIdx).unsqueeze(1); // (numEmbeddings, 1)
      return table.maskedFill(isPadding, 0);
    });
  }

  override forward(indices: Tensor): Tensor {
    return embedding(this.weight, indices, this.paddingIdx === null ? {} : { paddingIdx: this.paddingIdx });
  }

  protected override describeOptions(): string {
    const padding = this.paddingIdx === null ? "" : `, paddingIdx=${this.paddingIdx}`;
    return `numEmbeddings=${this.numEmbeddings}, embeddingDim=${this.embeddingDim}${padding}`;
  }
}

function paddingRow(index: number, rows: number): number {
  if (!Number.isInteger(index) || index < -rows || index >= rows) {
    throw new IndexError(`Embedding: paddingIdx is ${index}, expected a row of the ${rows} (numEmbeddings).`);
  }
  return index < 0 ? index + rows : index;
}

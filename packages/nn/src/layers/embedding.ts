import { arange, randn, type Shape, type Tensor } from "@saccade/tensor";
import { checkAddressable, checkInteger, within } from "@saccade/tensor/backend";
import { type OptionsOf, required, size, tensors } from "@saccade/tensor/contract";
import * as fused from "@saccade/tensor/fused";
import { lookUpRules, rowsOf, sparse } from "../functional/embedding.ts";
import { Module } from "../module.ts";
import { makeParameter, type Parameter } from "../parameter.ts";
import { withPlace } from "../place.ts";
import { layerCall } from "../rules.ts";
import { showSettings } from "../show-settings.ts";

const inputs = tensors("Embedding.forward", "indices (…)");
const scored = tensors("Embedding.scores", "x (…, embeddingDim)  bias? (numEmbeddings)");
const construct = layerCall(
  "Embedding",
  { numEmbeddings: required(size()), embeddingDim: required(size()) },
  {
    ...lookUpRules,
    /** A row that starts as zeros and gets no gradient; negative counts from the end. */
    paddingIdx: lookUpRules.paddingIdx,
  },
  { example: "new Embedding(100, 8, { paddingIdx: 0 })", renamed: { sparse } },
);

/** @throws ArgumentError, naming the layer, unless a padding row is one of the rows. */
export function checkPadding(layer: string, paddingIdx: number | null, rows: number): void {
  if (paddingIdx !== null) checkInteger(layer, "paddingIdx", paddingIdx, -rows, rows - 1);
}

/** A table (n, d) of numbers from N(0, 1), with a row of zeros if there is padding. */
export function normalTable(shape: Shape, padding: number | null): Parameter {
  return makeParameter(shape, () => {
    const table = randn(shape);
    if (padding === null) return table;
    const isPadding = arange(shape[0]!).eq(padding).unsqueeze(1); // (n, 1)
    return table.maskedFill(isPadding, 0);
  });
}

/** Options of {@link Embedding}. */
export interface EmbeddingOptions extends OptionsOf<typeof construct, typeof lookUpRules> {}

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
  /** Rows of a larger norm are looked up scaled down to it; null for none. */
  readonly maxNorm: number | null;
  /** The order of that norm. */
  readonly normType: number;
  /** Whether the gradient of a row is divided by how often the indices have it. */
  readonly scaleGradByFreq: boolean;
  /** The table: (numEmbeddings, embeddingDim). */
  weight: Parameter;

  /** The weight starts as N(0, 1), its padding row as zeros. */
  constructor(numEmbeddings: number, embeddingDim: number, options?: EmbeddingOptions) {
    const { paddingIdx, maxNorm, normType, scaleGradByFreq } = construct([
      numEmbeddings,
      embeddingDim,
      options,
    ]);
    const shape = [numEmbeddings, embeddingDim];
    checkPadding("Embedding", paddingIdx, numEmbeddings);
    checkAddressable("Embedding", shape);
    super();
    this.numEmbeddings = numEmbeddings;
    this.embeddingDim = embeddingDim;
    this.paddingIdx = paddingIdx !== null && paddingIdx < 0 ? paddingIdx + numEmbeddings : paddingIdx;
    this.maxNorm = maxNorm;
    this.normType = normType;
    this.scaleGradByFreq = scaleGradByFreq;
    this.weight = normalTable(shape, this.paddingIdx);
  }

  /** @throws DTypeError unless the indices are int32, IndexError for an index that is not a row. */
  override forward(indices: Tensor): Tensor {
    try {
      inputs.check([indices]);
      return within("Embedding.forward", () => rowsOf(indices, this.weight, this));
    } catch (error) {
      throw withPlace(error, this);
    }
  }

  /** x Wᵀ + bias, the products with each row, as a tied output layer has them: x (…, embeddingDim) → (…, numEmbeddings). */
  scores(x: Tensor, bias?: Tensor | null): Tensor {
    const { numEmbeddings, embeddingDim } = this;
    scored.check([x, bias], { numEmbeddings, embeddingDim });
    return fused.linear(x, this.weight, bias);
  }

  protected override describeOptions(): string {
    const { numEmbeddings, embeddingDim, paddingIdx } = this;
    return showSettings({ numEmbeddings, embeddingDim, ...(paddingIdx !== null && { paddingIdx }) });
  }
}

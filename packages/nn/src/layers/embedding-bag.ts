import type { Tensor } from "@saccade/tensor";
import { checkAddressable, within } from "@saccade/tensor/backend";
import { type OptionsOf, required, size, tensors } from "@saccade/tensor/contract";
import { type lookUpRules, sparse } from "../functional/embedding.ts";
import { bagRules, bagsOf } from "../functional/embedding-bag.ts";
import { Module } from "../module.ts";
import type { Parameter } from "../parameter.ts";
import { layerCall } from "../rules.ts";
import { showSettings } from "../show-settings.ts";
import { checkPadding, normalTable } from "./embedding.ts";

const construct = layerCall(
  "EmbeddingBag",
  { numEmbeddings: required(size()), embeddingDim: required(size()) },
  bagRules,
  { example: 'new EmbeddingBag(100, 8, { mode: "sum" })', renamed: { sparse } },
);
const inputs = tensors(
  "EmbeddingBag.forward",
  "indices int32 (n) | (b, n)  offsets? int32 (_)  perSampleWeights? float (n) | (b, n)",
);

/** Options of {@link EmbeddingBag}. */
export interface EmbeddingBagOptions
  extends OptionsOf<typeof construct, typeof bagRules & typeof lookUpRules> {}

/**
 * A table of vectors whose mean, sum or maximum it takes in bags, as {@link functional.embeddingBag} does: indices (b, n)
 * int32, or (n) with offsets (b) int32 → (b, embeddingDim). Parameter: `weight` (numEmbeddings, embeddingDim).
 *
 * @example new EmbeddingBag(100, 8).forward(tensor([[1, 2], [3, 4]], { dtype: "int32" })).shape // [2, 8]
 */
export class EmbeddingBag extends Module {
  /** Rows of the table. */
  readonly numEmbeddings: number;
  /** The size of each vector. */
  readonly embeddingDim: number;
  /** The reduction of a bag's rows. */
  readonly mode: "mean" | "sum" | "max";
  /** The row that is left out and gets no gradient, counted from 0; null for none. */
  readonly paddingIdx: number | null;
  /** Rows of a larger norm are looked up scaled down to it; null for none. */
  readonly maxNorm: number | null;
  /** The order of that norm. */
  readonly normType: number;
  /** Whether the gradient of a row is divided by how often the indices have it. */
  readonly scaleGradByFreq: boolean;
  /** Whether the last offset is the end of the last bag. */
  readonly includeLastOffset: boolean;
  /** The table: (numEmbeddings, embeddingDim). */
  weight: Parameter;

  /** The weight starts as N(0, 1), its padding row as zeros. */
  constructor(numEmbeddings: number, embeddingDim: number, options?: EmbeddingBagOptions) {
    const given = construct([numEmbeddings, embeddingDim, options]);
    const { paddingIdx } = given;
    const shape = [numEmbeddings, embeddingDim];
    checkPadding("EmbeddingBag", paddingIdx, numEmbeddings);
    checkAddressable("EmbeddingBag", shape);
    super();
    this.numEmbeddings = numEmbeddings;
    this.embeddingDim = embeddingDim;
    this.mode = given.mode;
    this.paddingIdx = paddingIdx !== null && paddingIdx < 0 ? paddingIdx + numEmbeddings : paddingIdx;
    this.maxNorm = given.maxNorm;
    this.normType = given.normType;
    this.scaleGradByFreq = given.scaleGradByFreq;
    this.includeLastOffset = given.includeLastOffset;
    this.weight = normalTable(shape, this.paddingIdx);
  }

  /** @throws ShapeError, IndexError and ArgumentError as {@link functional.embeddingBag} does. */
  override forward(indices: Tensor, offsets?: Tensor | null, perSampleWeights?: Tensor | null): Tensor {
    inputs.check([indices, offsets, perSampleWeights]);
    const { weight, mode, paddingIdx, maxNorm, normType, scaleGradByFreq, includeLastOffset } = this;
    const lookUp = { paddingIdx, maxNorm, normType, scaleGradByFreq };
    const settings = { ...lookUp, mode, includeLastOffset, perSampleWeights: perSampleWeights ?? null };
    const what = "EmbeddingBag.forward";
    return within(what, () => bagsOf(what, indices, weight, offsets ?? null, settings));
  }

  protected override describeOptions(): string {
    const { numEmbeddings, embeddingDim, mode } = this;
    return showSettings({ numEmbeddings, embeddingDim, mode });
  }
}

import type { Tensor } from "@saccade/tensor";
import type { MaskFillOptions } from "../masked-softmax.ts";
import type { MultiheadAttentionOptions } from "../multihead-attention.ts";

/** What stands between the two linear maps of a feed-forward sublayer. */
export type Activation = "relu" | "gelu" | ((x: Tensor) => Tensor);

/** Options of an encoder or decoder layer, with PyTorch's defaults. */
export interface TransformerLayerOptions extends MaskFillOptions {
  /** The width between the two linear maps. Default 2048. */
  readonly dimFeedforward?: number;
  /** Of attention weights, of the hidden units, and of each sublayer's output, while training. Default 0.1. */
  readonly dropout?: number;
  /** Default "relu". */
  readonly activation?: Activation;
  /** Default 1e-5. */
  readonly layerNormEps?: number;
  /** Inputs are (b, length, dModel) instead of (length, b, dModel). Default false. */
  readonly batchFirst?: boolean;
  /** Each sublayer normalizes its input instead of its sum (Xiong et al. 2020). Default false. */
  readonly normFirst?: boolean;
}

/** The options of a layer's attentions. A query with no key left gives zeros unless `maskFill` says otherwise. */
export function attentionOptions({
  dropout = 0.1,
  batchFirst = false,
  maskFill = null,
}: TransformerLayerOptions): MultiheadAttentionOptions {
  return { dropout, batchFirst, maskFill };
}

export function activate(x: Tensor, activation: Activation): Tensor {
  if (typeof activation === "function") return activation(x);
  return activation === "relu" ? x.relu() : x.gelu();
}

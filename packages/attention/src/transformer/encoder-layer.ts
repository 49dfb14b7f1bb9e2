import { Dropout, LayerNorm, Linear, Module } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import type { Attended } from "../attend.ts";
import { MultiheadAttention } from "../multihead-attention.ts";
import { type Activation, attentionOptions, type TransformerLayerOptions } from "./layer-options.ts";
import { attentionSublayer, type FeedForward, feedForwardSublayer } from "./sublayers.ts";

export interface EncoderLayerForwardOptions {
  /** (n, n) or (b · h, n, n); bool: true where a position may NOT attend, as in PyTorch; floats are added. */
  readonly srcMask?: Tensor | undefined;
  /** (b, n); bool: true where a position is padding, as in PyTorch. */
  readonly srcKeyPaddingMask?: Tensor | undefined;
  /** Whether the weights (b, h, n, n) are given back beside the output. Default false. */
  readonly needWeights?: boolean | undefined;
}

/**
 * `nn.TransformerEncoderLayer`: self-attention, then a feed-forward network, each within a residual and a LayerNorm
 * (Vaswani et al. 2017, section 3.1). Masks are PyTorch's: true forbids. A position with no key left attends to nothing
 * (zeros, not PyTorch's NaN), unless `maskFill` is -Infinity.
 */
export class TransformerEncoderLayer extends Module implements FeedForward {
  readonly activation: Activation;
  readonly normFirst: boolean;
  self_attn: MultiheadAttention;
  linear1: Linear;
  dropout: Dropout;
  linear2: Linear;
  norm1: LayerNorm;
  norm2: LayerNorm;
  dropout1: Dropout;
  dropout2: Dropout;

  /** @throws ShapeError unless nHead divides dModel. */
  constructor(dModel: number, nHead: number, options: TransformerLayerOptions = {}) {
    super();
    const { dimFeedforward = 2048, dropout = 0.1, layerNormEps = 1e-5 } = options;
    this.activation = options.activation ?? "relu";
    this.normFirst = options.normFirst ?? false;
    this.self_attn = new MultiheadAttention(dModel, nHead, attentionOptions(options));
    this.linear1 = new Linear(dModel, dimFeedforward);
    this.dropout = new Dropout(dropout);
    this.linear2 = new Linear(dimFeedforward, dModel);
    this.norm1 = new LayerNorm(dModel, { eps: layerNormEps });
    this.norm2 = new LayerNorm(dModel, { eps: layerNormEps });
    this.dropout1 = new Dropout(dropout);
    this.dropout2 = new Dropout(dropout);
  }

  /** @param src (n, b, dModel), or (b, n, dModel) with batchFirst → the same; `{ output, weights }` on request. */
  override forward(
    src: Tensor,
    options: EncoderLayerForwardOptions & { readonly needWeights: true },
  ): Attended;
  override forward(
    src: Tensor,
    options?: EncoderLayerForwardOptions & { readonly needWeights?: false | undefined },
  ): Tensor;
  override forward(
    src: Tensor,
    { srcMask, srcKeyPaddingMask, needWeights = false }: EncoderLayerForwardOptions = {},
  ): Tensor | Attended {
    const { norm1, norm2, dropout1, dropout2, normFirst } = this;
    const masks = { attnMask: srcMask, keyPaddingMask: srcKeyPaddingMask, needWeights };
    return scope(() => {
      const first = { norm: norm1, dropout: dropout1, normFirst };
      const { output: attended, weights } = attentionSublayer(this.self_attn, first, src, null, masks);
      const output = feedForwardSublayer(this, { norm: norm2, dropout: dropout2, normFirst }, attended);
      return weights ? { output, weights } : output;
    });
  }
}

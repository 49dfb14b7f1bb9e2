import { Dropout, LayerNorm, Linear, Module } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { MultiheadAttention } from "../multihead-attention.ts";
import { type Activation, attentionOptions, type TransformerLayerOptions } from "./layer-options.ts";
import { attentionSublayer, type FeedForward, feedForwardSublayer } from "./sublayers.ts";

export interface DecoderLayerForwardOptions {
  /** (lt, lt) or (b · h, lt, lt); bool: true where a position may NOT attend, as in PyTorch; floats are added. */
  readonly tgtMask?: Tensor | undefined;
  /** (lt, lm) or (b · h, lt, lm), likewise. */
  readonly memoryMask?: Tensor | undefined;
  /** (b, lt); bool: true where a position is padding. */
  readonly tgtKeyPaddingMask?: Tensor | undefined;
  /** (b, lm), likewise. */
  readonly memoryKeyPaddingMask?: Tensor | undefined;
  /** Whether the weights are given back beside the output. Default false. */
  readonly needWeights?: boolean | undefined;
}

/** The weights of a decoder layer's two attentions. */
export interface DecoderWeights {
  /** (b, h, lt, lt). */
  readonly self: Tensor;
  /** (b, h, lt, lm). */
  readonly cross: Tensor;
}

export interface DecoderLayerAttended {
  readonly output: Tensor;
  readonly weights: DecoderWeights;
}

/**
 * `nn.TransformerDecoderLayer`: self-attention, attention to the encoder's memory, then a feed-forward network, each within
 * a residual and a LayerNorm (Vaswani et al. 2017, section 3.1). Masks are PyTorch's: true forbids; there is no causal mask
 * unless `tgtMask` is one. A position with no key left attends to nothing, unless `maskFill` is -Infinity.
 */
export class TransformerDecoderLayer extends Module implements FeedForward {
  readonly activation: Activation;
  readonly normFirst: boolean;
  self_attn: MultiheadAttention;
  multihead_attn: MultiheadAttention;
  linear1: Linear;
  dropout: Dropout;
  linear2: Linear;
  norm1: LayerNorm;
  norm2: LayerNorm;
  norm3: LayerNorm;
  dropout1: Dropout;
  dropout2: Dropout;
  dropout3: Dropout;

  /** @throws ShapeError unless nHead divides dModel. */
  constructor(dModel: number, nHead: number, options: TransformerLayerOptions = {}) {
    super();
    const { dimFeedforward = 2048, dropout = 0.1, layerNormEps = 1e-5 } = options;
    this.activation = options.activation ?? "relu";
    this.normFirst = options.normFirst ?? false;
    this.self_attn = new MultiheadAttention(dModel, nHead, attentionOptions(options));
    this.multihead_attn = new MultiheadAttention(dModel, nHead, attentionOptions(options));
    this.linear1 = new Linear(dModel, dimFeedforward);
    this.dropout = new Dropout(dropout);
    this.linear2 = new Linear(dimFeedforward, dModel);
    this.norm1 = new LayerNorm(dModel, { eps: layerNormEps });
    this.norm2 = new LayerNorm(dModel, { eps: layerNormEps });
    this.norm3 = new LayerNorm(dModel, { eps: layerNormEps });
    this.dropout1 = new Dropout(dropout);
    this.dropout2 = new Dropout(dropout);
    this.dropout3 = new Dropout(dropout);
  }

  /**
   * @param tgt (lt, b, dModel), or (b, lt, dModel) with batchFirst → the same; `{ output, weights }` on request
   * @param memory the encoder's output, (lm, b, dModel) or (b, lm, dModel)
   */
  override forward(
    tgt: Tensor,
    memory: Tensor,
    options: DecoderLayerForwardOptions & { readonly needWeights: true },
  ): DecoderLayerAttended;
  override forward(
    tgt: Tensor,
    memory: Tensor,
    options?: DecoderLayerForwardOptions & { readonly needWeights?: false | undefined },
  ): Tensor;
  override forward(
    tgt: Tensor,
    memory: Tensor,
    options: DecoderLayerForwardOptions = {},
  ): Tensor | DecoderLayerAttended {
    const { tgtMask, tgtKeyPaddingMask, memoryMask, memoryKeyPaddingMask, needWeights = false } = options;
    const { norm1, norm2, norm3, dropout1, dropout2, dropout3, normFirst } = this;
    const selfMasks = { attnMask: tgtMask, keyPaddingMask: tgtKeyPaddingMask, needWeights };
    const crossMasks = { attnMask: memoryMask, keyPaddingMask: memoryKeyPaddingMask, needWeights };
    return scope(() => {
      const first = { norm: norm1, dropout: dropout1, normFirst };
      const own = attentionSublayer(this.self_attn, first, tgt, null, selfMasks);
      const second = { norm: norm2, dropout: dropout2, normFirst };
      const informed = attentionSublayer(this.multihead_attn, second, own.output, memory, crossMasks);
      const third = { norm: norm3, dropout: dropout3, normFirst };
      const output = feedForwardSublayer(this, third, informed.output);
      if (own.weights === undefined || informed.weights === undefined) return output;
      return { output, weights: { self: own.weights, cross: informed.weights } };
    });
  }
}

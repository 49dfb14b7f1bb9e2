import { type LayerCache, MultiheadAttention } from "@saccade/attention";
import { checkLayerCache, checkParts, mapMaker, noteParts } from "@saccade/attention/model";
import { Dropout, LayerNorm, type Linear, type LinearMap, Module } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { iterable, refuseExtra } from "@saccade/tensor/backend";
import type { WithWeightsIf } from "./encoder-layer.ts";
import { checkSequence, type DecoderForwardOptions, decoderForward, layerMasks } from "./forward-options.ts";
import { type Activation, layerSettings, type TransformerLayerOptions } from "./layer-options.ts";
import { attentionSublayer, type FeedForward, feedForwardSublayer } from "./sublayers.ts";

/** The weights of a decoder layer's two attentions. */
export interface DecoderWeights {
  /** (b, h, lt, lt). */
  readonly self: Tensor;
  /** (b, h, lt, lm). */
  readonly cross: Tensor;
}

/** The result of {@link TransformerDecoderLayer} with weights. */
export interface DecoderLayerAttended {
  /** (b, lq, dModel), or (lq, b, dModel) without `batchFirst`. */
  readonly output: Tensor;
  /** The weights of the layer's two attentions. */
  readonly weights: DecoderWeights;
}

/** Masks and weights of one layer, and its cache. */
export interface DecoderLayerForwardOptions<W extends boolean = boolean> extends DecoderForwardOptions<W> {
  /** Keys and values of the positions before tgt's; masks cover those too. */
  readonly cache?: LayerCache | undefined;
}

const name = "TransformerDecoderLayer";
const forwardOptions = decoderForward(name);

/**
 * `nn.TransformerDecoderLayer`: self-attention, attention to the encoder's memory, then a feed-forward network, each within
 * a residual and a LayerNorm (Vaswani et al. 2017, section 3.1). Masks are those of this library, true where a position may
 * attend; convert PyTorch's with `logicalNot()`. There is no causal mask unless `causal` asks for it. A position with no key
 * left attends to nothing, unless `maskFill` is -Infinity: then it gives PyTorch's NaN.
 *
 * @example new TransformerDecoderLayer(8, 2, { batchFirst: true }).forward(randn([2, 3, 8]), randn([2, 5, 8]), { causal: true }).shape // [2, 3, 8]
 */
export class TransformerDecoderLayer<L extends LinearMap = Linear> extends Module implements FeedForward {
  readonly activation: Activation;
  readonly normFirst: boolean;
  self_attn: MultiheadAttention<L>;
  multihead_attn: MultiheadAttention<L>;
  linear1: L;
  dropout: Dropout;
  linear2: L;
  norm1: LayerNorm;
  norm2: LayerNorm;
  norm3: LayerNorm;
  dropout1: Dropout;
  dropout2: Dropout;
  dropout3: Dropout;

  /** @throws ShapeError unless nHead divides dModel. */
  constructor(dModel: number, nHead: number, options: TransformerLayerOptions<L> = {}) {
    refuseExtra("TransformerDecoderLayer", arguments, 3);
    super();
    const settings = layerSettings(name, dModel, nHead, options);
    const { dimFeedforward, dropout, layerNormEps, batchFirst, maskFill, positions, makeLinear } = settings;
    const make = mapMaker(name, makeLinear);
    const attention = { dropout, batchFirst, maskFill, makeLinear };
    this.activation = settings.activation;
    this.normFirst = settings.normFirst;
    this.self_attn = new MultiheadAttention(dModel, nHead, { ...attention, positions });
    this.multihead_attn = new MultiheadAttention(dModel, nHead, attention);
    this.linear1 = make(dModel, dimFeedforward, true);
    this.dropout = new Dropout(dropout);
    this.linear2 = make(dimFeedforward, dModel, true);
    this.norm1 = new LayerNorm(dModel, { eps: layerNormEps });
    this.norm2 = new LayerNorm(dModel, { eps: layerNormEps });
    this.norm3 = new LayerNorm(dModel, { eps: layerNormEps });
    this.dropout1 = new Dropout(dropout);
    this.dropout2 = new Dropout(dropout);
    this.dropout3 = new Dropout(dropout);
    noteParts(this);
  }

  /**
   * @param tgt (lt, b, dModel), or (b, lt, dModel) with batchFirst
   * @param memory the encoder's output, (lm, b, dModel) or (b, lm, dModel)
   * @param options `mask`, `keyMask`, `validLens`, `causal` and `bias` for the target's attention to itself; `crossMask`,
   * `crossKeyMask`, `crossValidLens` and `crossBias` for its attention to the memory
   * @returns the output in the form of tgt; `{ output, weights }` with `needWeights: true`
   * @throws ArgumentError for PyTorch's names of masks, which are true where a position may not attend.
   */
  override forward<W extends boolean = false>(
    tgt: Tensor,
    memory: Tensor,
    options: DecoderLayerForwardOptions<W> = {},
  ): WithWeightsIf<W, DecoderLayerAttended> {
    refuseExtra("TransformerDecoderLayer.forward", arguments, 3);
    checkParts(this);
    checkSequence(name, "tgt", tgt, this.self_attn.embedDim);
    checkSequence(name, "memory", memory, this.self_attn.embedDim);
    forwardOptions(options);
    if (options.cache !== undefined) checkLayerCache(name, options.cache);
    const { norm1, norm2, norm3, dropout1, dropout2, dropout3, normFirst } = this;
    const result = scope(() => {
      const { causal, crossMask, crossKeyMask, crossValidLens, crossBias, cache } = options;
      const needWeights = options.needWeights === true;
      const cached = cache?.self.length ?? 0;
      const own = layerMasks({ what: name, cached }, this.self_attn, [tgt, tgt], options);
      const given = { mask: crossMask, keyMask: crossKeyMask, validLens: crossValidLens, bias: crossBias };
      const cross = layerMasks({ what: name, prefix: "cross" }, this.multihead_attn, [tgt, memory], given);
      const first = { norm: norm1, dropout: dropout1, normFirst };
      const seen = attentionSublayer(this.self_attn, first, tgt, null, {
        ...own,
        causal,
        needWeights,
        cache: cache?.self,
      });
      const second = { norm: norm2, dropout: dropout2, normFirst };
      const informed = attentionSublayer(this.multihead_attn, second, seen.output, memory, {
        ...cross,
        needWeights,
        cache: cache?.cross,
      });
      const third = { norm: norm3, dropout: dropout3, normFirst };
      const output = feedForwardSublayer(this, third, informed.output);
      if (seen.weights === undefined || informed.weights === undefined) return output;
      return iterable({ output, weights: { self: seen.weights, cross: informed.weights } });
    });
    return result as WithWeightsIf<W, DecoderLayerAttended>;
  }
}

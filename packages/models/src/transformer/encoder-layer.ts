import { type Attended, MultiheadAttention } from "@saccade/attention";
import { checkParts, mapMaker, noteParts } from "@saccade/attention/model";
import { Dropout, LayerNorm, type Linear, type LinearMap, Module } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { iterable, refuseExtra } from "@saccade/tensor/backend";
import { checkSequence, type EncoderForwardOptions, encoderForward, layerMasks } from "./forward-options.ts";
import { type Activation, layerSettings, type TransformerLayerOptions } from "./layer-options.ts";
import { attentionSublayer, type FeedForward, feedForwardSublayer } from "./sublayers.ts";

/** The result of a module with optional weights: the output, or the output with its weights. */
export type WithWeightsIf<W extends boolean, A> = [W] extends [true]
  ? A
  : [W] extends [false]
    ? Tensor
    : Tensor | A;

const name = "TransformerEncoderLayer";
const forwardOptions = encoderForward(name);

/**
 * `nn.TransformerEncoderLayer`: self-attention, then a feed-forward network, each within a residual and a LayerNorm
 * (Vaswani et al. 2017, section 3.1). Masks are those of this library, true where a position may attend; convert PyTorch's
 * with `logicalNot()`. A position with no key left attends to nothing (zeros), unless `maskFill` is -Infinity: then it gives
 * PyTorch's NaN.
 *
 * @example new TransformerEncoderLayer(8, 2, { batchFirst: true }).forward(randn([2, 5, 8]), { causal: true }).shape // [2, 5, 8]
 */
export class TransformerEncoderLayer<L extends LinearMap = Linear> extends Module implements FeedForward {
  readonly activation: Activation;
  readonly normFirst: boolean;
  self_attn: MultiheadAttention<L>;
  linear1: L;
  dropout: Dropout;
  linear2: L;
  norm1: LayerNorm;
  norm2: LayerNorm;
  dropout1: Dropout;
  dropout2: Dropout;

  /** @throws ShapeError unless nHead divides dModel. */
  constructor(dModel: number, nHead: number, options: TransformerLayerOptions<L> = {}) {
    refuseExtra("TransformerEncoderLayer", arguments, 3);
    super();
    const settings = layerSettings(name, dModel, nHead, options);
    const { dimFeedforward, dropout, layerNormEps, batchFirst, maskFill, positions, makeLinear } = settings;
    const make = mapMaker(name, makeLinear);
    const attention = { dropout, batchFirst, maskFill, makeLinear };
    this.activation = settings.activation;
    this.normFirst = settings.normFirst;
    this.self_attn = new MultiheadAttention(dModel, nHead, { ...attention, positions });
    this.linear1 = make(dModel, dimFeedforward, true);
    this.dropout = new Dropout(dropout);
    this.linear2 = make(dimFeedforward, dModel, true);
    this.norm1 = new LayerNorm(dModel, { eps: layerNormEps });
    this.norm2 = new LayerNorm(dModel, { eps: layerNormEps });
    this.dropout1 = new Dropout(dropout);
    this.dropout2 = new Dropout(dropout);
    noteParts(this);
  }

  /**
   * @param src (n, b, dModel), or (b, n, dModel) with batchFirst
   * @param options `mask` bool (n, n), (b, n, n) or (b, 1 or h, n, n), `keyMask` bool (b, n), `validLens`, `causal`, `bias`
   * @returns the output in the form of src; `{ output, weights }` with `needWeights: true`
   * @throws ArgumentError for PyTorch's names of masks, which are true where a position may not attend.
   */
  override forward<W extends boolean = false>(
    src: Tensor,
    options: EncoderForwardOptions<W> = {},
  ): WithWeightsIf<W, Attended> {
    refuseExtra("TransformerEncoderLayer.forward", arguments, 2);
    checkParts(this);
    checkSequence(name, "src", src, this.self_attn.embedDim);
    forwardOptions(options);
    const { norm1, norm2, dropout1, dropout2, normFirst } = this;
    const result = scope(() => {
      const first = { norm: norm1, dropout: dropout1, normFirst };
      const { causal, needWeights } = options;
      const own = layerMasks({ what: name }, this.self_attn, [src, src], options);
      const masks = { ...own, causal, needWeights: needWeights === true };
      const { output: attended, weights } = attentionSublayer(this.self_attn, first, src, null, masks);
      const output = feedForwardSublayer(this, { norm: norm2, dropout: dropout2, normFirst }, attended);
      return weights ? iterable({ output, weights }) : output;
    });
    return result as WithWeightsIf<W, Attended>;
  }
}

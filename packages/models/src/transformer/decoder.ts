import { type KeyValueCache, type LayerCache, MultiheadAttention } from "@saccade/attention";
import * as attention from "@saccade/attention/model";
import { Dropout, LayerNorm, type Linear, type LinearMap, Module } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import { type OptionsOf, options, type Rule, signature, unchecked } from "@saccade/tensor/contract";
import * as shared from "./layer.ts";
import { makeLayers, runLayers, stackOf, type TransformerStackOptions } from "./stack.ts";

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

const layerName = "TransformerDecoderLayer";
const name = "TransformerDecoder";
const decoderForward = <C>(what: string, cache: Rule<C, undefined>) =>
  options(
    `${what}.forward`,
    {
      ...shared.decoderRules,
      /** Keys and values of the positions before tgt's; masks cover those too. tgt's are added. */
      cache,
    },
    {
      example: "decoder.forward(tgt, memory, { causal: true, crossKeyMask })",
      renamed: attention.memoryRenames,
    },
  );
const layerForward = decoderForward(layerName, unchecked<LayerCache>("a layer's cache"));

/**
 * Masks of a decoder, or of a decoder layer: `mask`, `keyMask`, `validLens`, `causal` and `bias` are for the target's
 * attention to itself, those that begin with `cross` for its attention to the memory.
 */
export interface DecoderForwardOptions<W extends boolean = boolean>
  extends Omit<OptionsOf<typeof layerForward>, "cache" | "needWeights">,
    shared.NeedWeights<W> {}

/** Masks and weights of one layer, and its cache. */
export interface DecoderLayerForwardOptions<W extends boolean = boolean>
  extends Omit<OptionsOf<typeof layerForward>, "needWeights">,
    shared.NeedWeights<W> {}

/** Masks and weights of every layer, and the cache of them all. */
export interface DecoderStackForwardOptions<W extends boolean = boolean>
  extends Omit<OptionsOf<typeof forwardStack>, "needWeights">,
    shared.NeedWeights<W> {}

const construct = signature(layerName, shared.widthRules, shared.layerOptions(layerName));
const forms = {
  batchFirst: attention.method(
    layerForward,
    "tgt float (b, lt, dModel) | (lt, dModel)  memory float (b, lm, dModel) | (lm, dModel)",
  ),
  batchSecond: attention.method(
    layerForward,
    "tgt float (lt, b, dModel) | (lt, dModel)  memory float (lm, b, dModel) | (lm, dModel)",
  ),
};

/**
 * `nn.TransformerDecoderLayer`: self-attention, attention to the encoder's memory, then a feed-forward network, each within
 * a residual and a LayerNorm (Vaswani et al. 2017, section 3.1). Masks are those of this library, true where a position may
 * attend; convert PyTorch's with `logicalNot()`. There is no causal mask unless `causal` asks for it. A position with no key
 * left attends to nothing, unless `maskFill` is -Infinity: then it gives PyTorch's NaN.
 *
 * @example new TransformerDecoderLayer(8, 2, { batchFirst: true }).forward(randn([2, 3, 8]), randn([2, 5, 8]), { causal: true }).shape // [2, 3, 8]
 */
export class TransformerDecoderLayer<L extends LinearMap = Linear>
  extends Module
  implements shared.FeedForward
{
  readonly activation: shared.Activation;
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
  readonly #dModel: number;
  readonly #form: (typeof forms)[keyof typeof forms];

  /** @throws ShapeError unless nHead divides dModel. */
  constructor(dModel: number, nHead: number, options: shared.TransformerLayerOptions<L> = {}) {
    const settings = construct(arguments, options);
    attention.checkDivides(layerName, "dModel", dModel, nHead);
    const { dimFeedforward, dropout, layerNormEps: eps, batchFirst, maskFill } = settings;
    const positions = attention.checkPositions(layerName, settings.positions, nHead, dModel / nHead);
    super();
    const { makeLinear } = options;
    const make = attention.mapMaker(layerName, makeLinear);
    const inner = { dropout, batchFirst, maskFill, makeLinear };
    this.activation = settings.activation;
    this.normFirst = settings.normFirst;
    this.self_attn = new MultiheadAttention(dModel, nHead, { ...inner, positions });
    this.multihead_attn = new MultiheadAttention(dModel, nHead, inner);
    this.linear1 = make(dModel, dimFeedforward, true);
    this.dropout = new Dropout(dropout);
    this.linear2 = make(dimFeedforward, dModel, true);
    this.norm1 = new LayerNorm(dModel, { eps });
    this.norm2 = new LayerNorm(dModel, { eps });
    this.norm3 = new LayerNorm(dModel, { eps });
    this.dropout1 = new Dropout(dropout);
    this.dropout2 = new Dropout(dropout);
    this.dropout3 = new Dropout(dropout);
    this.#dModel = dModel;
    this.#form = batchFirst ? forms.batchFirst : forms.batchSecond;
    attention.noteParts(this);
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
  ): shared.WithWeightsIf<W, DecoderLayerAttended> {
    const given = this.#form(this, arguments, options, { dModel: this.#dModel });
    const { b = 1, lt, lm, causal, cache, needWeights = false } = given;
    const { numHeads } = this.self_attn;
    if (cache !== undefined) attention.checkLayerCache(layerName, cache);
    const { norm1, norm2, norm3, dropout1, dropout2, dropout3, normFirst } = this;
    const result = scope(() => {
      const more = { needWeights, averageAttnWeights: false };
      const heads = { what: layerName, headsHidden: true };
      const keys = lt + (cache?.self.length ?? 0);
      const own = shared.layerMasks({ shape: [b, numHeads, lt, keys], ...heads }, tgt, options);
      const cross = shared.layerMasks({ prefix: "cross", shape: [b, numHeads, lt, lm], ...heads }, tgt, {
        mask: options.crossMask,
        keyMask: options.crossKeyMask,
        validLens: options.crossValidLens,
        bias: options.crossBias,
      });
      const weights: Tensor[] = [];
      const seen = shared.residual({ norm: norm1, dropout: dropout1, normFirst }, tgt, (x) => {
        const attended = this.self_attn.forward(
          x,
          x,
          x,
          Object.assign(own, more, { causal, cache: cache?.self }),
        );
        if (attended.weights) weights.push(attended.weights);
        return attended.output;
      });
      const informed = shared.residual({ norm: norm2, dropout: dropout2, normFirst }, seen, (x) => {
        const all = Object.assign(cross, more, { cache: cache?.cross });
        const attended = this.multihead_attn.forward(x, memory, memory, all);
        if (attended.weights) weights.push(attended.weights);
        return attended.output;
      });
      const third = { norm: norm3, dropout: dropout3, normFirst };
      const output = shared.residual(third, informed, (x) => shared.feedForward(this, x));
      if (!needWeights) return output;
      return iterable({ output, weights: { self: weights[0]!, cross: weights[1]! } });
    });
    return result as shared.WithWeightsIf<W, DecoderLayerAttended>;
  }
}

/** The result of {@link TransformerDecoder} with weights. */
export interface DecoderAttended {
  /** (b, lq, dModel), or (lq, b, dModel) without `batchFirst`. */
  readonly output: Tensor;
  /** Two a layer: to itself (b, h, lt, lt), to the memory (b, h, lt, lm). */
  readonly weights: readonly DecoderWeights[];
}

const constructStack = stackOf(name, layerName);
const forwardStack = attention.method(
  decoderForward(name, unchecked<KeyValueCache>("a KeyValueCache")),
  "tgt float (_, _) | (_, _, _)  memory float (_, _) | (_, _, _)",
);

/**
 * `nn.TransformerDecoder`: layers one after another, each attending to the same memory, and an optional last norm. Masks
 * are those of this library, true where a position may attend.
 *
 * @example new TransformerDecoder(() => new TransformerDecoderLayer(8, 2, { batchFirst: true }), 2).forward(randn([2, 3, 8]), randn([2, 5, 8])).shape // [2, 3, 8]
 */
export class TransformerDecoder extends Module {
  layers: TransformerDecoderLayer[];
  norm: LayerNorm | null;

  /**
   * @param makeLayer makes layer i. PyTorch copies one layer, so that all start with the same weights; here each
   * starts with its own.
   */
  constructor(
    makeLayer: (i: number) => TransformerDecoderLayer,
    numLayers: number,
    options: TransformerStackOptions = {},
  ) {
    const { norm } = constructStack(arguments, options);
    super();
    this.norm = norm;
    this.layers = makeLayers(name, TransformerDecoderLayer, makeLayer, numLayers);
    attention.noteParts(this, "norm");
  }

  /**
   * @param tgt in the form that the layers take
   * @param memory the encoder's output
   * @param options the masks and biases of {@link TransformerDecoderLayer.forward}, for every layer
   * @returns the output in the form of tgt; `{ output, weights }` with `needWeights: true`
   */
  override forward<W extends boolean = false>(
    tgt: Tensor,
    memory: Tensor,
    options: DecoderStackForwardOptions<W> = {},
  ): shared.WithWeightsIf<W, DecoderAttended> {
    const { cache } = forwardStack(this, arguments, options);
    if (cache !== undefined) attention.checkCache(name, cache, this.layers.length);
    const result = scope(() =>
      runLayers(this, tgt, (layer, x, i) =>
        layer.forward<boolean>(x, memory, { ...options, cache: cache?.layers[i] }),
      ),
    );
    return result as shared.WithWeightsIf<W, DecoderAttended>;
  }
}

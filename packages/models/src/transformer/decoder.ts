import type { KeyValueCache, LayerCache, MultiheadAttention } from "@saccade/attention";
import * as attention from "@saccade/attention/model";
import { type Dropout, type LayerNorm, type Linear, type LinearMap, running } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { iterable } from "@saccade/tensor/backend";
import { type OptionsOf, options, type Rule, signature, unchecked } from "@saccade/tensor/contract";
import { type AttentionModule, checkTakesCache, type OwnCall } from "../contract/settings.ts";
import { decoderLayer } from "../definitions/layers.ts";
import { LayerStack, stackOf, type TransformerStackOptions } from "./encoder.ts";
import * as shared from "./layer.ts";

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
  extends Omit<OptionsOf<typeof layerForward, shared.DecoderRules>, "cache" | "needWeights">,
    shared.NeedWeights<W> {}

/** Masks and weights of one layer, and its cache. */
export interface DecoderLayerForwardOptions<W extends boolean = boolean>
  extends Omit<OptionsOf<typeof layerForward, shared.DecoderRules>, "needWeights">,
    shared.NeedWeights<W> {}

/** Masks and weights of every layer, and the cache of them all. */
export interface DecoderStackForwardOptions<W extends boolean = boolean>
  extends Omit<OptionsOf<typeof forwardStack, shared.DecoderRules>, "needWeights">,
    shared.NeedWeights<W> {}

const declared = {
  name: layerName,
  construct: signature(layerName, shared.widthRules, shared.layerOptions(layerName)),
  crosses: true,
  parts: { norm1: "ln1", self_attn: "attn", norm2: "ln2", multihead_attn: "cross_attn", norm3: "ln3" },
};
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
 * left attends to nothing, unless `maskFill` is -Infinity: then it gives NaN, as PyTorch before 2.5.
 *
 * @example new TransformerDecoderLayer(8, 2, { batchFirst: true }).forward(randn([2, 3, 8]), randn([2, 5, 8]), { causal: true }).shape // [2, 3, 8]
 */
export class TransformerDecoderLayer<
  L extends LinearMap = Linear,
  A extends AttentionModule = MultiheadAttention<L>,
> extends shared.TransformerLayer<L, A> {
  declare multihead_attn: A;
  declare norm3: LayerNorm;
  declare dropout3: Dropout;

  /** @throws ShapeError unless nHead divides dModel. */
  constructor(dModel: number, nHead: number, options: shared.TransformerLayerOptions<L, A> = {}) {
    super(declared, dModel, nHead, options);
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
    const read = this.batchFirst ? forms.batchFirst : forms.batchSecond;
    const given = read(this, [tgt, memory, options], () => ({ dModel: this.linear1.inFeatures }));
    const { b = 1, lt, lm, causal, cache, needWeights = false } = given;
    const { numHeads } = this.self_attn;
    if (cache !== undefined) {
      attention.checkLayerCache(layerName, cache);
      checkTakesCache(layerName, this.self_attn);
      checkTakesCache(layerName, this.multihead_attn);
    }
    const result = running(this, () => {
      const heads = { what: layerName, headsHidden: true };
      const before = cache?.self.length ?? 0;
      const own = shared.layerMasks(
        { shape: [b, numHeads, lt, before + lt], ...heads },
        tgt,
        options,
        before,
      );
      const cross = shared.layerMasks(
        { prefix: "cross", shape: [b, this.multihead_attn.numHeads, lt, lm], ...heads },
        tgt,
        {
          mask: options.crossMask,
          keyMask: options.crossKeyMask,
          validLens: options.crossValidLens,
          bias: options.crossBias,
        },
      );
      const weights: Tensor[] = [];
      const attendWith = (module: AttentionModule, call: OwnCall, keys?: Tensor) => (x: Tensor) => {
        const attended = shared.attendIn(layerName, module, [x, keys ?? x], call);
        if (attended.weights) weights.push(attended.weights);
        return attended.output;
      };
      const [x, y] = [shared.toBatches(this, tgt), shared.toBatches(this, memory)];
      const attend = attendWith(this.self_attn, { allowed: own, causal, needWeights, cache: cache?.self });
      const attendMemory = attendWith(
        this.multihead_attn,
        { allowed: cross, causal: false, needWeights, cache: cache?.cross },
        y,
      );
      const network = (hidden: Tensor): Tensor => shared.network(this, hidden);
      const output = shared.inFormOf(tgt, this, decoderLayer(x, this, attend, attendMemory, network));
      if (!needWeights) return output;
      const [self, toMemory] = tgt.ndim === 2 ? weights.map((each) => each.squeeze(0)) : weights;
      return iterable({ output, weights: { self: self!, cross: toMemory! } });
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

type AnyDecoderLayer = TransformerDecoderLayer<LinearMap, AttentionModule>;

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
export class TransformerDecoder<
  Layer extends AnyDecoderLayer = TransformerDecoderLayer,
> extends LayerStack<Layer> {
  /**
   * @param makeLayer makes layer i. PyTorch copies one layer, so that all start with the same weights; here each
   * starts with its own.
   */
  constructor(makeLayer: (i: number) => Layer, numLayers: number, options: TransformerStackOptions = {}) {
    super({ name, construct: constructStack, kind: TransformerDecoderLayer }, makeLayer, numLayers, options);
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
    const { cache } = forwardStack(this, [tgt, memory, options]);
    if (cache !== undefined) attention.checkCache(name, cache, this.layers.length);
    const result = this.run(tgt, (layer, x, i) =>
      layer.forward<boolean>(x, memory, { ...options, cache: cache?.layers[i] }),
    );
    return result as shared.WithWeightsIf<W, DecoderAttended>;
  }
}

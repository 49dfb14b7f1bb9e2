import type { KeyValueCache } from "@saccade/attention";
import { checkCache, checkParts, checkTensors, noteParts } from "@saccade/attention/model";
import { type LayerNorm, Module } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { iterable, refuseExtra } from "@saccade/tensor/backend";
import { type DecoderWeights, TransformerDecoderLayer } from "./decoder-layer.ts";
import type { WithWeightsIf } from "./encoder-layer.ts";
import { type DecoderForwardOptions, decoderForward } from "./forward-options.ts";
import { makeLayers, stackOptions, type TransformerStackOptions } from "./make-layers.ts";

/** The result of {@link TransformerDecoder} with weights. */
export interface DecoderAttended {
  /** (b, lq, dModel), or (lq, b, dModel) without `batchFirst`. */
  readonly output: Tensor;
  /** Two a layer: to itself (b, h, lt, lt), to the memory (b, h, lt, lm). */
  readonly weights: readonly DecoderWeights[];
}

/** Masks and weights of every layer, and the cache of them all. */
export interface DecoderStackForwardOptions<W extends boolean = boolean> extends DecoderForwardOptions<W> {
  /** Keys and values of the positions before tgt's; masks cover those too. tgt's are added. */
  readonly cache?: KeyValueCache | undefined;
}

const name = "TransformerDecoder";
const constructorOptions = stackOptions(name);
const forwardOptions = decoderForward(name);

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
    refuseExtra("TransformerDecoder", arguments, 3);
    super();
    this.norm = constructorOptions(options).norm ?? null;
    this.layers = makeLayers(name, TransformerDecoderLayer, makeLayer, numLayers);
    noteParts(this, "norm");
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
  ): WithWeightsIf<W, DecoderAttended> {
    refuseExtra("TransformerDecoder.forward", arguments, 3);
    checkParts(this);
    checkTensors(name, { tgt, memory });
    forwardOptions(options);
    if (options.cache !== undefined) checkCache(name, options.cache, this.layers.length);
    const result = scope(() => {
      const weights: DecoderWeights[] = [];
      let x = tgt;
      this.layers.forEach((layer, i) => {
        const own = { ...options, cache: options.cache?.layers[i] };
        if (options.needWeights) {
          const attended = layer.forward(x, memory, { ...own, needWeights: true });
          weights.push(attended.weights);
          x = attended.output;
        } else x = layer.forward(x, memory, { ...own, needWeights: false });
      });
      const output = this.norm?.forward(x) ?? x;
      return options.needWeights ? iterable({ output, weights }) : output;
    });
    return result as WithWeightsIf<W, DecoderAttended>;
  }
}

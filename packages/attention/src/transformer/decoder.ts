import { type LayerNorm, Module } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import type { DecoderLayerForwardOptions, DecoderWeights, TransformerDecoderLayer } from "./decoder-layer.ts";
import type { TransformerStackOptions } from "./encoder.ts";
import { makeLayers } from "./make-layers.ts";

export interface DecoderAttended {
  readonly output: Tensor;
  /** Two a layer: to itself (b, h, lt, lt), to the memory (b, h, lt, lm). */
  readonly weights: readonly DecoderWeights[];
}

/** `nn.TransformerDecoder`: layers one after another, each attending to the same memory, and an optional last norm. */
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
    { norm = null }: TransformerStackOptions = {},
  ) {
    super();
    this.layers = makeLayers("TransformerDecoder", makeLayer, numLayers);
    this.norm = norm;
  }

  /**
   * @param tgt in the form that the layers take → the same; `{ output, weights }` on request
   * @param memory the encoder's output
   */
  override forward(
    tgt: Tensor,
    memory: Tensor,
    options: DecoderLayerForwardOptions & { readonly needWeights: true },
  ): DecoderAttended;
  override forward(
    tgt: Tensor,
    memory: Tensor,
    options?: DecoderLayerForwardOptions & { readonly needWeights?: false | undefined },
  ): Tensor;
  override forward(
    tgt: Tensor,
    memory: Tensor,
    { needWeights = false, ...masks }: DecoderLayerForwardOptions = {},
  ): Tensor | DecoderAttended {
    return scope(() => {
      const weights: DecoderWeights[] = [];
      let x = tgt;
      for (const layer of this.layers) {
        if (needWeights) {
          const attended = layer.forward(x, memory, { ...masks, needWeights: true });
          weights.push(attended.weights);
          x = attended.output;
        } else x = layer.forward(x, memory, { ...masks, needWeights: false });
      }
      const output = this.norm?.forward(x) ?? x;
      return needWeights ? { output, weights } : output;
    });
  }
}

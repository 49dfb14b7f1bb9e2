import { type LayerNorm, Module } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import type { EncoderLayerForwardOptions, TransformerEncoderLayer } from "./encoder-layer.ts";
import { makeLayers } from "./make-layers.ts";

export interface TransformerStackOptions {
  /** A LayerNorm after the last layer; usual where the layers normalize first. Default none. */
  readonly norm?: LayerNorm | null;
}

export interface EncoderForwardOptions {
  /** (n, n) or (b · h, n, n); bool: true where a position may NOT attend, as in PyTorch; floats are added. */
  readonly mask?: Tensor | undefined;
  /** (b, n); bool: true where a position is padding. */
  readonly srcKeyPaddingMask?: Tensor | undefined;
  /** Whether the weights of every layer, (b, h, n, n), are given back beside the output. Default false. */
  readonly needWeights?: boolean | undefined;
}

export interface EncoderAttended {
  readonly output: Tensor;
  /** One a layer, (b, h, n, n). */
  readonly weights: readonly Tensor[];
}

/** `nn.TransformerEncoder`: layers one after another, and an optional last norm. */
export class TransformerEncoder extends Module {
  layers: TransformerEncoderLayer[];
  norm: LayerNorm | null;

  /**
   * @param makeLayer makes layer i. PyTorch copies one layer, so that all start with the same weights; here each
   * starts with its own.
   */
  constructor(
    makeLayer: (i: number) => TransformerEncoderLayer,
    numLayers: number,
    { norm = null }: TransformerStackOptions = {},
  ) {
    super();
    this.layers = makeLayers("TransformerEncoder", makeLayer, numLayers);
    this.norm = norm;
  }

  /** @param src in the form that the layers take → the same; `{ output, weights }` on request. */
  override forward(
    src: Tensor,
    options: EncoderForwardOptions & { readonly needWeights: true },
  ): EncoderAttended;
  override forward(
    src: Tensor,
    options?: EncoderForwardOptions & { readonly needWeights?: false | undefined },
  ): Tensor;
  override forward(
    src: Tensor,
    { mask, srcKeyPaddingMask, needWeights = false }: EncoderForwardOptions = {},
  ): Tensor | EncoderAttended {
    const masks: EncoderLayerForwardOptions = { srcMask: mask, srcKeyPaddingMask };
    return scope(() => {
      const weights: Tensor[] = [];
      let x = src;
      for (const layer of this.layers) {
        if (needWeights) {
          const attended = layer.forward(x, { ...masks, needWeights: true });
          weights.push(attended.weights);
          x = attended.output;
        } else x = layer.forward(x, { ...masks, needWeights: false });
      }
      const output = this.norm?.forward(x) ?? x;
      return needWeights ? { output, weights } : output;
    });
  }
}

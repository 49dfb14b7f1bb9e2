import { checkFloats, checkParts, noteParts } from "@saccade/attention/model";
import { type LayerNorm, Module } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { iterable, refuseExtra } from "@saccade/tensor/backend";
import { TransformerEncoderLayer, type WithWeightsIf } from "./encoder-layer.ts";
import { type EncoderForwardOptions, encoderForward } from "./forward-options.ts";
import { makeLayers, stackOptions, type TransformerStackOptions } from "./make-layers.ts";

/** The result of {@link TransformerEncoder} with weights. */
export interface EncoderAttended {
  /** (b, l, dModel), or (l, b, dModel) without `batchFirst`. */
  readonly output: Tensor;
  /** One a layer, (b, h, n, n). */
  readonly weights: readonly Tensor[];
}

const name = "TransformerEncoder";
const constructorOptions = stackOptions(name);
const forwardOptions = encoderForward(name);

/**
 * `nn.TransformerEncoder`: layers one after another, and an optional last norm. Masks are those of this library, true
 * where a position may attend.
 *
 * @example new TransformerEncoder(() => new TransformerEncoderLayer(8, 2, { batchFirst: true }), 2).forward(randn([2, 5, 8])).shape // [2, 5, 8]
 */
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
    options: TransformerStackOptions = {},
  ) {
    refuseExtra("TransformerEncoder", arguments, 3);
    super();
    this.norm = constructorOptions(options).norm ?? null;
    this.layers = makeLayers(name, TransformerEncoderLayer, makeLayer, numLayers);
    noteParts(this, "norm");
  }

  /**
   * @param src in the form that the layers take
   * @param options the masks and the bias of {@link TransformerEncoderLayer.forward}, for every layer
   * @returns the output in the form of src; `{ output, weights }` with `needWeights: true`
   */
  override forward<W extends boolean = false>(
    src: Tensor,
    options: EncoderForwardOptions<W> = {},
  ): WithWeightsIf<W, EncoderAttended> {
    refuseExtra("TransformerEncoder.forward", arguments, 2);
    checkParts(this);
    checkFloats(name, "src", src);
    forwardOptions(options);
    const result = scope(() => {
      const weights: Tensor[] = [];
      let x = src;
      for (const layer of this.layers) {
        if (options.needWeights) {
          const attended = layer.forward(x, { ...options, needWeights: true });
          weights.push(attended.weights);
          x = attended.output;
        } else x = layer.forward(x, { ...options, needWeights: false });
      }
      const output = this.norm?.forward(x) ?? x;
      return options.needWeights ? iterable({ output, weights }) : output;
    });
    return result as WithWeightsIf<W, EncoderAttended>;
  }
}

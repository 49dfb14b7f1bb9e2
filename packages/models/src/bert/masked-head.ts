import { noteParts } from "@saccade/attention/model";
import {
  type Embedding,
  type HalfEmbedding,
  LayerNorm,
  type LinearMap,
  Module,
  Parameter,
} from "@saccade/nn";
import { scope, type Tensor, zeros } from "@saccade/tensor";
import { refuseExtra } from "@saccade/tensor/backend";
import { makeLinear, type WeightsFormat } from "../contract/weights.ts";

/** The sizes and options of a {@link MaskedHead}. */
export interface MaskedHeadSizes {
  /** The number of tokens. */
  readonly vocabSize: number;
  /** The width of the hidden states. */
  readonly dModel: number;
  /** Added to the variance. */
  readonly normEps: number;
  /** How the linear map's weight is kept. */
  readonly weights: WeightsFormat;
  /** The activation between the linear map and the norm. */
  readonly activation: (x: Tensor) => Tensor;
}

/**
 * The part of a {@link Bert} that scores masked tokens: a linear map, the model's activation, a layer norm, and the table of
 * embeddings with a bias (Devlin et al. 2019, section 3.1). `Bert.logits` applies it.
 *
 * @example
 * const sizes = { vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2, maskedHead: true };
 * new Bert(sizes).maskedHead?.bias.shape // [9]
 */
export class MaskedHead extends Module {
  /** dModel → dModel. */
  dense: LinearMap;
  /** Of the activation's output. */
  norm: LayerNorm;
  /** (vocabSize). */
  bias: Parameter;
  readonly #activation: (x: Tensor) => Tensor;

  /** Of a model whose `maskedHead` option is true. */
  constructor({ weights, dModel, normEps, vocabSize, activation }: MaskedHeadSizes) {
    refuseExtra("MaskedHead", arguments, 1);
    super();
    this.dense = makeLinear(weights, dModel, dModel, true);
    this.norm = new LayerNorm(dModel, { eps: normEps });
    this.bias = scope(() => new Parameter(zeros([vocabSize])));
    this.#activation = activation;
    noteParts(this);
  }

  /**
   * @param hidden (…, dModel)
   * @param embedding the model's own table, (vocabSize, dModel)
   * @returns (…, vocabSize)
   */
  override forward(hidden: Tensor, embedding: Embedding | HalfEmbedding): Tensor {
    return scope(() => {
      const activated = this.#activation(this.dense.forward(hidden));
      return embedding.scores(this.norm.forward(activated), this.bias);
    });
  }
}

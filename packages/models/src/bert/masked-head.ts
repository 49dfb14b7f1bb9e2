import { method, noteParts } from "@saccade/attention/model";
import * as nn from "@saccade/nn";
import { scope, type Tensor, zeros } from "@saccade/tensor";
import { makeLinear, type WeightsFormat } from "../contract/weights.ts";

const forward = method("MaskedHead.forward", "hidden float (…, dModel)");

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
export class MaskedHead extends nn.Module {
  /** dModel → dModel. */
  dense: nn.LinearMap;
  /** Of the activation's output. */
  norm: nn.LayerNorm;
  /** (vocabSize). */
  bias: nn.Parameter;
  readonly #activation: (x: Tensor) => Tensor;

  /** Of a model whose `maskedHead` option is true. */
  constructor({ weights, dModel, normEps, vocabSize, activation }: MaskedHeadSizes) {
    super();
    this.dense = makeLinear(weights, dModel, dModel, true);
    this.norm = new nn.LayerNorm(dModel, { eps: normEps });
    this.bias = scope(() => new nn.Parameter(zeros([vocabSize])));
    this.#activation = activation;
    noteParts(this);
    nn.nameSites(this, { parts: { norm: "ln" } });
  }

  /**
   * @param hidden (…, dModel)
   * @param embedding the model's own table, (vocabSize, dModel)
   * @returns (…, vocabSize)
   */
  override forward(hidden: Tensor, embedding: nn.Embedding | nn.HalfEmbedding): Tensor {
    forward(this, [hidden, embedding]);
    // #region head
    return scope(() => {
      const activated = this.#activation(this.dense.forward(hidden));
      return embedding.scores(this.norm.forward(activated), this.bias);
    });
    // #endregion head
  }
}

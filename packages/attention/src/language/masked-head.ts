import { LayerNorm, Linear, linear, Module, Parameter } from "@saccade/nn";
import { scope, type Tensor, zeros } from "@saccade/tensor";

/**
 * The part of a {@link Bert} that scores masked tokens: a linear map, the model's activation, a layer norm, and the table of
 * embeddings with a bias (Devlin et al. 2019, section 3.1). `Bert.logits` applies it.
 *
 * @example
 * const sizes = { vocabSize: 9, maxLen: 8, dModel: 8, numLayers: 1, numHeads: 2, maskedHead: true };
 * new Bert(sizes).maskedHead?.bias.shape // [9]
 */
export class MaskedHead extends Module {
  dense: Linear;
  norm: LayerNorm;
  /** (vocabSize). */
  bias: Parameter;
  readonly #activation: (x: Tensor) => Tensor;

  /** Of a model whose `maskedHead` option is true. */
  constructor(sizes: MaskedHeadSizes) {
    super();
    this.dense = new Linear(sizes.dModel, sizes.dModel);
    this.norm = new LayerNorm(sizes.dModel, { eps: sizes.normEps });
    this.bias = scope(() => new Parameter(zeros([sizes.vocabSize])));
    this.#activation = sizes.activation;
  }

  /**
   * @param hidden (…, dModel)
   * @param embeddings (vocabSize, dModel), the model's own
   * @returns (…, vocabSize)
   */
  override forward(hidden: Tensor, embeddings: Tensor): Tensor {
    return scope(() =>
      linear(this.norm.forward(this.#activation(this.dense.forward(hidden))), embeddings, this.bias),
    );
  }
}

/** What a {@link MaskedHead} is made of. */
export interface MaskedHeadSizes {
  /** The number of tokens. */
  readonly vocabSize: number;
  /** The width of the hidden states. */
  readonly dModel: number;
  /** Added to the variance. */
  readonly normEps: number;
  /** What stands between the linear map and the norm. */
  readonly activation: (x: Tensor) => Tensor;
}

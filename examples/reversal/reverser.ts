import { MultiheadAttention, PositionalEncoding } from "@saccade/attention";
import { noGrad } from "@saccade/autograd";

import { Embedding, Linear, Module } from "@saccade/nn";
import { scope, type Tensor, zerosLike } from "@saccade/tensor";

/** One layer of attention: each position asks, by its position alone, for the token to copy. */
export class Reverser extends Module {
  embedding: Embedding;
  positions: PositionalEncoding;
  attention: MultiheadAttention;
  head: Linear;

  constructor(vocabSize: number, width: number, maxLen: number) {
    super();
    this.embedding = new Embedding(vocabSize, width);
    this.positions = new PositionalEncoding(width, { maxLen });
    this.attention = new MultiheadAttention(width, 1, { batchFirst: true });
    this.head = new Linear(width, vocabSize);
  }

  /** @param ids (b, n) @returns logits, (b, n, vocabSize) */
  override forward(ids: Tensor): Tensor {
    return scope(() => this.head.forward(this.attend(ids, false).output));
  }

  /** The attention weights, (b, n, n). */
  weights(ids: Tensor): Tensor {
    return noGrad(() => this.attend(ids, true).weights!);
  }

  private attend(ids: Tensor, needWeights: boolean) {
    const x = this.embedding.forward(ids);
    const positions = this.positions.forward(zerosLike(x));
    const keys = positions.add(x);
    return this.attention.forward(positions, keys, x, { needWeights });
  }
}

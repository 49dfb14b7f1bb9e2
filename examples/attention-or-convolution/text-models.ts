import { PositionalEncoding } from "@saccade/attention";
import { cueLength, cueWords } from "@saccade/datasets/tasks";
import { TransformerEncoder, TransformerEncoderLayer } from "@saccade/models";
import { Conv1d, Embedding, Linear, Module } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import type { Classifier } from "./compare.ts";

const width = 32;

/** Two convolutions over three words each, then the maximum over all places: each place sees five words. */
export class TextConvolution extends Module implements Classifier {
  embedding: Embedding = new Embedding(cueWords.length, width);
  first: Conv1d = new Conv1d(width, width, 3, { padding: 1 });
  second: Conv1d = new Conv1d(width, width, 3, { padding: 1 });
  head: Linear = new Linear(width, 2);

  /** @param ids (b, cueLength) @returns (b, 2) */
  override forward(ids: Tensor): Tensor {
    return scope(() => {
      const x = this.embedding.forward(ids).transpose(1, 2); // (b, width, cueLength)
      return this.head.forward(this.second.forward(this.first.forward(x).relu()).relu().max(2).values);
    });
  }
}

const layerOptions = { batchFirst: true, dropout: 0, dimFeedforward: 2 * width, normFirst: true };

/** Two layers of self-attention, then the maximum over all places. */
export class TextAttention extends Module implements Classifier {
  embedding: Embedding = new Embedding(cueWords.length, width);
  positions: PositionalEncoding = new PositionalEncoding(width, { maxLen: cueLength });
  encoder: TransformerEncoder = new TransformerEncoder(
    () => new TransformerEncoderLayer(width, 4, layerOptions),
    2,
  );
  head: Linear = new Linear(width, 2);

  /** @param ids (b, cueLength) @returns (b, 2) */
  override forward(ids: Tensor): Tensor {
    return scope(() => {
      const x = this.positions.forward(this.embedding.forward(ids)); // (b, cueLength, width)
      return this.head.forward(this.encoder.forward(x).max(1).values);
    });
  }
}

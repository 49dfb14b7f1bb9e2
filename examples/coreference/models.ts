import { attend, PositionalEncoding } from "@saccade/attention";
import { TransformerEncoder, TransformerEncoderLayer } from "@saccade/models";
import { Embedding, Linear, Module } from "@saccade/nn";
import { scope, type Tensor } from "@saccade/tensor";
import { maxLength, vocabSize } from "./sentences.ts";

/** The answer, and where the model looked for it. */
export interface Pointed {
  /** (b, vocabSize) */
  readonly logits: Tensor;
  /** (b, maxLength), the weights from "it". */
  readonly weights: Tensor;
}

/**
 * Reads the sentence with self-attention. Then "it" attends once more, and the answer is the word most like the
 * mixture of embeddings it attends to. So attending to a noun is the direct way to name it. Trained on the answer alone:
 * nothing tells the weights where to point.
 */
export class Resolver extends Module {
  embedding: Embedding;
  positions: PositionalEncoding;
  encoder: TransformerEncoder;
  query: Linear;
  key: Linear;

  constructor(width: number) {
    super();
    this.embedding = new Embedding(vocabSize, width);
    this.positions = new PositionalEncoding(width, { maxLen: maxLength });
    const options = { batchFirst: true, dropout: 0, dimFeedforward: 2 * width, normFirst: true };
    this.encoder = new TransformerEncoder(() => new TransformerEncoderLayer(width, 4, options), 2);
    this.query = new Linear(width, width);
    this.key = new Linear(width, width, { bias: false });
  }

  /** @param words (b, n) @param it (b), the position of "it" */
  override forward(words: Tensor, it: Tensor): Pointed {
    return scope(() => {
      const keyMask = words.ne(0);
      const embedded = this.embedding.forward(words); // (b, n, d)
      const read = this.encoder.forward(this.positions.forward(embedded), { keyMask });
      const [b, n, d] = read.dims(3);
      const pronoun = read.gather(1, it.reshape([b, 1, 1]).expand([b, 1, d])); // (b, 1, d)
      const scores = this.query.forward(pronoun).matmul(this.key.forward(read).transpose(1, 2)); // (b, 1, n)
      const { output, weights } = attend(scores.div(Math.sqrt(d)), embedded, { keyMask });
      const logits = output.squeeze(1).matmul(this.embedding.weight.t()).div(Math.sqrt(d)); // (b, vocabSize)
      return { logits, weights: weights.reshape([b, n]) };
    });
  }
}

/** Knows which words there are and not their order: the mean of the embeddings, then two layers. */
export class BagOfWords extends Module {
  embedding: Embedding;
  hidden: Linear;
  head: Linear;

  constructor(width: number) {
    super();
    this.embedding = new Embedding(vocabSize, width, { paddingIdx: 0 });
    this.hidden = new Linear(width, 4 * width);
    this.head = new Linear(4 * width, vocabSize);
  }

  /** @param words (b, n) @returns (b, vocabSize) */
  override forward(words: Tensor): Tensor {
    return scope(() => {
      const count = words.ne(0).to("float32").sum(-1, { keepdim: true });
      const mean = this.embedding.forward(words).sum(1).div(count);
      return this.head.forward(this.hidden.forward(mean).relu());
    });
  }
}

/** Knows every word and its place: the embeddings side by side, then two layers. */
export class WordsInOrder extends Module {
  embedding: Embedding;
  hidden: Linear;
  head: Linear;

  constructor(width: number) {
    super();
    this.embedding = new Embedding(vocabSize, width, { paddingIdx: 0 });
    this.hidden = new Linear(width * maxLength, 4 * width);
    this.head = new Linear(4 * width, vocabSize);
  }

  /** @param words (b, maxLength) @returns (b, vocabSize) */
  override forward(words: Tensor): Tensor {
    return scope(() =>
      this.head.forward(this.hidden.forward(this.embedding.forward(words).flatten(1)).relu()),
    );
  }
}

import {
  type Attended,
  MultiheadAttention,
  RelativePositions,
  scaledDotProductAttention,
} from "@saccade/attention";
import { Embedding, GRU, LayerNorm, Linear, Module } from "@saccade/nn";
import { cat, scope, type Tensor } from "@saccade/tensor";
import type { Questions } from "./questions.ts";

const width = 32;
const heads = 4;

/** Logits (b, 2) for questions. */
export interface QuestionReader extends Module {
  forward(questions: Questions): Tensor;
}

/**
 * One layer of self-attention, without recurrence: each word gathers its context. The question looks the asked
 * word up among the words, and a network of two layers reads what that word has gathered.
 */
export class AttentionReader extends Module implements QuestionReader {
  embedding: Embedding;
  words: MultiheadAttention;
  norm: LayerNorm;
  hidden: Linear;
  head: Linear;

  constructor(vocabSize: number) {
    super();
    this.embedding = new Embedding(vocabSize, width);
    const positions = new RelativePositions(heads);
    this.words = new MultiheadAttention(width, heads, { batchFirst: true, positions });
    this.norm = new LayerNorm(width);
    this.hidden = new Linear(width, 2 * width);
    this.head = new Linear(2 * width, 2);
  }

  override forward(questions: Questions): Tensor {
    return scope(() => {
      const found = this.attend(questions).output.squeeze(1);
      return this.head.forward(this.hidden.forward(found).relu());
    });
  }

  /** The output for the asked word, (b, 1, width), and each word's weights on the words, the mean of the heads (b, n, n). */
  attend({ asked, ids, lens }: Questions): Attended {
    const x = this.embedding.forward(ids);
    const { output, weights } = this.words.forward(x, x, x, { validLens: lens });
    const read = this.norm.forward(x.add(output));
    const question = this.embedding.forward(asked).unsqueeze(1);
    const found = scaledDotProductAttention(question, x, read, { validLens: lens });
    return { output: found.output, weights };
  }
}

/** A GRU over the asked word and the review; its last state answers. */
export class GruReader extends Module implements QuestionReader {
  embedding: Embedding;
  gru: GRU;
  head: Linear;

  constructor(vocabSize: number) {
    super();
    this.embedding = new Embedding(vocabSize, width);
    this.gru = new GRU(width, 2 * width, { batchFirst: true });
    this.head = new Linear(2 * width, 2);
  }

  override forward({ asked, ids, lens }: Questions): Tensor {
    return scope(() => {
      const x = this.embedding.forward(cat([asked.unsqueeze(1), ids], 1));
      const { hn } = this.gru.forward(x, null, { lengths: lens.add(1) });
      return this.head.forward(hn.select(0, 0));
    });
  }
}

/** The mean of the words beside the asked word, then a network of two layers. */
export class MeanReader extends Module implements QuestionReader {
  embedding: Embedding;
  hidden: Linear;
  head: Linear;

  constructor(vocabSize: number) {
    super();
    this.embedding = new Embedding(vocabSize, width);
    this.hidden = new Linear(2 * width, 2 * width);
    this.head = new Linear(2 * width, 2);
  }

  override forward({ asked, ids, lens }: Questions): Tensor {
    return scope(() => {
      const exists = ids.ne(0).to("float32").unsqueeze(-1); // (b, n, 1)
      const mean = this.embedding.forward(ids).mul(exists).sum(1).div(lens.to("float32").unsqueeze(1));
      const both = cat([this.embedding.forward(asked), mean], -1);
      return this.head.forward(this.hidden.forward(both).relu());
    });
  }
}

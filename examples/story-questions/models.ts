import { MemoryNetwork } from "@saccade/models";
import { Embedding, LayerNorm, Linear, Module, Parameter } from "@saccade/nn";
import { cat, randn, scope, type Tensor } from "@saccade/tensor";
import { maxWords, vocabSize } from "./encode.ts";

/** The answer, and the sentences that were read for it. */
export interface Answered {
  /** (b, vocabSize) */
  readonly logits: Tensor;
  /** (b, hops, n) */
  readonly weights: Tensor;
}

/** Makes a vector of each sentence: its word vectors, each scaled by its place in the sentence, summed and mixed. */
export class SentenceEncoder extends Module {
  words: Embedding;
  places: Parameter;
  hidden: Linear;
  mix: Linear;
  norm: LayerNorm;

  constructor(width: number) {
    super();
    this.words = new Embedding(vocabSize, width, { paddingIdx: 0 });
    this.places = new Parameter(randn([maxWords, width]).mul(0.5).add(1));
    this.hidden = new Linear(width, 2 * width);
    this.mix = new Linear(2 * width, width);
    this.norm = new LayerNorm(width);
  }

  /** @param ids (…, maxWords) @returns (…, width) */
  override forward(ids: Tensor): Tensor {
    return scope(() => {
      const x = this.words.forward(ids).mul(this.places).sum(-2);
      return this.norm.forward(x.add(this.mix.forward(this.hidden.forward(x).relu())));
    });
  }
}

/** Reads the story several times; what it found each time joins the question. */
export class StoryReader extends Module {
  sentences: SentenceEncoder;
  memory: MemoryNetwork;
  head: Linear;

  constructor(width: number, hops: number, length: number) {
    super();
    this.sentences = new SentenceEncoder(width);
    this.memory = new MemoryNetwork(width, {
      hops,
      maxMemories: length,
      tying: "none",
      update: "feedForward",
      scale: 1 / Math.sqrt(width),
    });
    this.head = new Linear(width, vocabSize);
  }

  /** @param story (b, n, maxWords) @param question (b, maxWords) */
  override forward(story: Tensor, question: Tensor): Answered {
    return scope(() => {
      const asked = this.sentences.forward(question);
      const { output, weights } = this.memory.forward(asked, this.sentences.forward(story));
      return { logits: this.head.forward(output), weights };
    });
  }
}

/** Without attention: every sentence counts alike. It knows the place of each and sees the question. */
export class MeanReader extends Module {
  sentences: SentenceEncoder;
  places: Parameter;
  hidden: Linear;
  join: Linear;
  head: Linear;

  constructor(width: number, length: number) {
    super();
    this.sentences = new SentenceEncoder(width);
    this.places = new Parameter(randn([length, width]));
    this.hidden = new Linear(width, 2 * width);
    this.join = new Linear(3 * width, 2 * width);
    this.head = new Linear(2 * width, vocabSize);
  }

  /** @param story (b, n, maxWords) @param question (b, maxWords) @returns (b, vocabSize) */
  override forward(story: Tensor, question: Tensor): Tensor {
    return scope(() => {
      const placed = this.sentences.forward(story).add(this.places); // (b, n, width)
      const mean = this.hidden.forward(placed).relu().mean(1);
      const both = cat([mean, this.sentences.forward(question)], 1);
      return this.head.forward(this.join.forward(both).relu());
    });
  }
}

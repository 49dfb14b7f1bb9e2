import { attend, PositionalEncoding } from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import { TransformerEncoderLayer } from "@saccade/models";
import { Adam, crossEntropy, Embedding, Linear, Module } from "@saccade/nn";
import { manualSeed, scope, type Tensor } from "@saccade/tensor";
import { makeBreath } from "../ui/breathe.ts";
import { seededRandom } from "../ui/seeded-random.ts";
import { free, restore, type Stored, store } from "../ui/stored.ts";
import { drawSentence, longest, type Sentence, toBatch, vocabSize } from "./sentences.ts";

/** Of a training. */
export const steps = 150;
const width = 24;
const batch = 16;

/**
 * A layer of self-attention reads the sentence; then "it" attends once more, and the answer is the word whose embedding
 * it fetched. Trained on the answer alone: nothing tells the weights where to point.
 */
class Resolver extends Module {
  embedding: Embedding = new Embedding(vocabSize, width);
  positions: PositionalEncoding = new PositionalEncoding(width, { maxLen: longest });
  layer: TransformerEncoderLayer = new TransformerEncoderLayer(width, 2, {
    batchFirst: true,
    dropout: 0,
    dimFeedforward: width,
    normFirst: true,
  });
  query: Linear = new Linear(width, width);
  key: Linear = new Linear(width, width, { bias: false });

  /** @param words (b, n) @param it (b) @returns logits (b, vocabulary) and the weights from "it" (b, n) */
  override forward(words: Tensor, it: Tensor): { readonly logits: Tensor; readonly weights: Tensor } {
    return scope(() => {
      const embedded = this.embedding.forward(words); // (b, n, d)
      const read = this.layer.forward(this.positions.forward(embedded));
      const [b, n, d] = read.dims(3);
      const pronoun = read.gather(1, it.reshape([b, 1, 1]).expand([b, 1, d])); // (b, 1, d)
      const scores = this.query.forward(pronoun).matmul(this.key.forward(read).transpose(1, 2)); // (b, 1, n)
      const { output, weights } = attend(scores.div(Math.sqrt(d)), embedded);
      const logits = output.squeeze(1).matmul(this.embedding.weight.t()).div(Math.sqrt(d));
      return { logits, weights: weights.reshape([b, n]) };
    });
  }
}

/** The model, its training, and where "it" looks. */
export class Coreference {
  readonly #net: Resolver;
  readonly #optimizer: Adam;
  readonly #random = seededRandom(3);

  /** Trained already where parameters are given. */
  constructor(stored?: Readonly<Record<string, Stored>>) {
    manualSeed(0);
    this.#net = new Resolver();
    if (stored !== undefined) restore(this.#net, stored);
    this.#optimizer = new Adam(this.#net, { lr: 0.008, clipGradNorm: 1 });
  }

  /** The parameters, to be given to the constructor. */
  stored(): Readonly<Record<string, Stored>> {
    return store(this.#net);
  }

  free(): void {
    free(this.#net);
  }

  /** One step on fresh sentences; the loss. */
  train(): number {
    return scope(() => {
      const { words, it, answer } = toBatch(Array.from({ length: batch }, () => drawSentence(this.#random)));
      const loss = (): Tensor => crossEntropy(this.#net.forward(words, it).logits, answer);
      return this.#optimizer.step(loss).item();
    });
  }

  /** The weights from "it" in each sentence, one a word. */
  look(sentences: readonly Sentence[]): readonly (readonly number[])[] {
    return noGrad(() => {
      const { words, it } = toBatch(sentences);
      const weights = this.#net.forward(words, it).weights.toArray() as number[][];
      return sentences.map(({ words: { length } }, i) => weights[i]!.slice(0, length));
    });
  }
}

/** A model that learns. */
export interface Trained {
  readonly model: Coreference;
  readonly step: number;
  readonly loss: number;
}

/** A training of a new model. It pauses between steps, so that the page can draw and react. */
export async function* training(): AsyncGenerator<Trained> {
  const model = new Coreference();
  const breathe = makeBreath();
  for (let step = 1; step <= steps; step++) {
    const loss = model.train();
    if (step % 5 === 0) yield { model, step, loss };
    await breathe();
  }
}

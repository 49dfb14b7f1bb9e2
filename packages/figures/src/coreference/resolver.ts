import { attend, PositionalEncoding } from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import { TransformerEncoderLayer } from "@saccade/models";
import { Adam, crossEntropy, Embedding, Linear, Module } from "@saccade/nn";
import { manualSeed, scope, type Tensor } from "@saccade/tensor";
import { makeBreath } from "../ui/breathe.ts";
import { seededRandom } from "../ui/seeded-random.ts";
import { drawSentence, longest, type Sentence, toBatch, vocabSize } from "./sentences.ts";

/** Of a training. */
const steps = 150;
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

export function makeResolver(): Resolver {
  manualSeed(0);
  return new Resolver();
}

/** The weights from "it" in each sentence, one a word. */
export function look(net: Resolver, sentences: readonly Sentence[]): readonly (readonly number[])[] {
  return noGrad(() => {
    const { words, it } = toBatch(sentences);
    const weights = net.forward(words, it).weights.toArray(2);
    return sentences.map(({ words: { length } }, i) => weights[i]!.slice(0, length));
  });
}

/** A model that learns. */
export interface Trained {
  readonly net: Resolver;
  readonly step: number;
  readonly loss: number;
}

/** A training of a new model, on fresh sentences. It pauses between steps, so that the page can draw and react. */
export async function* training(): AsyncGenerator<Trained> {
  const net = makeResolver();
  const optimizer = new Adam(net, { lr: 0.008, clipGradNorm: 1 });
  const random = seededRandom(3);
  const breathe = makeBreath();
  for (let step = 1; step <= steps; step++) {
    const loss = scope(() => {
      const { words, it, answer } = toBatch(Array.from({ length: batch }, () => drawSentence(random)));
      return optimizer.step(() => crossEntropy(net.forward(words, it).logits, answer)).item();
    });
    if (step % 5 === 0) yield { net, step, loss };
    await breathe();
  }
}

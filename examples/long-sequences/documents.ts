import { noGrad } from "@saccade/autograd";
import { makeReviews, type Review } from "@saccade/datasets/tasks";
import { type DocumentAttended, HierarchicalAttention } from "@saccade/models";
import { crossEntropy, Embedding, Linear, Module } from "@saccade/nn";
import { scope, type Tensor, tensor } from "@saccade/tensor";
import { drawAttention } from "../draw.ts";
import type { Outcome, RunOptions } from "../program.ts";
import { shareRight } from "../tensors.ts";
import { trainSteps } from "../train-steps.ts";

const longest = 8;
// Each review has one of these.
const about = ["food", "service", "music"];

/** Documents as tensors. */
interface Documents {
  /** (b, s, w), 0 beyond a sentence's end. */
  readonly ids: Tensor;
  /** (b, s). */
  readonly wordLens: Tensor;
  /** (b): 1 where the document praises its food, service or music. */
  readonly answers: Tensor;
}

/** The form of both models: embedded words in, logits (b, 2) out. */
interface Reader extends Module {
  forward(ids: Tensor, wordLens: Tensor): Tensor;
}

/** Hierarchical attention over embedded words, then a linear map. */
export class HierarchicalReader extends Module implements Reader {
  embedding: Embedding;
  body: HierarchicalAttention;
  head: Linear;

  constructor(vocabSize: number, width: number) {
    super();
    this.embedding = new Embedding(vocabSize, width);
    this.body = new HierarchicalAttention(width, width);
    this.head = new Linear(2 * width, 2);
  }

  override forward(ids: Tensor, wordLens: Tensor): Tensor {
    return scope(() => this.head.forward(this.read(ids, wordLens).output));
  }

  read(ids: Tensor, wordLens: Tensor): DocumentAttended {
    return this.body.forward(this.embedding.forward(ids), { wordLens });
  }
}

/** The mean of all words, then a network of two layers. */
export class MeanReader extends Module implements Reader {
  embedding: Embedding;
  hidden: Linear;
  head: Linear;

  constructor(vocabSize: number, width: number) {
    super();
    this.embedding = new Embedding(vocabSize, width);
    this.hidden = new Linear(width, 2 * width);
    this.head = new Linear(2 * width, 2);
  }

  override forward(ids: Tensor): Tensor {
    return scope(() => {
      const exists = ids.ne(0).to("float32").unsqueeze(-1);
      const total = this.embedding.forward(ids).mul(exists).sum([1, 2]);
      return this.head.forward(this.hidden.forward(total.div(exists.sum([1, 2]))).relu());
    });
  }
}

/** Trains both on reviews, and tests them on reviews whose asked sentence joins words that no training one joins. */
export async function classifyDocuments(options: RunOptions): Promise<Outcome> {
  const { quick, random, print } = options;
  const sentences = quick ? 2 : 6;
  const reviews = (count: number, heldOut: boolean): Review[] =>
    makeReviews({ count, sentences, about, heldOut, random });
  const train = reviews(quick ? 400 : 4000, false);
  const words = ["", ...new Set(train.flatMap((review) => review.sentences.flat()))];
  const steps = quick ? 100 : 500;
  const net = new HierarchicalReader(words.length, 24);
  const mean = new MeanReader(words.length, 24);
  const losses = {
    "documents, hierarchical": fit(net, steps, train, words, random),
    "documents, mean": fit(mean, steps, train, words, random),
  };
  const test = reviews(quick ? 64 : 1000, true);
  const documents = encode(test, words);
  const found = right(net, documents);
  const guessed = right(mean, documents);
  const looked = noGrad(() => {
    const { sentenceWeights } = net.read(documents.ids, documents.wordLens);
    const asked = tensor(Int32Array.from(test, ({ asked }) => asked));
    return shareRight(sentenceWeights, asked);
  });
  print(`documents: ${found}, mean of embeddings ${guessed}; the asked sentence weighs most in ${looked}`);
  await drawDocument(net, test[0]!, words, options);
  return {
    figures: [
      { name: "documents, hierarchical attention", value: found, atLeast: 0.95 },
      { name: "documents, mean of embeddings", value: guessed, atMost: 0.8 },
      { name: "documents whose right sentence weighs most", value: looked },
    ],
    losses,
  };
}

function encode(reviews: readonly Review[], words: readonly string[]): Documents {
  const sentences = reviews[0]!.sentences.length;
  const ids = new Int32Array(reviews.length * sentences * longest);
  const lens: number[] = [];
  reviews.forEach((review, b) => {
    review.sentences.forEach((sentence, s) => {
      lens.push(sentence.length);
      const start = (b * sentences + s) * longest;
      sentence.forEach((word, w) => {
        ids[start + w] = words.indexOf(word);
      });
    });
  });
  return {
    ids: tensor(ids).reshape([reviews.length, sentences, longest]),
    wordLens: tensor(Int32Array.from(lens)).reshape([reviews.length, sentences]),
    answers: tensor(Int32Array.from(reviews, ({ praises, asked }) => Number(praises[asked]))),
  };
}

function fit(
  net: Reader,
  steps: number,
  train: readonly Review[],
  words: readonly string[],
  random: () => number,
): number[] {
  const draw = (): Review[] => Array.from({ length: 64 }, () => train[Math.floor(random() * train.length)]!);
  return trainSteps(net, {
    steps,
    lr: 1e-2,
    constant: true,
    next: () => encode(draw(), words),
    loss: ({ ids, wordLens, answers }) => crossEntropy(net.forward(ids, wordLens), answers),
  });
}

function right(net: Reader, { ids, wordLens, answers }: Documents): number {
  net.eval();
  return noGrad(() => shareRight(net.forward(ids, wordLens), answers));
}

async function drawDocument(
  net: HierarchicalReader,
  review: Review,
  words: readonly string[],
  options: RunOptions,
): Promise<void> {
  const { ids, wordLens } = encode([review], words);
  const [word, sentence] = noGrad(() => {
    const { wordWeights, sentenceWeights } = net.read(ids, wordLens);
    return [
      wordWeights.select(0, 0).toArray() as number[][],
      sentenceWeights.select(0, 0).toArray() as number[],
    ];
  });
  await drawAttention(options, {
    name: "long-sequences-document",
    title: "Is its food, service or music good? Weights of the sentences, and of the words within each",
    weights: word,
    queries: review.sentences.map((text, s) => `${sentence[s]!.toFixed(2)} ${text.join(" ")}`),
    keys: Array.from({ length: longest }, (_, w) => String(w + 1)),
  });
}

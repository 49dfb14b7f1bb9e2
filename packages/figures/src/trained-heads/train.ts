import { LearnedPositions, MultiheadAttention } from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import { Adam, crossEntropy, Embedding, Linear, Module } from "@saccade/nn";
import { Generator, manualSeed, randint, scope, type Tensor, tensor } from "@saccade/tensor";
import { makeBreath } from "../ui/breathe.ts";
import { free } from "../ui/stored.ts";

export const length = 6;
export const words = 6; // how many different symbols
const width = 16;
const batch = 16;
export const totalSteps = 300;
const stepsBetweenShows = 10;

// The ring's neighbours of each position.
const neighbours: readonly (readonly number[])[] = [
  [5, 0, 1, 2, 3, 4],
  [1, 2, 3, 4, 5, 0],
];

/** One attention layer that must name the symbol before and the symbol after each position of a ring. */
class Neighbours extends Module {
  embedding: Embedding = new Embedding(words, width);
  positions: LearnedPositions = new LearnedPositions(length, width);
  attention: MultiheadAttention;
  output: Linear = new Linear(width, 2 * words);

  constructor(heads: number) {
    super();
    this.attention = new MultiheadAttention(width, heads, { batchFirst: true });
  }

  // x (b, n) → logits (b · n, 2, words), weights (b, h, n, n)
  override forward(x: Tensor): { logits: Tensor; weights: Tensor } {
    const y = this.positions.forward(this.embedding.forward(x)); // (b, n, width)
    const { output, weights } = this.attention.forward(y, y, y, { averageAttnWeights: false });
    return { logits: this.output.forward(output).reshape([x.size(0) * length, 2, words]), weights };
  }
}

/** The figure's data after some steps. */
export interface Trained {
  readonly step: number;
  /** (h, n, n): mean weights of a batch. */
  readonly weights: readonly (readonly (readonly number[])[])[];
  /** The share of symbols before and after that are named right, of a new batch. */
  readonly right: readonly [before: number, after: number];
}

/** Trains and yields now and then. Each value comes after a pause in which the page can draw. */
export async function* train(heads: number, seed: number): AsyncGenerator<Trained> {
  manualSeed(seed);
  const generator = new Generator(seed); // Other figures may draw from the default one in the pauses.
  const breathe = makeBreath(8);
  const net = new Neighbours(heads);
  const optimizer = new Adam(net, { lr: 0.02 });
  try {
    for (let step = 0; step <= totalSteps; step++) {
      if (step % stepsBetweenShows === 0) {
        const now = look(net, step, generator);
        await new Promise((resolve) => setTimeout(resolve));
        yield now;
      }
      await breathe();
      scope(() => {
        const x = randint(0, words, [batch, length], { generator });
        optimizer.step(() => {
          const { logits } = net.forward(x);
          const [before, after] = [0, 1].map((way) => crossEntropy(logits.select(1, way), targets(x, way)));
          return before!.add(after!);
        });
      });
    }
  } finally {
    free(net);
  }
}

function look(net: Neighbours, step: number, generator: Generator): Trained {
  return noGrad(() => {
    const x = randint(0, words, [64, length], { generator });
    const { logits, weights } = net.forward(x);
    const guesses = logits.argmax(-1); // (b · n, 2)
    const [before, after] = [0, 1].map((way) =>
      guesses.select(1, way).eq(targets(x, way)).to("float32").mean().item(),
    );
    return { step, weights: weights.mean(0).toArray(3), right: [before!, after!] };
  });
}

function targets(x: Tensor, way: number): Tensor {
  const order = tensor([...(neighbours[way] ?? [])], { dtype: "int32" });
  return x.indexSelect(1, order).reshape([x.size(0) * length]);
}

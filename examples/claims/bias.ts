import { scaledDotProductAttention } from "@saccade/attention";
import { noGrad } from "@saccade/autograd";
import { crossEntropy, Embedding, Linear, Module } from "@saccade/nn";
import { manualSeed, type Tensor } from "@saccade/tensor";
import type { Figure, RunOptions } from "../program.ts";
import { ints } from "../tensors.ts";
import { trainSteps } from "../train-steps.ts";

const symbols = 12;
const length = 10;
const width = 32;
type Biased = "neither" | "query" | "key" | "both";

/** Self-attention whose scores' projections have biases or not; the values' projection has one always. */
class Reader extends Module {
  embedding: Embedding = new Embedding(symbols, width);
  query: Linear;
  key: Linear;
  value: Linear = new Linear(width, width);
  head: Linear = new Linear(width, symbols);

  constructor(biased: Biased) {
    super();
    this.query = new Linear(width, width, { bias: biased === "query" || biased === "both" });
    this.key = new Linear(width, width, { bias: biased === "key" || biased === "both" });
  }

  override forward(ids: Tensor): Tensor {
    const x = this.embedding.forward(ids);
    const [q, k, v] = [this.query.forward(x), this.key.forward(x), this.value.forward(x)];
    const { output } = scaledDotProductAttention(q, k, v, { needWeights: false });
    return this.head.forward(output.mean(1));
  }
}

/** Sequences with the most frequent symbol below 4 in each, the lowest of several; a tenth of answers are wrong. */
function sample(count: number, random: () => number, noise: number): { ids: Tensor; answer: Tensor } {
  const rows = Array.from({ length: count }, () =>
    Array.from({ length }, () => Math.floor(random() * symbols)),
  );
  const answers = rows.map((row) => {
    const counts = [0, 1, 2, 3].map((symbol) => row.filter((id) => id === symbol).length);
    const truth = counts.indexOf(Math.max(...counts));
    return random() < noise ? Math.floor(random() * 4) : truth;
  });
  return { ids: ints(rows), answer: ints(answers) };
}

/** Held-out losses after the same training from a small set, by which projections of the scores have a bias. */
export function measureBias({ seed, quick, random }: RunOptions): Figure[] {
  const train = sample(256, random, 0.1);
  const test = sample(quick ? 64 : 2000, random, 0);
  return (["neither", "query", "key", "both"] as const).map((biased): Figure => {
    manualSeed(seed);
    const net = new Reader(biased);
    const lossOf = ({ ids, answer }: typeof train): Tensor => crossEntropy(net.forward(ids), answer);
    trainSteps(net, { steps: quick ? 10 : 150, lr: 5e-3, constant: true, next: () => train, loss: lossOf });
    const loss = noGrad(() => lossOf(test).item());
    return { name: `held-out loss, biases in the scores: ${biased}`, value: loss };
  });
}

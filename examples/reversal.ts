// Reverses sequences of ten tokens with a small Transformer encoder: attention alone says where each token comes from.
import { noGrad } from "@saccade/autograd";
import { reverseTask } from "@saccade/datasets/tasks";
import { crossEntropy } from "@saccade/nn";
import { type Tensor, tensor } from "@saccade/tensor";
import { drawAttention } from "./draw.ts";
import { type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";
import { Reverser } from "./reversal/reverser.ts";
import { trainSteps } from "./train-steps.ts";

const vocabSize = 20;
const length = 10;
const batch = 64;

const reversal: Program = {
  name: "reversal",
  about: "Reverses sequences of ten tokens with one layer of attention over positions.",
  async run(options: RunOptions): Promise<Outcome> {
    const { quick, random, print } = options;
    const net = new Reverser(vocabSize, 32, length);
    const losses = trainSteps(net, {
      steps: quick ? 20 : 600,
      lr: 5e-3,
      constant: true,
      next: () => sample(batch, random),
      loss: ({ source, target }) => crossEntropy(net.forward(source).flatten(0, 1), target.flatten()),
    });
    print(`${net.numParameters()} parameters, loss ${losses[0]!.toFixed(2)} → ${losses.at(-1)!.toFixed(4)}`);
    net.eval();
    const accuracy = exactMatches(net, quick ? 64 : 2000, random);
    await drawSample(net, options);
    return {
      figures: [{ name: "sequences reversed exactly", value: accuracy, atLeast: 0.995 }],
      losses: { reverser: losses },
    };
  },
};

/** Fresh sequences: `source` and `target`, (count, length). */
function sample(count: number, random: () => number): { source: Tensor; target: Tensor } {
  const task = reverseTask({ vocabSize, length, count, random });
  const of = (ids: Int32Array): Tensor => tensor(ids).reshape([count, length]);
  return { source: of(task.source), target: of(task.target) };
}

/** The share of fresh sequences with every token right. There are 16^10, so none of them was trained on. */
function exactMatches(net: Reverser, count: number, random: () => number): number {
  return noGrad(() => {
    const { source, target } = sample(count, random);
    return net.forward(source).argmax(-1).eq(target).all(-1).to("float32").mean().item();
  });
}

async function drawSample(net: Reverser, options: RunOptions): Promise<void> {
  const { source } = sample(1, options.random);
  const { queries, weights } = noGrad(() => ({
    queries: net.forward(source).argmax(-1).flatten().toArray() as number[],
    weights: net.weights(source).select(0, 0).toArray() as number[][],
  }));
  const keys = source.flatten().toArray() as number[];
  await drawAttention(options, {
    name: "reversal",
    title: "Each output token attends to the token it copies",
    weights,
    queries: queries.map(String),
    keys: keys.map(String),
  });
}

await runProgram(reversal);

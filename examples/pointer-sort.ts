// Sorts ten integers: the attention of a recurrent decoder is its output.
import { noGrad } from "@saccade/autograd";
import { type SortPointersTask, sortPointersTask } from "@saccade/datasets/tasks";
import { PointerNetwork, pointByBeam, pointGreedily } from "@saccade/models";
import { nllLoss } from "@saccade/nn";
import { fromData, type Tensor } from "@saccade/tensor";
import { drawAttention } from "./draw.ts";
import { type Figure, type Outcome, type Program, type RunOptions, runProgram } from "./program.ts";
import { trainSteps } from "./train-steps.ts";

const length = 10;
const otherLengths = [5, 15, 20];
const maxValue = 100;
const batch = 64;

const pointerSort: Program = {
  name: "pointer-sort",
  about: "Sorts ten distinct integers by pointing at them, smallest first (a pointer network).",
  async run(options: RunOptions): Promise<Outcome> {
    const { quick, random, print } = options;
    const net = new PointerNetwork(1, 32, { numLayers: 1 });
    const losses = train(net, quick ? 20 : 400, random);
    print(`${net.numParameters()} parameters, loss ${losses[0]!.toFixed(2)} → ${losses.at(-1)!.toFixed(4)}`);
    const exact = (n: number, count: number): number => sortedExactly(net, n, quick ? 64 : count, random);
    const figures: Figure[] = [
      { name: "ten integers sorted exactly", value: exact(length, 2000), atLeast: 0.98 },
      ...otherLengths.map((n) => ({ name: `${n} integers, trained on ten`, value: exact(n, 500) })),
    ];
    await drawSample(net, options);
    return { figures, losses: { pointer: losses } };
  },
};

function train(net: PointerNetwork, steps: number, random: () => number): number[] {
  return trainSteps(net, {
    steps,
    lr: 5e-3,
    next: () => tensorsOf(sortPointersTask({ length, count: batch, maxValue, random })),
    loss: ({ values, target }) => nllLoss(net.forward(values, target).flatten(0, 1), target.flatten()),
  });
}

/** Integers scaled to [0, 1), (count, length, 1), and their positions in rising order, (count, length). */
function tensorsOf({ values, target, count, length }: SortPointersTask): { values: Tensor; target: Tensor } {
  const scaled = Float32Array.from(values, (value) => value / maxValue);
  return { values: fromData(scaled, [count, length, 1]), target: fromData(target, [count, length]) };
}

/** The share of fresh sets with every position right. Sets of ten from a hundred number 10^13. */
function sortedExactly(net: PointerNetwork, n: number, count: number, random: () => number): number {
  const { values, target } = tensorsOf(sortPointersTask({ length: n, count, maxValue, random }));
  return noGrad(() => pointGreedily(net, values).eq(target).all(-1).to("float32").mean().item());
}

async function drawSample(net: PointerNetwork, options: RunOptions): Promise<void> {
  const task = sortPointersTask({ length, count: 1, maxValue, random: options.random });
  const given = Array.from(task.values);
  const [best] = pointByBeam(net, tensorsOf(task).values, { beamSize: 3 });
  const pointed = best!.tokens.map((position) => given[position]!);
  options.print(`${given.join(" ")} → ${pointed.join(" ")}`);
  await drawAttention(options, {
    name: "pointer-sort",
    title: "Each step points at the next larger integer",
    weights: best!.weights,
    queries: pointed.map(String),
    keys: given.map(String),
  });
}

await runProgram(pointerSort);

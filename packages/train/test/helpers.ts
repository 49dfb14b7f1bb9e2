import { type BatchIterator, batches } from "@saccade/datasets";
import { Adam, Dropout, Linear, mseLoss, type Optimizer, Sequential, Tanh } from "@saccade/nn";
import { Generator, manualSeed, randn, type Tensor } from "@saccade/tensor";
import { Trainer, type TrainerEvent, type TrainerOptions } from "../src/index.ts";

export interface Batch {
  readonly x: Tensor;
  readonly y: Tensor;
}

/** Points of space with a noisy value each: (n, 3) and (n, 1). */
export function points(n: number): { x: Tensor; y: Tensor } {
  const generator = new Generator(7);
  const x = randn([n, 3], { generator });
  return { x, y: x.sum(1, { keepdim: true }).add(randn([n, 1], { generator }).mul(0.1)) };
}

/** Shuffled batches of 4 of 10 points: the last of an epoch has 2. */
export function shuffled(): BatchIterator<{ x: Tensor; y: Tensor }> {
  return batches({ tensors: points(10), batchSize: 4, shuffle: true, seed: 5 });
}

type Options = Partial<TrainerOptions<Batch>> & { readonly makeOptimizer?: (net: Sequential) => Optimizer };

type Made = { trainer: Trainer<Batch>; net: Sequential; optimizer: Optimizer; events: TrainerEvent[] };
type Make = Options | ((optimizer: Optimizer, net: Sequential) => Options);

/** A trainer of a fresh small network with dropout (so that random numbers matter), and what a test looks at. */
export function makeTrainer(options: Make = {}): Made {
  manualSeed(1);
  const net = new Sequential(new Linear(3, 5), new Tanh(), new Dropout(0.2), new Linear(5, 1));
  const plain = typeof options === "function" ? {} : options;
  const optimizer = plain.makeOptimizer?.(net) ?? new Adam(net, { lr: 0.01, clipGradNorm: 1 });
  const { makeOptimizer: _, ...rest } = typeof options === "function" ? options(optimizer, net) : plain;
  const trainer = new Trainer<Batch>({
    model: net,
    optimizer,
    data: shuffled(),
    trainingStep: ({ x, y }) => mseLoss(net.forward(x), y),
    ...(rest.maxSteps === undefined && { maxEpochs: 4 }),
    ...rest,
  });
  manualSeed(3);
  const events: TrainerEvent[] = [];
  trainer.onEvent((event) => {
    events.push(event);
  });
  return { trainer, net, optimizer, events };
}

/** The same after its run. */
export async function finished(options?: Make): Promise<Made> {
  const made = makeTrainer(options);
  await made.trainer.fit();
  return made;
}

/** All parameters as numbers. */
export function weightsOf(net: Sequential): number[] {
  return Object.values(net.stateDict()).flatMap((x) => [...x.dataSync()]);
}

/** The types of events in a row, such as "start step step epoch done". */
export function typesOf(events: readonly TrainerEvent[]): string {
  return events.map(({ type }) => type).join(" ");
}

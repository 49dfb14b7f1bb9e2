import { noGrad } from "@saccade/autograd";
import { crossEntropy } from "@saccade/nn";
import { manualSeed } from "@saccade/tensor";
import { seededRandom } from "../random.ts";
import { trainSteps } from "../train-steps.ts";
import { drawMarks, size, type Task } from "./marks.ts";
import { ViT } from "./vit.ts";

/** What to train, and for how long. */
export interface Lesson {
  readonly task: Task;
  readonly patch: number;
  readonly positions: boolean;
  readonly seed: number;
  readonly steps: number;
}

export interface Classified {
  /** Of 1,000 fresh images. */
  readonly accuracy: number;
  /** Milliseconds of a step. */
  readonly time: number;
  readonly losses: readonly number[];
}

export function classify({ task, patch, positions, seed, steps }: Lesson): Classified {
  manualSeed(seed);
  const random = seededRandom(seed);
  const net = new ViT({ size, patch, classes: 2, width: 32, layers: 2, positions });
  const began = performance.now();
  const losses = trainSteps(net, {
    steps,
    lr: 3e-3,
    next: () => ({ ...drawMarks(task, 64, random) }),
    loss: ({ x, y }) => crossEntropy(net.forward(x), y),
  });
  const time = (performance.now() - began) / steps;
  const { x, y } = drawMarks(task, 1000, seededRandom(seed + 1_000_000));
  const accuracy = noGrad(() => net.forward(x).argmax(-1).eq(y).to("float32").mean().item());
  return { accuracy, time, losses };
}

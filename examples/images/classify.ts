import { noGrad } from "@saccade/autograd";
import { crossEntropy } from "@saccade/nn";
import { manualSeed, type Tensor } from "@saccade/tensor";
import { mean } from "../numbers.ts";
import { seededRandom } from "../random.ts";
import { shareRight } from "../tensors.ts";
import { trainSteps } from "../train-steps.ts";
import { drawMarks, size, type Task } from "./marks.ts";
import { ViT } from "./vit.ts";

/** The model to train, and for how long. */
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
  /** The mean cosine of the positions of two patches of one column, of one row, and of others; null without positions. */
  readonly alike: Alike | null;
}

export interface Alike {
  readonly column: number;
  readonly row: number;
  readonly other: number;
}

export function classify({ task, patch, positions, seed, steps }: Lesson): Classified {
  manualSeed(seed);
  const random = seededRandom(seed);
  const net = new ViT({ size, patch, classes: 2, width: 32, layers: 2, positions });
  const began = performance.now();
  const losses = trainSteps(net, {
    steps,
    lr: 3e-3,
    next: () => drawMarks(task, 64, random),
    loss: ({ x, y }) => crossEntropy(net.forward(x), y),
  });
  const time = (performance.now() - began) / steps;
  const { x, y } = drawMarks(task, 1000, seededRandom(seed + 1_000_000));
  const accuracy = noGrad(() => shareRight(net.forward(x), y));
  const alike = net.positions === null ? null : alikeOf(net.positions.weight, size / patch);
  return { accuracy, time, losses, alike };
}

/** Compares the positions (1 + grid², width) of patches; the first is the class token's. */
function alikeOf(positions: Tensor, grid: number): Alike {
  const patches = positions.narrow(0, 1, grid * grid);
  const unit = patches.div(patches.norm({ dim: -1, keepdim: true }));
  const cosines = unit.matmul(unit.t()).toArray(2);
  const found = { column: [] as number[], row: [] as number[], other: [] as number[] };
  for (let i = 0; i < grid * grid; i++) {
    for (let j = 0; j < i; j++) {
      const sameRow = Math.floor(i / grid) === Math.floor(j / grid);
      const kind = i % grid === j % grid ? "column" : sameRow ? "row" : "other";
      found[kind].push(cosines[i]![j]!);
    }
  }
  return { column: mean(found.column), row: mean(found.row), other: mean(found.other) };
}

import { noGrad } from "@saccade/autograd";
import { crossEntropy, type Module } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { drawRows, shareRight } from "../tensors.ts";
import { trainSteps } from "../train-steps.ts";

/** Examples and their classes. */
export interface Labelled {
  /** (count, …) */
  readonly x: Tensor;
  /** (count) int32 */
  readonly y: Tensor;
}

/** A model that maps examples (b, …) to logits (b, classes). */
export interface Classifier extends Module {
  forward(x: Tensor): Tensor;
}

/** How {@link fit} trains. */
export interface FitOptions {
  readonly steps: number;
  readonly random: () => number;
}

const batch = 32;

/** Trains on batches drawn from `data` with replacement. Returns the loss of each step. */
export function fit(net: Classifier, { x, y }: Labelled, { steps, random }: FitOptions): number[] {
  return trainSteps(net, {
    steps,
    lr: 3e-3,
    next: () => drawRows({ x, y }, batch, random),
    loss: (given) => crossEntropy(net.forward(given.x), given.y),
  });
}

/** The share of examples whose class has the largest logit. */
export function accuracy(net: Classifier, { x, y }: Labelled): number {
  return noGrad(() => shareRight(net.forward(x), y));
}

/** A claim of the text that the comparison tests, and two numbers of which it says that the first is larger. */
export interface Claim {
  readonly says: string;
  readonly larger: readonly [name: string, value: number];
  readonly smaller: readonly [name: string, value: number];
}

/** A claim in words, with its numbers: confirmed or refuted if they differ by more than .03, else undecided. */
export function verdict({ says, larger, smaller }: Claim): string {
  const difference = larger[1] - smaller[1];
  const word = difference > 0.03 ? "confirmed" : difference < -0.03 ? "REFUTED" : "undecided";
  const number = ([name, value]: readonly [string, number]): string => `${name} ${value.toFixed(3)}`;
  return `${word.padEnd(9)}  ${says}: ${number(larger)}, ${number(smaller)}`;
}

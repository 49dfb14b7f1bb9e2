import { noGrad } from "@saccade/autograd";
import { crossEntropy, type Module } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { shareRight } from "../tensors.ts";
import { trainSteps } from "../train-steps.ts";

/** A module that gives logits (b, classes). */
export interface Classifier extends Module {
  forward(...inputs: Tensor[]): Tensor;
}

/** Trains on fresh batches. Returns the losses. */
export function trainClassifier(
  net: Classifier,
  steps: number,
  lr: number,
  draw: () => { readonly ids: Tensor; readonly answers: Tensor },
): number[] {
  const loss = ({ ids, answers }: ReturnType<typeof draw>): Tensor => crossEntropy(net.forward(ids), answers);
  return trainSteps(net, { steps, lr, constant: true, next: draw, loss });
}

/** The share of right answers. */
export function accuracy(net: Classifier, ids: Tensor, answers: Tensor): number {
  net.eval();
  return noGrad(() => shareRight(net.forward(ids), answers));
}

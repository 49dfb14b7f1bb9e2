import { compile, noGrad } from "@saccade/autograd";
import { Adam, crossEntropy, type Module } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";
import { shareRight } from "../tensors.ts";

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
  const optimizer = new Adam(net, { lr });
  const step = compile((ids: Tensor, answers: Tensor) =>
    optimizer.step(() => crossEntropy(net.forward(ids), answers)),
  );
  const losses: number[] = [];
  for (let i = 0; i < steps; i++) {
    const { ids, answers } = draw();
    losses.push(step(ids, answers).item());
  }
  step.dispose();
  return losses;
}

/** The share of right answers. */
export function accuracy(net: Classifier, ids: Tensor, answers: Tensor): number {
  net.eval();
  return noGrad(() => shareRight(net.forward(ids), answers));
}

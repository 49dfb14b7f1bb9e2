import { compile } from "@saccade/autograd";
import { Adam, CosineAnnealingLR, type Module } from "@saccade/nn";
import type { Tensor } from "@saccade/tensor";

/** How {@link trainSteps} trains. */
export interface TrainStepsOptions<B> {
  readonly steps: number;
  /** Adam's learning rate at the first step; it falls to 0 along half a cosine. */
  readonly lr: number;
  /** Whether the rate stays as it is, and gradients are not clipped. Default false. */
  readonly constant?: boolean;
  /** Makes the next batch, an object of tensors of the same shapes each time. */
  readonly next: () => B;
  readonly loss: (batch: B) => Tensor;
}

/** Trains with a compiled step. Returns the loss of each step. */
export function trainSteps<B>(net: Module, options: TrainStepsOptions<B>): number[] {
  const { steps, lr, constant = false, next, loss } = options;
  const optimizer = new Adam(net, constant ? { lr } : { lr, clipGradNorm: 1 });
  const schedule = constant ? null : new CosineAnnealingLR(optimizer, { tMax: steps });
  const step = compile((batch: B) => optimizer.step(() => loss(batch)));
  const losses = Array.from({ length: steps }, () => {
    const value = step(next()).item();
    schedule?.step();
    return value;
  });
  step.dispose();
  return losses;
}

/** The factor of a rate that rises over the first tenth of the steps and then falls along a cosine. */
export function rateAt(step: number, steps: number): number {
  const warmup = Math.ceil(steps / 10);
  if (step < warmup) return (step + 1) / warmup;
  return 0.5 + 0.5 * Math.cos((Math.PI * (step - warmup)) / Math.max(1, steps - warmup));
}

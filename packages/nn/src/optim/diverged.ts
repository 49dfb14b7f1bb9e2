import type { Tensor } from "@saccade/tensor";

/** A loss became NaN or infinite: the parameters are lost from there on. */
export class DivergedError extends Error {
  override readonly name: string = "DivergedError";
  readonly value: number;
  readonly step: number;

  constructor(value: number, step: number) {
    super(`training diverged: loss is ${value} at step ${step}; lower lr or clip (clipGradNorm).`);
    this.value = value;
    this.step = step;
  }
}

/**
 * Reads a loss and hands it on as a number if it is finite. `optimizer.step` itself reads nothing back, so that
 * this is how a training loop notices that it diverged.
 *
 * @throws DivergedError naming the step.
 */
export function checkFinite(loss: Tensor, step: number): number {
  const value = loss.item();
  if (!Number.isFinite(value)) throw new DivergedError(value, step);
  return value;
}

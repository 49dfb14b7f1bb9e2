import type { Tensor } from "@saccade/tensor";
import { checkTensor, within } from "@saccade/tensor/backend";
import { number, readRule, required } from "@saccade/tensor/contract";

export { TrainingError } from "@saccade/tensor/checks";

/**
 * A loss became NaN or infinite: the parameters are unusable from then on.
 *
 * @example checkFinite(tensor(NaN), 7); // throws DivergedError
 */
export class DivergedError extends Error {
  override readonly name: string = "DivergedError";
  /** The loss. */
  readonly value: number;
  /** The step of this loss. */
  readonly step: number;

  constructor(value: number, step: number) {
    super(`training diverged: loss is ${value} at step ${step}; lower lr or clip (clipGradNorm).`);
    this.value = value;
    this.step = step;
  }
}

/**
 * Reads a loss and returns it as a number if it is finite. `optimizer.step` does not read values back, so call this in
 * a training loop to detect divergence.
 *
 * @param step the number of the step, for the error.
 * @throws DivergedError naming the step, ArgumentError unless `loss` is a tensor and `step` a number.
 * @example checkFinite(tensor(0.5), 7) // 0.5
 */
export function checkFinite(loss: Tensor, step: number): number {
  checkTensor("checkFinite", "loss", loss);
  readRule("checkFinite", "step", required(number()), step, "checkFinite(loss, step)");
  const value = within("checkFinite", () => loss.item());
  if (!Number.isFinite(value)) throw new DivergedError(value, step);
  return value;
}

/**
 * A step cannot train: the loss does not depend on any parameter, or depends on one that the optimizer cannot find.
 *
 * @example new SGD(new Linear(2, 1), { lr: 0.1 }).step(() => tensor(1)); // throws TrainingError
 */
export class TrainingError extends Error {
  override readonly name: string = "TrainingError";
}

/** A step cannot train: the loss does not depend on any parameter, or depends on one that the optimizer cannot find. */
export class TrainingError extends Error {
  override readonly name: string = "TrainingError";
}

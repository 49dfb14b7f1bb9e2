/** A step cannot train what it should: no parameter is on the path to the loss, or one on it is out of reach. */
export class TrainingError extends Error {
  override readonly name: string = "TrainingError";
}

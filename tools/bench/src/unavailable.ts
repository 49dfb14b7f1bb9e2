/** A player cannot take part here; the message explains why. */
export class UnavailableError extends Error {
  override readonly name: string = "UnavailableError";
}

/**
 * A run's file cannot be read. The message explains why.
 *
 * @example decodeRun(new Uint8Array(3), new Linear(2, 1)); // throws RunFileError
 */
export class RunFileError extends Error {
  override readonly name: string = "RunFileError";

  constructor(problem: string, cause?: unknown) {
    super(`decodeRun: the file cannot be read: ${problem}`, cause === undefined ? undefined : { cause });
  }
}

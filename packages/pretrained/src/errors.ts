/** The differences between a checkpoint's weights and those that its configuration calls for. Names are those of the files. */
export interface WeightProblems {
  /** Weights that no file has. */
  readonly missing: readonly string[];
  /** Weights of the files that the model has no place for. */
  readonly unexpected: readonly string[];
  /** Weights of another shape or an unreadable type, with both. */
  readonly mismatched: readonly string[];
}

/** Details of a {@link PretrainedError} in addition to its message. */
export interface PretrainedErrorOptions {
  /** The faults of the weights. */
  readonly problems?: WeightProblems | undefined;
  /** The underlying error. */
  readonly cause?: unknown;
}

/** An error's message, to be quoted in another. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/** A value of a file as JSON, cut where it is long. */
export function shown(value: unknown, longest: number = 200): string {
  const text = value === undefined ? "missing" : JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

const none: WeightProblems = { missing: [], unexpected: [], mismatched: [] };

// Messages quote values and list names; those of a hostile file may be as long as the file.
const longest = 2000;

/**
 * A checkpoint that cannot be loaded or saved: a file that is missing or damaged, an architecture that is not supported,
 * weights that are missing, left over, or of another shape. The message names the file or the weight, and the fix.
 *
 * @example await loadPretrained([]); // throws PretrainedError
 */
export class PretrainedError extends Error {
  override readonly name: string = "PretrainedError";
  /** The faults of the weights; empty lists where something else failed. */
  readonly problems: WeightProblems;

  constructor(message: string, options: PretrainedErrorOptions = {}) {
    super(
      message.length > longest ? `${message.slice(0, longest)}…` : message,
      options.cause === undefined ? {} : { cause: options.cause },
    );
    this.problems = options.problems ?? none;
  }
}

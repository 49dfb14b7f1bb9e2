/** Details that accompany a {@link SafetensorsError}. */
export interface SafetensorsErrorDetails {
  /** What to do about it, as a full sentence. */
  readonly cure: string;
  /** The tensor concerned, when the fault lies in one. */
  readonly tensor?: string | undefined;
  /** Position of the fault in the file, in bytes from its start, when the fault has a position. */
  readonly offset?: number | undefined;
}

const MAX_SHOWN = 80;

/** Quotes text from a file for an error message, escaped and cut to a readable length. */
export function quote(text: string): string {
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  return JSON.stringify(shown);
}

/**
 * The only error the safetensors reader and writer throw. The message names the tensor, the byte offset
 * and the cure; the same facts stand in the fields `tensor`, `offset` and `cure`.
 */
export class SafetensorsError extends Error {
  override readonly name: string = "SafetensorsError";
  readonly cure: string;
  readonly tensor: string | undefined;
  readonly offset: number | undefined;

  constructor(problem: string, details: SafetensorsErrorDetails) {
    const where = details.tensor === undefined ? "" : `tensor ${quote(details.tensor)}: `;
    const at = details.offset === undefined ? "" : ` (at byte ${details.offset} of the file)`;
    super(`safetensors: ${where}${problem}${at}. ${details.cure}`);
    this.cure = details.cure;
    this.tensor = details.tensor;
    this.offset = details.offset;
  }
}

/** Details that accompany a {@link SafetensorsError}. */
export interface SafetensorsErrorDetails {
  /** The fix, as a full sentence. */
  readonly cure: string;
  /** The affected tensor, if there is one. */
  readonly tensor?: string | undefined;
  /** The byte offset of the error in the file, if it has one. */
  readonly offset?: number | undefined;
}

const MAX_SHOWN = 80;

/** Quotes text from a file for an error message, escaped and cut to a readable length. */
export function quote(text: string): string {
  const shown = text.length > MAX_SHOWN ? `${text.slice(0, MAX_SHOWN)}…` : text;
  return JSON.stringify(shown);
}

/**
 * The only error the safetensors reader and writer throw. The message names the tensor, the byte offset and the fix,
 * which are also available as the fields `tensor`, `offset` and `cure`.
 *
 * @example fromSafetensors(new Uint8Array(3)); // throws SafetensorsError
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

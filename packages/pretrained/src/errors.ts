/**
 * A checkpoint that cannot be loaded: a file that is missing or damaged, an architecture that is not supported, weights that
 * are missing, left over, or of another shape. The message names the file or the weight, and the fix.
 *
 * @example new PretrainedError("config.json: model_type is missing.").name // "PretrainedError"
 */
export class PretrainedError extends Error {
  override readonly name: string = "PretrainedError";
}

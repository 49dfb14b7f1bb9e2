/**
 * A text of sentence pairs, its file or its download cannot be read. The message names the file, the line and the fix.
 *
 * @example parsePairs("go ."); // throws CorpusError
 */
export class CorpusError extends Error {
  override readonly name: string = "CorpusError";
}

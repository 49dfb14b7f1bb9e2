import { PretrainedError } from "../errors.ts";
import type { Source } from "./source.ts";

/** Reads a file once, front to back, in pieces of the sizes asked for. */
export class ByteReader {
  /** The position of the next byte. */
  position: number;
  readonly source: Source;
  readonly #pieces: AsyncIterator<Uint8Array>;
  #rest: Uint8Array = new Uint8Array(0);
  /** Where bytes of several pieces are put together. */
  #joined: Uint8Array = new Uint8Array(0);

  constructor(source: Source, start: number, signal: AbortSignal | undefined) {
    this.source = source;
    this.position = start;
    this.#pieces = source.read(start, signal)[Symbol.asyncIterator]();
  }

  /**
   * The next `length` bytes, valid until the next call: copy them to keep them.
   *
   * @throws PretrainedError where the file ends before.
   */
  async take(length: number): Promise<Uint8Array> {
    if (this.#rest.length === 0 && length > 0) await this.#fill(length);
    if (this.#rest.length >= length) return this.#cut(length);
    if (this.#joined.length < length) this.#joined = new Uint8Array(length);
    const bytes = this.#joined.subarray(0, length);
    for (let at = 0; at < length; ) {
      if (this.#rest.length === 0) await this.#fill(length - at);
      const piece = this.#cut(Math.min(this.#rest.length, length - at));
      bytes.set(piece, at);
      at += piece.length;
    }
    return bytes;
  }

  /** Stops reading. */
  async close(): Promise<void> {
    await this.#pieces.return?.();
  }

  #cut(length: number): Uint8Array {
    const piece = this.#rest.subarray(0, length);
    this.#rest = this.#rest.subarray(length);
    this.position += length;
    return piece;
  }

  async #fill(wanted: number): Promise<void> {
    const { done, value } = await this.#pieces.next();
    if (done)
      throw new PretrainedError(
        `${this.source.name}: it ends at byte ${this.position}, ${wanted} bytes early; the file is cut short, copy or download it ` +
          "again.",
      );
    this.#rest = value;
  }
}

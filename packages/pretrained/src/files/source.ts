import { badArgument } from "@saccade/tensor/checks";
import { PretrainedError } from "../errors.ts";

// A file as a source of bytes: in pieces, or read from a place on.

/** A file to read from: a browser's `File`, or an object with these members. */
export interface PretrainedFile {
  /** The name without its folder, such as "model.safetensors". */
  readonly name: string;
  /** In bytes. */
  readonly size: number;
  /** Bytes `start` (included) to `end` (excluded). */
  slice(start: number, end: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** A file by whichever way its bytes come. */
export interface Source {
  readonly name: string;
  /** In bytes; null if the server does not report it. */
  readonly size: number | null;
  /** The bytes from `start` on, in pieces, each valid until the next. The caller may stop early. */
  read(start: number, signal: AbortSignal | undefined): AsyncIterable<Uint8Array>;
}

// Large enough for a disk to read at speed, small enough to convert in a few milliseconds.
const pieceBytes = 2 ** 20;

/** @throws ArgumentError unless the files have the members of {@link PretrainedFile}. */
export function sourcesOf(what: string, files: unknown): Source[] {
  const rule = "a list of files ({ name, size, slice() }), or the URL of a folder";
  if (typeof files !== "object" || files === null || !(Symbol.iterator in files || "length" in files))
    throw badArgument(what, "files", rule, files);
  const list: unknown[] = Array.from(files as ArrayLike<unknown>);
  return list.map((file, i) => {
    if (isFile(file)) return fileSource(file);
    throw badArgument(what, `files[${i}]`, "a file with name, size and slice()", file);
  });
}

function isFile(file: unknown): file is PretrainedFile {
  const { name, size, slice }: { name?: unknown; size?: unknown; slice?: unknown } = Object(file);
  return (
    typeof name === "string" && Number.isSafeInteger(size) && Number(size) >= 0 && typeof slice === "function"
  );
}

function fileSource(file: PretrainedFile): Source {
  const { name, size } = file;
  return {
    name,
    size,
    async *read(start) {
      if (file instanceof Blob) {
        yield* piecesOf(file.slice(start).stream());
        return;
      }
      for (let at = start; at < size; at += pieceBytes) {
        const end = Math.min(at + pieceBytes, size);
        const piece = new Uint8Array(await file.slice(at, end).arrayBuffer());
        yield piece;
        if (piece.length < end - at) return; // The file was truncated since it was opened; the reader reports it.
      }
    },
  };
}

// Large enough for a disk to read at speed, small enough to convert in a few milliseconds.
const bufferBytes = 2 ** 18;

/**
 * The bytes of a stream in pieces, each valid until the next is asked for. They share one buffer where the stream can fill
 * it: browsers free the chunks of a stream late, after 100 MB and more.
 */
export async function* piecesOf(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  const reader = intoBuffers(stream);
  if (reader === null) {
    yield* chunksOf(stream);
    return;
  }
  try {
    let buffer = new ArrayBuffer(bufferBytes);
    for (;;) {
      // The stream takes the buffer over, and gives it back with the bytes.
      const { done, value } = await reader.read(new Uint8Array(buffer));
      if (done) return;
      yield value;
      buffer = value.buffer;
    }
  } finally {
    await reader.cancel().catch(() => {}); // A stream that failed rejects this too.
  }
}

// null where the host, or the maker of the stream, knows chunks only.
function intoBuffers(stream: ReadableStream<Uint8Array>): ReadableStreamBYOBReader | null {
  try {
    return stream.getReader({ mode: "byob" });
  } catch (error) {
    if (error instanceof TypeError) return null;
    throw error;
  }
}

async function* chunksOf(stream: ReadableStream<Uint8Array>): AsyncIterable<Uint8Array> {
  const reader = stream.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

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

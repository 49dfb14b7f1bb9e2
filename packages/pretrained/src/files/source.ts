import { badArgument } from "@saccade/tensor/backend";
import { piecesOf } from "./pieces.ts";

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

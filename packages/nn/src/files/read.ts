import { readFile, stat } from "node:fs/promises";
import { notAFileError, readError } from "./errors.ts";
import { checkPath } from "./path.ts";

/**
 * Reads a regular file. Refuses devices and pipes, whose content may be endless.
 *
 * @throws {FileError} if the file is missing, is not a regular file, cannot be read or is larger than Node can read at
 * once; ArgumentError for a path that is not a string.
 * @example
 * await writeFileAtomic("hi.txt", "hi");
 * await readFileBytes("hi.txt") // Uint8Array [104, 105]
 */
export async function readFileBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  checkPath("readFileBytes", path);
  try {
    const status = await stat(path);
    if (!status.isFile()) throw notAFileError("read", path, status.isDirectory());
    const buffer = await readFile(path);
    return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  } catch (error) {
    throw readError(path, error);
  }
}

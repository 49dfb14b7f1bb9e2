import { readFile, stat } from "node:fs/promises";
import { notAFileError, readError } from "./errors.ts";
import { checkPath } from "./path.ts";

/**
 * The bytes of a regular file. Devices and pipes, whose content may have no end, are refused.
 *
 * @throws {FileError} when the file is missing, is a folder or no regular file, may not be read or is larger than
 * Node can read at once; ArgumentError for a path that is no text.
 * @example const bytes = await readFileBytes("model.safetensors");
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

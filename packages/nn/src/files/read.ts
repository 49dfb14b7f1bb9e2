import { readFile } from "node:fs/promises";
import { readError } from "./errors.ts";

/**
 * The bytes of a file.
 *
 * @throws {FileError} when the file is missing, is a folder, may not be read or is larger than Node can read
 * at once.
 */
export async function readFileBytes(path: string): Promise<Uint8Array<ArrayBuffer>> {
  try {
    const buffer = await readFile(path);
    return new Uint8Array(buffer.buffer, buffer.byteOffset, buffer.byteLength);
  } catch (error) {
    throw readError(path, error);
  }
}

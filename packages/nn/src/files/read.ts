import { readFile, stat } from "node:fs/promises";
import { badArgument } from "@saccade/tensor/checks";
import { type RequiredRule, readRule, required, rule } from "@saccade/tensor/contract";
import { notAFileError, readError } from "./errors.ts";

/** Text that can name a file. */
export const pathRule: RequiredRule<string> = required({
  ...rule("the path of a file, a string", (path): path is string => typeof path === "string" && path !== ""),
  fix: (path) => (path instanceof URL ? "write fileURLToPath(url)" : undefined),
});

/** @throws ArgumentError unless `path` is text that can name a file. */
export function checkPath(what: string, path: unknown): void {
  readRule(what, "path", pathRule, path, `${what}(path)`);
}

/** @throws ArgumentError unless `data` is bytes or text. */
export function checkData(what: string, data: unknown): asserts data is Uint8Array | string {
  if (typeof data === "string" || data instanceof Uint8Array) return;
  const fix = data instanceof ArrayBuffer ? "write new Uint8Array(buffer)" : undefined;
  throw badArgument(what, "data", "a Uint8Array or a string", data, fix);
}

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

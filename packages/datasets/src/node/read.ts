import { readFile, stat } from "node:fs/promises";
import { homedir } from "node:os";
import { join } from "node:path";
import { badArgument } from "@saccade/tensor/checks";
import { type Rule, rule } from "@saccade/tensor/contract";
import { CorpusError } from "../errors.ts";

// Files of sentence pairs, and the folder where downloads are kept.

/**
 * Reads a UTF-8 file of `source<TAB>target` lines. A byte order mark is dropped; the lines are not checked here (see
 * `parsePairs`, to which the path should be passed on as `file`).
 *
 * @param path Path of the file, such as `fra.txt` of d2l's `fra-eng.zip`.
 * @returns The text.
 * @throws CorpusError that names the path and the cure if the file is missing, unreadable, a folder, a device or a pipe, empty,
 * or not UTF-8; ArgumentError for a path that is not a string.
 * @example
 * await writeFileAtomic("pairs.txt", "Go.\tVa !\n");
 * await readPairsFile("pairs.txt") // "Go.\tVa !\n"
 */
export async function readPairsFile(path: string): Promise<string> {
  const { holds, must } = pathTo("file");
  if (!holds(path)) throw badArgument("readPairsFile", "path", must, path);
  let bytes: Uint8Array;
  try {
    const status = await stat(path);
    // A device such as /dev/zero has no end.
    if (!status.isFile() && !status.isDirectory()) throw notRegular();
    bytes = await readFile(path);
  } catch (cause) {
    throw new CorpusError(`readPairsFile: ${path} ${reason(cause)}`, { cause });
  }
  if (bytes.length === 0) {
    throw new CorpusError(
      `readPairsFile: ${path} is empty; fill it with lines of the form "source<TAB>target"`,
    );
  }
  return decodeUtf8(bytes, `readPairsFile: ${path}`);
}

/** The rule for a path of a file or folder. */
export function pathTo(kind: "file" | "folder"): Rule<string, undefined> {
  return rule(
    `the path of a ${kind}, a string`,
    (value): value is string => typeof value === "string" && value !== "",
  );
}

/** Decodes UTF-8 strictly; `what` begins the message of the error. */
function decodeUtf8(bytes: Uint8Array, what: string): string {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (cause) {
    const utf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
    const zip = bytes[0] === 0x50 && bytes[1] === 0x4b;
    const cure = zip ? "it is a zip archive: unpack it first" : "save it as UTF-8";
    const guess = utf16 ? " (it begins like UTF-16)" : "";
    throw new CorpusError(`${what} is not UTF-8${guess}; ${cure}`, { cause });
  }
}

function notRegular(): Error {
  return Object.assign(new Error("not a regular file"), { code: "EINVAL" });
}

const denied = "may not be read by this process; change its permissions";
const reasons: Readonly<Record<string, string>> = {
  ENOENT: "does not exist; check the path, or use embeddedCorpus() or downloadNmt() instead",
  EISDIR: "is a folder; pass the path of the text file in it, such as fra.txt",
  EINVAL: "is not a regular file; pass the path of a text file",
  EACCES: denied,
  EPERM: denied,
};

function reason(cause: unknown): string {
  const other = `could not be read: ${cause instanceof Error ? cause.message : String(cause)}; check the path`;
  return reasons[errorCode(cause) ?? ""] ?? other;
}

/** The `code` of a Node error, such as `"ENOENT"`; undefined if there is none. */
export function errorCode(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/**
 * The folder that downloads are kept in: `$XDG_CACHE_HOME/saccade`, or `~/.cache/saccade` where that is not set.
 *
 * @example defaultCacheDir({ XDG_CACHE_HOME: "/tmp/cache" }) // "/tmp/cache/saccade"
 */
export function defaultCacheDir(env: Readonly<Record<string, string | undefined>> = process.env): string {
  const base = env["XDG_CACHE_HOME"];
  return join(base ? base : join(homedir(), ".cache"), "saccade");
}

import { dirname } from "node:path";

/**
 * A file that could not be read or written. The message names the operation, the reason and the fix; `code` is the
 * system's error code (`ENOSPC`, `ENOENT`, …) and `cause` the system's error.
 *
 * @example await readFileBytes("nowhere.safetensors"); // throws FileError
 */
export class FileError extends Error {
  override readonly name: string = "FileError";
  readonly code: string;
  readonly path: string;
  readonly cure: string;

  constructor(problem: string, path: string, code: string, cure: string, cause?: unknown) {
    super(`${problem}. ${cure}`, cause === undefined ? undefined : { cause });
    this.code = code;
    this.path = path;
    this.cure = cure;
  }
}

/** The system's code of an error, or "UNKNOWN". */
export function errorCode(error: unknown): string {
  const known = error instanceof Error && "code" in error && typeof error.code === "string";
  return known ? String(error.code) : "UNKNOWN";
}

type Reason = readonly [reason: string, cure: string];

const denied = "permission was denied";
const path: Reason = ["a part of the path is a file, not a folder", "Correct the path."];
const open: Reason = ["too many files are open", "Close some files, or raise the limit, and try again."];
const space = "Free some space, or choose another disk, and try again.";

const WRITE_REASONS: Readonly<Record<string, Reason>> = {
  ENOTDIR: path,
  EACCES: [denied, "Allow writing to the file and its folder, or choose another place."],
  EPERM: [denied, "Allow writing to the file and its folder, or close the program using it."],
  EBUSY: ["the file is in use", "Close the program using it and try again."],
  EROFS: ["the file system is read-only", "Choose another place."],
  ENOSPC: ["the disk is full", space],
  EDQUOT: ["the disk quota is used up", space],
  EFBIG: ["the file is too large for the file system", "Choose another disk, or write less to one file."],
  ENAMETOOLONG: ["the name is too long", "Choose a shorter name."],
  ELOOP: ["the path runs through a circle of links", "Correct the links."],
  EMFILE: open,
};

const READ_REASONS: Readonly<Record<string, Reason>> = {
  ENOENT: ["it does not exist", "Correct the path, or create the file first."],
  ENOTDIR: path,
  EACCES: [denied, "Allow reading the file."],
  EPERM: [denied, "Allow reading the file."],
  ENAMETOOLONG: ["the name is too long", "Correct the path."],
  ELOOP: ["the path runs through a circle of links", "Correct the links."],
  EMFILE: open,
  ERR_FS_FILE_TOO_LARGE: ["it is larger than can be read at once", "Split it over several files."],
};

/** An error's reason and fix, from a table or the system's message. */
function reasonOf(
  cause: unknown,
  code: string,
  known: Readonly<Record<string, Reason>>,
  next: string,
): Reason {
  return known[code] ?? [cause instanceof Error ? cause.message : String(cause), next];
}

/** The error for a failed write to `target`, to which `path` resolves. An existing file is unchanged. */
export function writeError(path: string, cause: unknown, target: string): FileError {
  if (cause instanceof FileError) return cause;
  const code = errorCode(cause);
  const folder = dirname(target);
  const missing: Reason = [`the folder ${folder} does not exist`, "Create it first, or correct the path."];
  const known = { ...WRITE_REASONS, ENOENT: missing };
  const [reason, cure] = reasonOf(cause, code, known, "Check the path and the disk, and try again.");
  return new FileError(`cannot write ${path}: ${reason}; nothing was changed`, path, code, cure, cause);
}

/** The error for something that is not a file. */
export function notAFileError(action: "read" | "write", path: string, isFolder: boolean): FileError {
  const kind = isFolder ? "a folder" : "not a regular file";
  const code = isFolder ? "EISDIR" : "EINVAL";
  return new FileError(`cannot ${action} ${path}: it is ${kind}`, path, code, "Give the path of a file.");
}

/** The error for a failed read. */
export function readError(path: string, cause: unknown): FileError {
  if (cause instanceof FileError) return cause;
  const code = errorCode(cause);
  const [reason, cure] = reasonOf(cause, code, READ_REASONS, "Check the path and the disk, and try again.");
  return new FileError(`cannot read ${path}: ${reason}`, path, code, cure, cause);
}

import { FileError } from "./errors.ts";
import type { FileStatus } from "./file-system.ts";

// Two programs that save to one file would silently overwrite each other's work. A program recognizes its own files by
// these marks, and refuses to replace a file that another has written since.

const marks: Map<string, string[]> = new Map();
const filesKept = 1000;
// Writes of this process that overlap each find the file of another, which many more may have replaced by then.
const marksKept = 256;

/** The identity of a written file; null where the file system has none. */
export function markOf({ ino, size, mtimeMs }: FileStatus): string | null {
  return ino === undefined || size === undefined || mtimeMs === undefined
    ? null
    : `${ino} ${size} ${mtimeMs}`;
}

/** Notes a file that is about to be renamed to `target`. Renaming changes no mark. */
export function noteOwn(target: string, mark: string | null): void {
  if (mark === null) return;
  const own = [...(marks.get(target) ?? []), mark].slice(-marksKept);
  marks.delete(target);
  marks.set(target, own);
  for (const oldest of marks.keys()) {
    if (marks.size <= filesKept) break;
    marks.delete(oldest);
  }
}

/**
 * @param now the mark of the file at `target`; null for none
 * @throws FileError if this process has written the file, and another program has since
 */
export function checkOwn(path: string, target: string, now: string | null): void {
  const own = marks.get(target);
  if (now === null || own === undefined || own.includes(now)) return;
  throw changed(path, "since this one last did");
}

/**
 * @param before the mark when the write began
 * @throws FileError if another program has written the file meanwhile
 */
export function checkSteady(path: string, target: string, before: string | null, now: string | null): void {
  if (now === before || now === null || marks.get(target)?.includes(now)) return;
  throw changed(path, "meanwhile");
}

function changed(path: string, when: string): FileError {
  return new FileError(
    `cannot write ${path}: another program wrote to it ${when}; nothing was changed`,
    path,
    "ECHANGED",
    "Let each program save to its own path; to replace the file, remove it first.",
  );
}

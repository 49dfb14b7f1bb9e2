import { constants } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { checkIsFile, isFree, type WriteTarget } from "./atomic-write.ts";
import { writeError } from "./errors.ts";
import type { AtomicFileSystemSync } from "./file-system.ts";
import { nodeFileSystemSync } from "./file-system.ts";
import { checkData, checkPath } from "./path.ts";
import { isOrphan, tempPathBeside } from "./temp-files.ts";

/**
 * Like `writeFileAtomic`, but done when it returns, as a signal or exit handler needs it.
 *
 * @param fs file-system calls to use; the real ones when left out.
 * @throws {FileError} when the folder is missing, `path` is a folder, permission is denied, the disk is full,
 * or another system call fails; ArgumentError for another path or other data than these. The temp file is then
 * removed and the original is untouched.
 * @example process.on("exit", () => writeFileAtomicSync("state.json", JSON.stringify(state)));
 */
export function writeFileAtomicSync(
  path: string,
  data: Uint8Array | string,
  fs: AtomicFileSystemSync = nodeFileSystemSync,
): void {
  checkPath("writeFileAtomicSync", path);
  checkData("writeFileAtomicSync", data);
  let target = path;
  try {
    const found = findTarget(path, fs);
    target = found.path;
    const folder = dirname(target);
    ignoreFailure(() => removeOrphans(folder, fs)); // first: they may have filled the disk
    const temp = tempPathBeside(target);
    const file = fs.openSync(temp, "wx");
    try {
      fill(file, data, found.mode, fs);
      fs.renameSync(temp, target);
    } catch (error) {
      ignoreFailure(() => fs.unlinkSync(temp));
      throw error;
    }
    ignoreFailure(() => syncFolder(folder, fs));
  } catch (error) {
    throw writeError(path, error, target);
  }
}

function findTarget(path: string, fs: AtomicFileSystemSync): WriteTarget {
  let target = path;
  // Links that lead in a circle end it: realpath fails with ELOOP.
  for (;;) {
    try {
      target = fs.realpathSync(target);
    } catch (error) {
      if (!isFree(error)) throw error;
      const next = behindLink(target, fs);
      if (next === null) return { path: target, mode: undefined };
      target = next;
      continue;
    }
    const status = fs.statSync(target);
    checkIsFile(path, status);
    fs.accessSync(target, constants.W_OK);
    return { path: target, mode: status.mode & 0o777 };
  }
}

/** What a link points to where that does not exist; null for a path at which there is no link. */
function behindLink(path: string, fs: AtomicFileSystemSync): string | null {
  let folder: string;
  let link: string;
  try {
    folder = fs.realpathSync(dirname(path));
    link = fs.readlinkSync(join(folder, basename(path)));
  } catch {
    return null;
  }
  return resolve(folder, link);
}

function removeOrphans(folder: string, fs: AtomicFileSystemSync): void {
  for (const name of fs.readdirSync(folder))
    if (isOrphan(name)) ignoreFailure(() => fs.unlinkSync(join(folder, name)));
}

function fill(
  file: number,
  data: Uint8Array | string,
  mode: number | undefined,
  fs: AtomicFileSystemSync,
): void {
  try {
    // Some file systems know no permissions; the data matters more.
    if (mode !== undefined) ignoreFailure(() => fs.fchmodSync(file, mode));
    fs.writeFileSync(file, data);
    fs.fsyncSync(file);
  } catch (error) {
    ignoreFailure(() => fs.closeSync(file));
    throw error;
  }
  fs.closeSync(file);
}

function syncFolder(folder: string, fs: AtomicFileSystemSync): void {
  const handle = fs.openSync(folder, "r");
  try {
    fs.fsyncSync(handle);
  } finally {
    fs.closeSync(handle);
  }
}

function ignoreFailure(action: () => void): void {
  try {
    action();
  } catch {}
}

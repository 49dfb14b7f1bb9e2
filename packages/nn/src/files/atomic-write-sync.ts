import { constants } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { checkIsFile, isFree, type WriteTarget } from "./atomic-write.ts";
import { writeError } from "./errors.ts";
import type { AtomicFileSystemSync } from "./file-system.ts";
import { nodeFileSystemSync } from "./file-system.ts";
import { checkOwn, checkSteady, markOf, noteOwn } from "./own-writes.ts";
import { checkData, checkPath } from "./path.ts";
import { isOrphan, tempPathBeside } from "./temp-files.ts";

/**
 * Synchronous `writeFileAtomic`, for signal and exit handlers.
 *
 * @param fs file-system functions to use. Default: Node's.
 * @throws {FileError} if the folder is missing, `path` is a folder, permission is denied, the disk is full, or another
 * system call fails; ArgumentError for an invalid path or data. The temp file is then removed and the original is
 * unchanged.
 * @example
 * writeFileAtomicSync("state.json", JSON.stringify({ epoch: 3 }));
 * (await readFileBytes("state.json")).length // 11
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
    checkOwn(path, target, found.mark);
    const folder = dirname(target);
    ignoreFailure(() => removeOrphans(folder, fs)); // first: they may have filled the disk
    const temp = tempPathBeside(target);
    const file = fs.openSync(temp, "wx");
    try {
      fill(file, data, found.mode, fs);
      const own = statusMark(temp, fs);
      checkSteady(path, target, found.mark, statusMark(target, fs));
      noteOwn(target, own);
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
  // Cyclic links end the loop: realpath fails with ELOOP.
  for (;;) {
    try {
      target = fs.realpathSync(target);
    } catch (error) {
      if (!isFree(error)) throw error;
      const next = behindLink(target, fs);
      if (next === null) return { path: target, mode: undefined, mark: null };
      target = next;
      continue;
    }
    const status = fs.statSync(target);
    checkIsFile(path, status);
    fs.accessSync(target, constants.W_OK);
    return { path: target, mode: status.mode & 0o777, mark: markOf(status) };
  }
}

/** The target of a dangling link; null if the path is not a link. */
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
    // Some file systems do not support permissions; the data matters more.
    if (mode !== undefined) ignoreFailure(() => fs.fchmodSync(file, mode));
    fs.writeFileSync(file, data);
    fs.fsyncSync(file);
  } catch (error) {
    ignoreFailure(() => fs.closeSync(file));
    throw error;
  }
  fs.closeSync(file);
}

function statusMark(path: string, fs: AtomicFileSystemSync): string | null {
  try {
    return markOf(fs.statSync(path));
  } catch {
    return null; // There is none, or the rename says why.
  }
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

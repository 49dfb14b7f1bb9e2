import { constants } from "node:fs";
import { dirname } from "node:path";
import { checkIsFile, isFree, tempPathBeside } from "./atomic-write.ts";
import { writeError } from "./errors.ts";
import type { AtomicFileSystemSync } from "./file-system.ts";
import { nodeFileSystemSync } from "./file-system.ts";

/**
 * Like `writeFileAtomic`, but done when it returns, as a signal or exit handler needs it.
 *
 * @param fs file-system calls to use; the real ones when left out.
 * @throws {FileError} when the folder is missing, `path` is a folder, permission is denied, the disk is full,
 * or another system call fails. The temp file is then removed and the original is untouched.
 */
export function writeFileAtomicSync(
  path: string,
  data: Uint8Array | string,
  fs: AtomicFileSystemSync = nodeFileSystemSync,
): void {
  try {
    const existing = findTarget(path, fs);
    const target = existing?.path ?? path;
    const temp = tempPathBeside(target);
    const file = fs.openSync(temp, "wx");
    try {
      fill(file, data, existing?.mode, fs);
      fs.renameSync(temp, target);
    } catch (error) {
      ignoreFailure(() => fs.unlinkSync(temp));
      throw error;
    }
    ignoreFailure(() => syncFolder(dirname(target), fs));
  } catch (error) {
    throw writeError(path, error);
  }
}

function findTarget(
  path: string,
  fs: AtomicFileSystemSync,
): { readonly path: string; readonly mode: number } | undefined {
  let target: string;
  try {
    target = fs.realpathSync(path);
  } catch (error) {
    if (isFree(error)) return undefined;
    throw error;
  }
  const status = fs.statSync(target);
  checkIsFile(path, status);
  fs.accessSync(target, constants.W_OK);
  return { path: target, mode: status.mode & 0o777 };
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

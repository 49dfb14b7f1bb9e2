import { constants } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errorCode, notAFileError, writeError } from "./errors.ts";
import type { AtomicFileSystem, FileStatus } from "./file-system.ts";
import { nodeFileSystem } from "./file-system.ts";
import { checkData, checkPath } from "./path.ts";
import { settle, track } from "./pending.ts";
import { isOrphan, tempPathBeside } from "./temp-files.ts";

/** Where a write goes: the path behind all links, and the permissions of the file there, if there is one. */
export interface WriteTarget {
  readonly path: string;
  readonly mode: number | undefined;
}

/** Whether a path that `stat` failed on with this error is merely free. */
export function isFree(error: unknown): boolean {
  return errorCode(error) === "ENOENT";
}

/** Refuses a target that is there but is not a file. */
export function checkIsFile(path: string, status: FileStatus): void {
  if (!status.isFile()) throw notAFileError("write", path, status.isDirectory());
}

/**
 * Writes a file so that `path` holds either the old content or all of the new, never a part: the data goes to
 * a temp file in the same folder, is flushed to the disk, and is renamed to `path`. A link is followed, also one
 * whose target does not exist yet. The permissions of an existing file are kept, and text is written as UTF-8.
 * On failure the temp file is removed and the original is untouched, also when `process.exit` interrupts the write.
 * A killed process leaves its temp file behind; the next write to the same folder removes it. `data` must not
 * change until the promise settles.
 *
 * @param fs file-system calls to use; the real ones when left out.
 * @throws {FileError} when the folder is missing, `path` is a folder, permission is denied, the disk is full,
 * or another system call fails; ArgumentError for another path or other data than these.
 * @example await writeFileAtomic("notes.txt", "saved whole or not at all");
 */
export async function writeFileAtomic(
  path: string,
  data: Uint8Array | string,
  fs: AtomicFileSystem = nodeFileSystem,
): Promise<void> {
  checkPath("writeFileAtomic", path);
  checkData("writeFileAtomic", data);
  let target = path;
  try {
    const found = await findTarget(path, fs);
    target = found.path;
    const folder = dirname(target);
    await ignoreFailure(removeOrphans(folder, fs)); // first: they may have filled the disk
    const temp = tempPathBeside(target);
    track(temp);
    try {
      await writeTemp(temp, data, found.mode, fs);
      await replace(temp, target, fs);
    } finally {
      settle(temp);
    }
    await ignoreFailure(syncFolder(folder, fs));
  } catch (error) {
    throw writeError(path, error, target);
  }
}

async function findTarget(path: string, fs: AtomicFileSystem): Promise<WriteTarget> {
  let target = path;
  // Links that lead in a circle end it: realpath fails with ELOOP.
  for (;;) {
    try {
      target = await fs.realpath(target);
    } catch (error) {
      if (!isFree(error)) throw error;
      const next = await behindLink(target, fs);
      if (next === null) return { path: target, mode: undefined };
      target = next;
      continue;
    }
    const status = await fs.stat(target);
    checkIsFile(path, status);
    await fs.access(target, constants.W_OK);
    return { path: target, mode: status.mode & 0o777 };
  }
}

/** What a link points to where that does not exist; null for a path at which there is no link. */
async function behindLink(path: string, fs: AtomicFileSystem): Promise<string | null> {
  let folder: string;
  let link: string;
  try {
    folder = await fs.realpath(dirname(path));
    link = await fs.readlink(join(folder, basename(path)));
  } catch {
    return null;
  }
  return resolve(folder, link);
}

async function removeOrphans(folder: string, fs: AtomicFileSystem): Promise<void> {
  for (const name of await fs.readdir(folder))
    if (isOrphan(name)) await ignoreFailure(fs.unlink(join(folder, name)));
}

async function writeTemp(
  temp: string,
  data: Uint8Array | string,
  mode: number | undefined,
  fs: AtomicFileSystem,
): Promise<void> {
  const file = await fs.open(temp, "wx");
  try {
    try {
      if (mode !== undefined) await ignoreFailure(file.chmod(mode)); // Some file systems know no permissions.
      await file.writeFile(data);
      await file.sync();
    } catch (error) {
      await ignoreFailure(file.close());
      throw error;
    }
    await file.close();
  } catch (error) {
    await ignoreFailure(fs.unlink(temp));
    throw error;
  }
}

async function replace(temp: string, target: string, fs: AtomicFileSystem): Promise<void> {
  try {
    await fs.rename(temp, target);
  } catch (error) {
    await ignoreFailure(fs.unlink(temp));
    throw error;
  }
}

/** Makes the rename itself last through a power cut, where the system can flush a folder (Windows cannot). */
async function syncFolder(folder: string, fs: AtomicFileSystem): Promise<void> {
  const handle = await fs.open(folder, "r");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function ignoreFailure(action: Promise<void>): Promise<void> {
  try {
    await action;
  } catch {}
}

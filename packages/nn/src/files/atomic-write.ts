import { constants } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errorCode, notAFileError, writeError } from "./errors.ts";
import type { AtomicFileSystem, FileStatus } from "./file-system.ts";
import { nodeFileSystem } from "./file-system.ts";
import { checkOwn, checkSteady, markOf, noteOwn } from "./own-writes.ts";
import { checkData, checkPath } from "./path.ts";
import { settle, track } from "./pending.ts";
import { isOrphan, tempPathBeside } from "./temp-files.ts";

/** The target of a write: the path after resolving links, and the permissions of an existing file. */
export interface WriteTarget {
  readonly path: string;
  readonly mode: number | undefined;
  /** The identity of the existing file; null for none. */
  readonly mark: string | null;
}

/** Whether a `stat` error means that the path does not exist. */
export function isFree(error: unknown): boolean {
  return errorCode(error) === "ENOENT";
}

/** Refuses an existing target that is not a file. */
export function checkIsFile(path: string, status: FileStatus): void {
  if (!status.isFile()) throw notAFileError("write", path, status.isDirectory());
}

/**
 * Writes a file atomically: `path` holds either the old content or all of the new. The data is written to a temp file
 * in the same folder, flushed to disk, and renamed to `path`. Links are followed, even if the target does not exist
 * yet. The permissions of an existing file are kept, and text is written as UTF-8. On failure the temp file is removed
 * and the original is unchanged, even if `process.exit` interrupts the write. A killed process leaves its temp file
 * behind; the next write to the same folder removes it. A file that another program wrote since this one last did, or during the
 * write, is not replaced. `data` must not change until the promise settles.
 *
 * @param fs file-system functions to use. Default: Node's.
 * @throws {FileError} if the folder is missing, `path` is a folder, permission is denied, the disk is full, or another
 * system call fails; ArgumentError for an invalid path or data.
 * @example
 * await writeFileAtomic("notes.txt", "saved");
 * (await readFileBytes("notes.txt")).length // 5
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
    checkOwn(path, target, found.mark);
    const folder = dirname(target);
    await ignoreFailure(removeOrphans(folder, fs)); // first: they may have filled the disk
    const temp = tempPathBeside(target);
    track(temp);
    try {
      await writeTemp(temp, data, found.mode, fs);
      await replace(temp, { ...found, path: target }, path, fs);
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
  // Cyclic links end the loop: realpath fails with ELOOP.
  for (;;) {
    try {
      target = await fs.realpath(target);
    } catch (error) {
      if (!isFree(error)) throw error;
      const next = await behindLink(target, fs);
      if (next === null) return { path: target, mode: undefined, mark: null };
      target = next;
      continue;
    }
    const status = await fs.stat(target);
    checkIsFile(path, status);
    await fs.access(target, constants.W_OK);
    return { path: target, mode: status.mode & 0o777, mark: markOf(status) };
  }
}

/** The target of a dangling link; null if the path is not a link. */
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

async function replace(
  temp: string,
  { path: target, mark }: WriteTarget,
  path: string,
  fs: AtomicFileSystem,
): Promise<void> {
  try {
    const own = await statusMark(temp, fs);
    checkSteady(path, target, mark, await statusMark(target, fs));
    noteOwn(target, own);
    await fs.rename(temp, target);
  } catch (error) {
    await ignoreFailure(fs.unlink(temp));
    throw error;
  }
}

async function statusMark(path: string, fs: AtomicFileSystem): Promise<string | null> {
  try {
    return markOf(await fs.stat(path));
  } catch {
    return null; // There is none, or the rename says why.
  }
}

/** Makes the rename itself survive a power cut, if the system can flush a folder (Windows cannot). */
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

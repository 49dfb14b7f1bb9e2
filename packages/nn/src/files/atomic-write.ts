import { randomBytes } from "node:crypto";
import { constants } from "node:fs";
import { dirname, join } from "node:path";
import { errorCode, notAFileError, writeError } from "./errors.ts";
import type { AtomicFileSystem, FileStatus } from "./file-system.ts";
import { nodeFileSystem } from "./file-system.ts";
import { settle, track } from "./pending.ts";

/** Path of a temp file in the folder of `target`; its length does not depend on the name of `target`. */
export function tempPathBeside(target: string): string {
  return join(dirname(target), `.saccade-${process.pid}-${randomBytes(6).toString("hex")}.tmp`);
}

/** Whether a path that `stat` failed on with this error is merely free. */
export function isFree(error: unknown): boolean {
  return errorCode(error) === "ENOENT";
}

/** Refuses a target that is there but is not a file. */
export function checkIsFile(path: string, status: FileStatus): void {
  if (!status.isFile()) throw notAFileError(path, status.isDirectory());
}

/**
 * Writes a file so that `path` holds either the old content or all of the new, never a part: the data goes to
 * a temp file in the same folder, is flushed to the disk, and takes the place of `path` by a rename. A link is
 * followed, the permissions of an existing file are kept, and text is written as UTF-8. On failure the temp
 * file is removed and the original is untouched; so too when `process.exit` cuts the write short (a killed
 * process leaves the temp file behind). `data` must not change until the promise settles.
 *
 * @param fs file-system calls to use; the real ones when left out.
 * @throws {FileError} when the folder is missing, `path` is a folder, permission is denied, the disk is full,
 * or another system call fails.
 */
export async function writeFileAtomic(
  path: string,
  data: Uint8Array | string,
  fs: AtomicFileSystem = nodeFileSystem,
): Promise<void> {
  try {
    const existing = await findTarget(path, fs);
    const target = existing?.path ?? path;
    const temp = tempPathBeside(target);
    track(temp);
    try {
      await writeTemp(temp, data, existing?.mode, fs);
      await replace(temp, target, fs);
    } finally {
      settle(temp);
    }
    await ignoreFailure(syncFolder(dirname(target), fs));
  } catch (error) {
    throw writeError(path, error);
  }
}

async function findTarget(
  path: string,
  fs: AtomicFileSystem,
): Promise<{ readonly path: string; readonly mode: number } | undefined> {
  let target: string;
  try {
    target = await fs.realpath(path);
  } catch (error) {
    if (isFree(error)) return undefined;
    throw error;
  }
  const status = await fs.stat(target);
  checkIsFile(path, status);
  await fs.access(target, constants.W_OK);
  return { path: target, mode: status.mode & 0o777 };
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

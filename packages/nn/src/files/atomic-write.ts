import { constants } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { errorCode, notAFileError, writeError } from "./errors.ts";
import {
  type AtomicFileSystem,
  type AtomicFileSystemSync,
  type EitherFileSystem,
  nodeFileSystem,
  nodeFileSystemSync,
  withoutPromises,
} from "./file-system.ts";
import { checkOwn, checkSteady, markOf, noteOwn } from "./own-writes.ts";
import { checkData, checkPath } from "./read.ts";
import { isOrphan, settle, tempPathBeside, track } from "./temp-files.ts";

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
  await runAsync(write(path, data, fs));
}

/**
 * Synchronous {@link writeFileAtomic}, for signal and exit handlers.
 *
 * @param fs file-system functions to use. Default: Node's.
 * @throws {FileError} and ArgumentError as `writeFileAtomic` does.
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
  runSync(write(path, data, withoutPromises(fs)));
}

function* write(path: string, data: Uint8Array | string, fs: EitherFileSystem): Steps<void> {
  let target = path;
  try {
    const found = yield* findTarget(path, fs);
    target = found.path;
    checkOwn(path, target, found.mark);
    const folder = dirname(target);
    yield* ignoreFailure(removeOrphans(folder, fs)); // first: they may have filled the disk
    const temp = tempPathBeside(target);
    track(temp);
    try {
      yield* writeTemp(temp, data, found.mode, fs);
      const own = yield* statusMark(temp, fs);
      checkSteady(path, target, found.mark, yield* statusMark(target, fs));
      noteOwn(target, own);
      yield* call(() => fs.rename(temp, target));
    } catch (error) {
      yield* ignoreFailure(call(() => fs.unlink(temp)));
      throw error;
    } finally {
      settle(temp);
    }
    yield* ignoreFailure(syncFolder(folder, fs));
  } catch (error) {
    throw writeError(path, error, target);
  }
}

/** The target of a write: the path after resolving links, and an existing file's permissions and identity. */
interface WriteTarget {
  readonly path: string;
  readonly mode: number | undefined;
  readonly mark: string | null;
}

function* findTarget(path: string, fs: EitherFileSystem): Steps<WriteTarget> {
  let target = path;
  // Cyclic links end the loop: realpath fails with ELOOP.
  for (;;) {
    try {
      const from = target;
      target = yield* call(() => fs.realpath(from));
    } catch (error) {
      if (errorCode(error) !== "ENOENT") throw error;
      const next: string | null = yield* behindLink(target, fs);
      if (next === null) return { path: target, mode: undefined, mark: null };
      target = next;
      continue;
    }
    const status = yield* call(() => fs.stat(target));
    if (!status.isFile()) throw notAFileError("write", path, status.isDirectory());
    yield* call(() => fs.access(target, constants.W_OK));
    return { path: target, mode: status.mode & 0o777, mark: markOf(status) };
  }
}

/** The target of a dangling link; null if the path is not a link. */
function* behindLink(path: string, fs: EitherFileSystem): Steps<string | null> {
  try {
    const folder = yield* call(() => fs.realpath(dirname(path)));
    return resolve(folder, yield* call(() => fs.readlink(join(folder, basename(path)))));
  } catch {
    return null;
  }
}

function* removeOrphans(folder: string, fs: EitherFileSystem): Steps<void> {
  for (const name of yield* call(() => fs.readdir(folder)))
    if (isOrphan(name)) yield* ignoreFailure(call(() => fs.unlink(join(folder, name))));
}

function* writeTemp(
  temp: string,
  data: Uint8Array | string,
  mode: number | undefined,
  fs: EitherFileSystem,
): Steps<void> {
  const file = yield* call(() => fs.open(temp, "wx"));
  try {
    // Some file systems do not support permissions; the data matters more.
    if (mode !== undefined) yield* ignoreFailure(call(() => file.chmod(mode)));
    yield* call(() => file.writeFile(data));
    yield* call(() => file.sync());
  } catch (error) {
    yield* ignoreFailure(call(() => file.close()));
    throw error;
  }
  yield* call(() => file.close());
}

function* statusMark(path: string, fs: EitherFileSystem): Steps<string | null> {
  try {
    return markOf(yield* call(() => fs.stat(path)));
  } catch {
    return null; // There is none, or the rename reports why.
  }
}

/** Makes the rename itself survive a power cut, if the system can flush a folder (Windows cannot). */
function* syncFolder(folder: string, fs: EitherFileSystem): Steps<void> {
  const handle = yield* call(() => fs.open(folder, "r"));
  try {
    yield* call(() => handle.sync());
  } finally {
    yield* call(() => handle.close());
  }
}

// Code that runs synchronously or asynchronously: a generator yields the result of every call that may be a promise.

/** Steps that end in a value. */
type Steps<T> = Generator<unknown, T, unknown>;

/** A call that may give a promise, as a step. */
function* call<T>(action: () => T | Promise<T>): Steps<T> {
  return (yield action()) as T;
}

/** Steps whose failure does not matter. */
function* ignoreFailure(steps: Steps<unknown>): Steps<void> {
  try {
    yield* steps;
  } catch {}
}

/** Runs steps that give no promises. */
function runSync<T>(steps: Steps<T>): T {
  let step = steps.next();
  while (!step.done) step = steps.next(step.value);
  return step.value;
}

/** Runs steps, awaiting the promises. */
async function runAsync<T>(steps: Steps<T>): Promise<T> {
  let step = steps.next();
  while (!step.done) {
    const [result] = await Promise.allSettled([step.value]);
    step = result.status === "fulfilled" ? steps.next(result.value) : steps.throw(result.reason);
  }
  return step.value;
}

/// <reference types="node" />
import * as nodeFs from "node:fs";

/** The status of a path that an atomic write needs. */
export interface FileStatus {
  /** The permissions, as in `chmod`. */
  readonly mode: number;
  /** The number of the file on its disk. */
  readonly ino?: number;
  /** In bytes. */
  readonly size?: number;
  /** When it was last written. */
  readonly mtimeMs?: number;
  /** Whether it is a file. */
  isFile(): boolean;
  /** Whether it is a folder. */
  isDirectory(): boolean;
}

/** An open file of {@link AtomicFileSystem}. */
export interface AtomicFile {
  /** Writes all of the data. */
  writeFile(data: Uint8Array | string): Promise<void>;
  /** Sets the file's permissions. */
  chmod(mode: number): Promise<void>;
  /** Waits until the data is on the disk. */
  sync(): Promise<void>;
  /** Closes the file. */
  close(): Promise<void>;
}

/** The file-system calls of an atomic write, as in `node:fs/promises`. Tests replace them with failing ones. */
export interface AtomicFileSystem {
  /** The path without symbolic links. */
  realpath(path: string): Promise<string>;
  /** Where a symbolic link leads. */
  readlink(path: string): Promise<string>;
  /** The names in a folder. */
  readdir(path: string): Promise<readonly string[]>;
  /** The kind of a path, and its permissions. */
  stat(path: string): Promise<FileStatus>;
  /** Rejects if the file does not exist or may not be used so. */
  access(path: string, mode: number): Promise<void>;
  /** Opens a file. */
  open(path: string, flags: string): Promise<AtomicFile>;
  /** Renames a file, replacing the target. */
  rename(from: string, to: string): Promise<void>;
  /** Removes a file. */
  unlink(path: string): Promise<void>;
}

/** The file-system calls of a synchronous atomic write, as in `node:fs`. */
export interface AtomicFileSystemSync {
  /** The path without symbolic links. */
  realpathSync(path: string): string;
  /** Where a symbolic link leads. */
  readlinkSync(path: string): string;
  /** The names in a folder. */
  readdirSync(path: string): readonly string[];
  /** The kind of a path, and its permissions. */
  statSync(path: string): FileStatus;
  /** Throws if the file does not exist or may not be used so. */
  accessSync(path: string, mode: number): void;
  /** Opens a file, and returns its descriptor. */
  openSync(path: string, flags: string): number;
  /** Writes all of the data. */
  writeFileSync(file: number, data: Uint8Array | string): void;
  /** Sets the file's permissions. */
  fchmodSync(file: number, mode: number): void;
  /** Waits until the data is on the disk. */
  fsyncSync(file: number): void;
  /** Closes a file. */
  closeSync(file: number): void;
  /** Renames a file, replacing the target. */
  renameSync(from: string, to: string): void;
  /** Removes a file. */
  unlinkSync(path: string): void;
}

/** The real file system. */
export const nodeFileSystem: AtomicFileSystem = nodeFs.promises;

/** The real file system, synchronous. */
export const nodeFileSystemSync: AtomicFileSystemSync = nodeFs;

/** The same calls, each of which gives its result or a promise of it. */
type Either<T> = {
  [Name in keyof T]: T[Name] extends (...given: infer P) => Promise<infer R>
    ? (...given: P) => R | Promise<R>
    : never;
};

/** The file-system calls of an atomic write, synchronous or not. */
export interface EitherFileSystem extends Omit<Either<AtomicFileSystem>, "open"> {
  /** Opens a file. */
  open(path: string, flags: string): Either<AtomicFile> | Promise<Either<AtomicFile>>;
}

/** A synchronous file system under the names of the other. */
export function withoutPromises(fs: AtomicFileSystemSync): EitherFileSystem {
  return {
    realpath: (path) => fs.realpathSync(path),
    readlink: (path) => fs.readlinkSync(path),
    readdir: (path) => fs.readdirSync(path),
    stat: (path) => fs.statSync(path),
    access: (path, mode) => fs.accessSync(path, mode),
    open(path, flags) {
      const file = fs.openSync(path, flags);
      return {
        writeFile: (data) => fs.writeFileSync(file, data),
        chmod: (mode) => fs.fchmodSync(file, mode),
        sync: () => fs.fsyncSync(file),
        close: () => fs.closeSync(file),
      };
    },
    rename: (from, to) => fs.renameSync(from, to),
    unlink: (path) => fs.unlinkSync(path),
  };
}

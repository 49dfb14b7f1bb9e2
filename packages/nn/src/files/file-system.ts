/// <reference types="node" />
import * as nodeFs from "node:fs";

/** The status of a path that an atomic write needs. */
export interface FileStatus {
  readonly mode: number;
  isFile(): boolean;
  isDirectory(): boolean;
}

/** An open file of {@link AtomicFileSystem}. */
export interface AtomicFile {
  writeFile(data: Uint8Array | string): Promise<void>;
  chmod(mode: number): Promise<void>;
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** The file-system calls of an atomic write, as in `node:fs/promises`. Tests replace them with failing ones. */
export interface AtomicFileSystem {
  realpath(path: string): Promise<string>;
  readlink(path: string): Promise<string>;
  readdir(path: string): Promise<readonly string[]>;
  stat(path: string): Promise<FileStatus>;
  access(path: string, mode: number): Promise<void>;
  open(path: string, flags: string): Promise<AtomicFile>;
  rename(from: string, to: string): Promise<void>;
  unlink(path: string): Promise<void>;
}

/** The file-system calls of a synchronous atomic write, as in `node:fs`. */
export interface AtomicFileSystemSync {
  realpathSync(path: string): string;
  readlinkSync(path: string): string;
  readdirSync(path: string): readonly string[];
  statSync(path: string): FileStatus;
  accessSync(path: string, mode: number): void;
  openSync(path: string, flags: string): number;
  writeFileSync(file: number, data: Uint8Array | string): void;
  fchmodSync(file: number, mode: number): void;
  fsyncSync(file: number): void;
  closeSync(file: number): void;
  renameSync(from: string, to: string): void;
  unlinkSync(path: string): void;
}

/** The real file system. */
export const nodeFileSystem: AtomicFileSystem = nodeFs.promises;

/** The real file system, synchronous. */
export const nodeFileSystemSync: AtomicFileSystemSync = nodeFs;

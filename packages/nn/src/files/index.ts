export { writeFileAtomic, writeFileAtomicSync } from "./atomic-write.ts";
export { FileError } from "./errors.ts";
export type { AtomicFile, AtomicFileSystem, AtomicFileSystemSync, FileStatus } from "./file-system.ts";
export { readFileBytes } from "./read.ts";

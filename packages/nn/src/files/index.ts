export { writeFileAtomic } from "./atomic-write.ts";
export { writeFileAtomicSync } from "./atomic-write-sync.ts";
export { FileError } from "./errors.ts";
export type { AtomicFile, AtomicFileSystem, AtomicFileSystemSync, FileStatus } from "./file-system.ts";
export { readFileBytes } from "./read.ts";

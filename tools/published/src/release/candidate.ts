import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import { type Packed, packAll, unpack } from "../pack.ts";

/** A package as it would be published: packed, and unpacked again next to the others, as in a user's node_modules. */
export interface Candidate extends Packed {
  /** The unpacked tarball. Absolute. */
  readonly unpacked: string;
  /** Paths of its files, from `unpacked`. */
  readonly files: readonly string[];
  /** Bytes of the tarball. */
  readonly bytes: number;
}

/** Builds, packs and unpacks every package that is published, dependencies first. */
export async function makeCandidates(folder: string): Promise<Candidate[]> {
  const packed = await packAll();
  return Promise.all(
    packed.map(async (one) => {
      const unpacked = join(folder, "node_modules", one.name);
      await unpack(one.tarball, unpacked);
      const { size: bytes } = await stat(one.tarball);
      return { ...one, unpacked, files: await filesIn(unpacked), bytes };
    }),
  );
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort();
}

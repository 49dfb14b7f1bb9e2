import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "esbuild";
import type { Candidate } from "../candidate.ts";
import { ceilings } from "../ceilings.ts";
import { entriesOf } from "../entries.ts";

/** A size and its ceiling, in bytes. */
export interface Size {
  readonly name: string;
  readonly bytes: number;
  /** Undefined without a ceiling. */
  readonly ceiling: number | undefined;
}

/** The sizes of a package: its tarball, and each entry that a page can load, bundled, minified and gzipped; and its file for a page. */
export async function sizesOf(one: Candidate): Promise<Size[]> {
  const ceiling = ceilings[one.name];
  const sizes = [{ name: `${one.name}, packed`, bytes: one.bytes, ceiling: ceiling?.packed }];
  for (const entry of entriesOf(one.manifest).filter(({ node }) => !node)) {
    const bytes = await bundled(one, entry.file);
    sizes.push({ name: entry.specifier, bytes, ceiling: ceiling?.entries?.[entry.path] });
  }
  const { jsdelivr } = one.manifest;
  if (jsdelivr !== undefined) {
    const bytes = gzipSync(await readFile(join(one.unpacked, jsdelivr)), { level: 9 }).length;
    sizes.push({ name: `${one.name}, one file for a page`, bytes, ceiling: ceiling?.page });
  }
  return sizes;
}

/** An entry with all that it imports, other packages of the workspace left out, except for the package of them all. */
async function bundled({ name, folder, unpacked, needs }: Candidate, file: string): Promise<number> {
  const { outputFiles } = await build({
    entryPoints: [join(unpacked, file)],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    platform: "browser",
    target: "es2022",
    external:
      name === "saccade" ? ["node:*"] : [...needs.flatMap((other) => [other, `${other}/*`]), "node:*"],
    // Packages from elsewhere are installed for the workspace's package.
    nodePaths: [join(folder, "node_modules")],
    logLevel: "silent",
  });
  return gzipSync(outputFiles[0]!.contents, { level: 9 }).length;
}

export function sizeProblems({ bytes, ceiling, name }: Size): string[] {
  if (ceiling === undefined)
    return [`${name} has no ceiling; add one to tools/published/src/release/ceilings.ts`];
  return bytes > ceiling ? [`${kB(bytes)} kB is over the ceiling of ${kB(ceiling)} kB`] : [];
}

/** Bytes in kB, with one decimal. */
export function kB(bytes: number): string {
  return (bytes / 1000).toFixed(1);
}

import { execFile } from "node:child_process";
import { createHash } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, readFile, rename, rm } from "node:fs/promises";
import { basename, dirname, join, relative } from "node:path";
import { promisify } from "node:util";
import { publishedPackages, type WorkspacePackage, workspace } from "./packages.ts";

const run = promisify(execFile);
const unpublished = new Set(["node_modules", "test", ".turbo"]);

/** A package and its tarball. */
export interface Packed extends WorkspacePackage {
  /** Absolute. */
  readonly tarball: string;
}

/**
 * Builds and packs the packages of the workspace as they are published. The tarballs stay in node_modules/.cache, so that
 * all that test them pack them once, until a file changes.
 */
export async function packAll(): Promise<Packed[]> {
  const packages = publishedPackages();
  const filters = packages.map(({ name }) => `--filter=${name}`);
  await run("turbo", ["run", "build", "--output-logs=errors-only", ...filters], { cwd: workspace });
  const folder = join(workspace, "node_modules/.cache/saccade-packed", await fingerprint(packages));
  if (!existsSync(folder)) await pack(folder, filters);
  return packages.map((one) => {
    const tarball = join(folder, tarballName(one));
    if (!existsSync(tarball)) throw new Error(`packAll: pnpm pack wrote no ${tarball}`);
    return { ...one, tarball };
  });
}

/** Packs next to the folder, which appears with all tarballs, even if two programs pack at the same time. Removes outdated tarballs. */
async function pack(folder: string, filters: readonly string[]): Promise<void> {
  const cache = dirname(folder);
  await mkdir(cache, { recursive: true });
  const stale = (await readdir(cache)).filter((name) => !name.includes("-") && name !== basename(folder));
  await Promise.all(stale.map((name) => rm(join(cache, name), { recursive: true, force: true })));
  const made = await mkdtemp(`${folder}-`);
  await run("pnpm", [...filters, "pack", "--pack-destination", made], { cwd: workspace });
  await rename(made, folder).catch(async (error) => {
    if (!existsSync(folder)) throw error;
    await rm(made, { recursive: true });
  });
}

/** A digest of all that a tarball may hold, and of the versions that packing writes into it. */
async function fingerprint(packages: readonly WorkspacePackage[]): Promise<string> {
  const files = await Promise.all(packages.map(({ folder }) => filesIn(folder)));
  const hash = createHash("sha256");
  for (const file of [join(workspace, "LICENSE"), join(workspace, "pnpm-workspace.yaml"), ...files.flat()])
    hash.update(`${relative(workspace, file)}\0`).update(await readFile(file));
  return hash.digest("hex").slice(0, 16);
}

async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const inside = entries.map(async (entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return [path];
    return entry.isDirectory() && !unpublished.has(entry.name) ? filesIn(path) : [];
  });
  return (await Promise.all(inside)).flat().sort();
}

/** "@saccade/nn" at 0.2.0 is saccade-nn-0.2.0.tgz. */
function tarballName({ name, manifest }: WorkspacePackage): string {
  return `${name.replace("@", "").replace("/", "-")}-${manifest.version}.tgz`;
}

/** Unpacks a tarball into a folder, which is made. */
export async function unpack(tarball: string, to: string): Promise<void> {
  await mkdir(to, { recursive: true });
  await run("tar", ["-xzf", tarball, "--strip-components=1"], { cwd: to });
}

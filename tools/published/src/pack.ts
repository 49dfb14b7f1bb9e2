import { execFile } from "node:child_process";
import { existsSync } from "node:fs";
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { promisify } from "node:util";
import { publishedPackages, type WorkspacePackage, workspace } from "./packages.ts";

const run = promisify(execFile);

/** A package and its tarball. */
export interface Packed extends WorkspacePackage {
  /** Absolute. */
  readonly tarball: string;
}

/**
 * Builds and packs packages of the workspace as they are published.
 *
 * @param to the folder of the tarballs; it is made
 * @param names the packages; all that are published unless given
 */
export async function packAll(to: string, names?: readonly string[]): Promise<Packed[]> {
  const packages = publishedPackages().filter(({ name }) => names?.includes(name) ?? true);
  const filters = packages.map(({ name }) => `--filter=${name}`);
  await run("turbo", ["run", "build", "--output-logs=errors-only", ...filters], { cwd: workspace });
  await mkdir(to, { recursive: true });
  await run("pnpm", [...filters, "pack", "--pack-destination", to], { cwd: workspace });
  return packages.map((one) => {
    const tarball = join(to, tarballName(one));
    if (!existsSync(tarball)) throw new Error(`packAll: pnpm pack wrote no ${tarball}`);
    return { ...one, tarball };
  });
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

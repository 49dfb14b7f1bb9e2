import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { Packed } from "../pack.ts";
import { command, failure } from "./command.ts";

const quiet = ["--no-audit", "--no-fund", "--prefer-offline"];

/** An empty folder in which create-saccade is installed from its tarball, as npm does it for `npm create saccade`. */
export async function installCreate(folder: string, packed: readonly Packed[]): Promise<readonly string[]> {
  const own = packed.find(({ name }) => name === "create-saccade");
  if (own === undefined) return ["create-saccade was not packed"];
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true }));
  return failure(await command(folder, "npm", "install", ...quiet, own.tarball));
}

/** Installs a project's dependencies: Saccade's from the unpublished tarballs, the others from npm. */
export async function install(project: string, packed: readonly Packed[]): Promise<readonly string[]> {
  const path = join(project, "package.json");
  const manifest = JSON.parse(await readFile(path, "utf8"));
  const problems: string[] = [];
  manifest.overrides = {};
  for (const { name, manifest: own, tarball } of packed) {
    if (!name.startsWith("@saccade/")) continue;
    const wanted = manifest.dependencies[name];
    if (wanted !== undefined && wanted !== `^${own.version}`)
      problems.push(`${name}: asks for ${wanted}, but ${own.version} is published with it`);
    if (wanted !== undefined) manifest.dependencies[name] = `file:${tarball}`;
    manifest.overrides[name] = `file:${tarball}`;
  }
  await writeFile(path, JSON.stringify(manifest, null, 2));
  return [...problems, ...failure(await command(project, "npm", "install", ...quiet))];
}

import { execSync } from "node:child_process";
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join, relative } from "node:path";

const left = new Set([".git", "dist", ".turbo", "coverage", "out"]);

export interface Copy {
  readonly folder: string;
  remove(): void;
}

/**
 * A copy of the workspace in a temporary folder, so that changes never touch the working tree. Third-party packages are
 * linked; the packages' links to each other are relative, and so lead into the copy.
 */
export function copyWorkspace(root: string): Copy {
  const copy = copied(root, (path) => relative(root, path) !== "node_modules");
  symlinkSync(join(root, "node_modules"), join(copy.folder, "node_modules"));
  return copy;
}

/** A copy with its own installation, from pnpm's store: Vite serves no files from outside the workspace. */
export function installedCopy(root: string): Copy {
  const copy = copied(root, (path) => basename(path) !== "node_modules");
  const { packageManager } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  execSync(`npx -y ${packageManager} install --offline --frozen-lockfile`, {
    cwd: copy.folder,
    stdio: ["ignore", "ignore", "inherit"],
  });
  return copy;
}

function copied(root: string, isWanted: (path: string) => boolean): Copy {
  const folder = mkdtempSync(join(tmpdir(), "saccade-mutation-"));
  const filter = (path: string): boolean => !left.has(basename(path)) && isWanted(path);
  cpSync(root, folder, { recursive: true, verbatimSymlinks: true, filter });
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) };
}

/** The TypeScript sources below a folder that people wrote, sorted. */
export function sourcesIn(folder: string): string[] {
  return filesIn(folder).filter((path) => path.endsWith(".ts") && !path.endsWith(".gen.ts"));
}

export function filesIn(folder: string): string[] {
  return readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** The packages that depend on a package, directly or through others; those that depend on least come first. */
export function dependents(root: string, name: string): string[] {
  const names = readdirSync(join(root, "packages")).sort();
  const direct = new Map(names.map((other) => [other, dependencies(root, other, names)]));
  const needs = (other: string): Set<string> =>
    new Set([...(direct.get(other) ?? [])].flatMap((one) => [one, ...needs(one)]));
  return names
    .map((other) => ({ other, all: needs(other) }))
    .filter(({ all }) => all.has(name))
    .sort((a, b) => a.all.size - b.all.size)
    .map(({ other }) => other);
}

function dependencies(root: string, name: string, names: readonly string[]): string[] {
  const manifest: unknown = JSON.parse(readFileSync(join(root, "packages", name, "package.json"), "utf8"));
  const { dependencies = {} } = manifest as Record<string, Record<string, string>>;
  return names.filter((other) => Object.hasOwn(dependencies, `@saccade/${other}`));
}

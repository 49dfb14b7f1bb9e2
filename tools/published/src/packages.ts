import { existsSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** The workspace's folder. */
export const workspace: string = dirname(dirname(dirname(dirname(fileURLToPath(import.meta.url)))));

/** A file, or the files of an entry by condition. */
export type Target = string | { readonly types: string; readonly node?: string; readonly default: string };

/** The fields of a package.json that the tools read. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly private?: boolean;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly devDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
  readonly exports?: Readonly<Record<string, Target>>;
  readonly bin?: Readonly<Record<string, string>>;
  /** The file of a page with one script. */
  readonly jsdelivr?: string;
}

/** A package that is published. */
export interface WorkspacePackage {
  readonly name: string;
  /** Absolute. */
  readonly folder: string;
  readonly manifest: Manifest;
  /** Names of the packages of the workspace that it depends on. */
  readonly needs: readonly string[];
}

/** The packages that are published, dependencies first. */
export function publishedPackages(): WorkspacePackage[] {
  const manifests = new Map<string, { folder: string; manifest: Manifest }>();
  for (const entry of readdirSync(join(workspace, "packages"))) {
    const folder = join(workspace, "packages", entry);
    if (!existsSync(join(folder, "package.json"))) continue;
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    if (!manifest.private) manifests.set(manifest.name, { folder, manifest });
  }
  const sorted = new Map<string, WorkspacePackage>();
  const visit = (name: string): void => {
    const found = manifests.get(name);
    if (!found || sorted.has(name)) return;
    const needs = Object.keys(found.manifest.dependencies ?? {}).filter((other) => manifests.has(other));
    for (const other of needs) visit(other);
    sorted.set(name, { name, needs, ...found });
  };
  for (const name of manifests.keys()) visit(name);
  return [...sorted.values()];
}

import { execFile } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { parse } from "yaml";
import type { WorkspacePackage } from "../../packages.ts";

const run = promisify(execFile);

/** Uncommitted files: the published files must be those of the tag. */
export async function treeProblems(folder: string): Promise<string[]> {
  const { stdout } = await run("git", ["status", "--porcelain"], { cwd: folder });
  const files = stdout.split("\n").filter((line) => line !== "");
  return files.length === 0 ? [] : [`not committed:\n${files.join("\n")}`];
}

/** Changesets that no version holds yet. */
export function changesetProblems(folder: string): string[] {
  const pending = readdirSync(join(folder, ".changeset")).filter((name) => name.endsWith(".md"));
  return pending.map((name) => `.changeset/${name} is pending; run pnpm changeset version`);
}

/** All packages have one version, which the citation file names too, and depend on each other by workspace:*. */
export function versionProblems(folder: string, packages: readonly WorkspacePackage[]): string[] {
  const version = packages[0]?.manifest.version ?? "none";
  const problems = packages
    .filter(({ manifest }) => manifest.version !== version)
    .map(({ name, manifest }) => `${name} is at ${manifest.version}, ${packages[0]?.name} at ${version}`);
  for (const { name, manifest, needs } of packages) {
    const ranges = needs.map((other) => [other, manifest.dependencies?.[other]] as const);
    for (const [other, range] of ranges.filter(([, text]) => text !== "workspace:*")) {
      problems.push(`${name} depends on ${other} at ${range}; write workspace:*`);
    }
  }
  const cited: unknown = parse(readFileSync(join(folder, "CITATION.cff"), "utf8")).version;
  if (cited !== version)
    problems.push(`CITATION.cff cites version ${cited}, the packages are at ${version}; change it there`);
  return problems;
}

/** A changelog starts with the version, and has text about it. */
export function changelogProblems({ folder, manifest }: WorkspacePackage): string[] {
  const path = join(folder, "CHANGELOG.md");
  const text = existsSync(path) ? readFileSync(path, "utf8") : "";
  const [, heading = "nothing", body = ""] = /^## (.+)\n([\s\S]*?)(?=^## |$(?![\s\S]))/m.exec(text) ?? [];
  if (heading !== manifest.version) return [`CHANGELOG.md begins with ${heading}, not ${manifest.version}`];
  return /^- \S/m.test(body) ? [] : [`CHANGELOG.md has no entry for ${manifest.version}`];
}

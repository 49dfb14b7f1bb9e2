import { readFile } from "node:fs/promises";
import { dirname, join, normalize } from "node:path";
import { build } from "esbuild";
import type { Candidate } from "../candidate.ts";

const required = ["CHANGELOG.md", "LICENSE", "README.md", "package.json"];
const unwanted = /\.tsbuildinfo$|(^|\/)(test|tests|bench)\/|\.(test|spec|bench)\.[cm]?[jt]sx?$|(^|\/)\.[^/]/;

/** Files that are missing from a tarball or do not belong there, and source maps that lead out of it. */
export async function fileProblems({ unpacked, files }: Candidate): Promise<string[]> {
  const here = new Set(files);
  const problems = required.filter((name) => !here.has(name)).map((name) => `${name} is missing`);
  problems.push(
    ...files.filter((name) => unwanted.test(name)).map((name) => `${name} must not be published`),
  );
  for (const name of files.filter((file) => file.endsWith(".map"))) {
    const { sources }: { sources: string[] } = JSON.parse(await readFile(join(unpacked, name), "utf8"));
    const lost = sources.filter((source) => !here.has(normalize(join(dirname(name), source))));
    problems.push(...lost.map((source) => `${name}: its source ${source} is not published`));
  }
  return problems;
}

/** Wrong fields of a published package.json, and files that it names and that are missing. */
export async function manifestProblems({ unpacked, files }: Candidate): Promise<string[]> {
  const text = await readFile(join(unpacked, "package.json"), "utf8");
  const {
    exports = {},
    bin,
    jsdelivr,
    unpkg,
    dependencies = {},
    repository,
    license,
    engines,
  } = JSON.parse(text);
  const named = (value: unknown): string[] =>
    typeof value === "string" ? [value] : Object.values(value ?? {}).flatMap(named);
  const problems = [exports, bin, jsdelivr, unpkg]
    .flatMap(named)
    .filter((file) => !files.includes(normalize(file)))
    .map((file) => `package.json names ${file}, which is not published`);
  if (text.includes("@saccade/source")) problems.push("package.json exports the condition @saccade/source");
  for (const [name, range] of Object.entries(dependencies)) {
    if (!/^\d+\.\d+\.\d+$/.test(String(range))) problems.push(`${name} is at ${range}; pin an exact version`);
  }
  for (const [field, value] of Object.entries({ repository, license, engines })) {
    if (value === undefined) problems.push(`package.json has no ${field}`);
  }
  return problems;
}

/** Imports that the published code cannot resolve by its own package.json. */
export async function importProblems({ unpacked, files, name, manifest }: Candidate): Promise<string[]> {
  const modules = files.filter((file) => /^dist\/.*\.js$/.test(file));
  const { metafile } = await build({
    entryPoints: modules,
    absWorkingDir: unpacked,
    outdir: "out",
    bundle: true,
    write: false,
    metafile: true,
    packages: "external",
    format: "esm",
    platform: "node",
    logLevel: "silent",
  });
  const found = Object.entries(metafile.inputs).flatMap(([file, { imports }]) =>
    imports.filter(({ external }) => external).map(({ path }) => ({ file, path })),
  );
  for (const file of files.filter((other) => other.endsWith(".d.ts"))) {
    const code = (await readFile(join(unpacked, file), "utf8")).replaceAll(/\/\*[\s\S]*?\*\//g, "");
    for (const [, path] of code.matchAll(/\b(?:from|import) ?\(?"([^."][^"]*)"/g)) {
      if (path) found.push({ file, path });
    }
  }
  const { dependencies = {}, peerDependencies = {} } = manifest;
  const known = new Set([name, ...Object.keys(dependencies), ...Object.keys(peerDependencies)]);
  return found
    .filter(({ path }) => !path.startsWith("node:") && !known.has(packageOf(path)))
    .map(({ file, path }) => `${file} imports ${path}, which package.json does not name`);
}

/** "@saccade/nn/node" is an entry of "@saccade/nn". */
function packageOf(specifier: string): string {
  return specifier
    .split("/")
    .slice(0, specifier.startsWith("@") ? 2 : 1)
    .join("/");
}

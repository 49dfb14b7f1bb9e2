import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, readdir, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { importMap } from "../../../../../packages/saccade/src/command/import-map.ts";
import type { Packed } from "../../pack.ts";
import { below, mapElement } from "../import-map.ts";
import { writePage } from "../project.ts";
import type { HostKind, Program } from "./programs.ts";

const run = promisify(execFile);
const sources = join(dirname(fileURLToPath(import.meta.url)), "programs");

/** Programs that are installed together, and run together in a host. */
export interface Group {
  readonly name: string;
  readonly folder: string;
  readonly programs: readonly Program[];
}

/** Runs the programs that it is given, one after the other, and prints what each came to. */
const inRuntime = `const results = {};
for (const name of process.argv.slice(2)) {
  try {
    const { main } = await import(\`./\${name}/main.js\`);
    results[name] = await main();
  } catch (error) {
    results[name] = { error: String(error) };
  }
}
console.log(JSON.stringify(results));
`;

/** Puts what programs came to into the page's title. */
function inPage(names: readonly string[]): string {
  const programs = names.map((name) => `${JSON.stringify(name)}: () => import("./${name}/main.js"),`);
  return `const programs = { ${programs.join(" ")} };
const results = {};
for (const [name, load] of Object.entries(programs)) {
  results[name] = await load().then(({ main }) => main()).catch((error) => ({ error: String(error) }));
}
document.title = JSON.stringify(results);
`;
}

/**
 * Installs in an empty folder, by npm, the tarballs of all packages that the programs import, and the peers that they use,
 * and writes the programs, each into a folder of its own. npm links, so that a package finds what its own package.json names
 * and nothing else; a program finds its own package and, of those that this package needs, the ones that it imports too.
 *
 * @param packed every package that is published
 * @returns the problems of the installation
 */
export async function install(
  { folder, programs }: Group,
  packed: readonly Packed[],
): Promise<readonly string[]> {
  const strange = programs.flatMap((program) => strangeImports(program, packed));
  if (strange.length > 0) return strange;
  const named = programs.flatMap((program) => [...importsOf(program), ...(program.peers ?? [])]);
  const direct = [...new Set(named)];
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest(direct, packed), null, 2));
  const quiet = ["--prefer-offline", "--no-audit", "--no-fund", "--loglevel=error"];
  await run("npm", ["install", "--install-strategy=linked", ...quiet], { cwd: folder });
  const problems = await hoisted(folder, direct);
  const places = await takePlaces(folder, direct);
  for (const program of programs) await writeProgram(join(folder, program.name), program, places);
  await writeFile(join(folder, "run.js"), inRuntime);
  return problems;
}

/** Writes NAME.html, a page of the programs of a kind of host; without a bundler, it has an import map. */
export async function writePages({ folder, programs }: Group): Promise<void> {
  const of = (kind: HostKind): readonly Program[] => programs.filter(({ hosts }) => hosts.includes(kind));
  for (const kind of ["bundle", "plain"] as const) {
    await writeFile(join(folder, `${kind}.js`), inPage(of(kind).map(({ name }) => name)));
  }
  await writePage(folder, "bundle");
  const maps = of("plain").map((program) =>
    importMap(importsOf(program), join(folder, program.name), below(folder, ".")),
  );
  await writePage(folder, "plain", "./plain.js", mapElement(Object.assign({}, ...maps)));
}

/** A program's imports that are neither its package nor a dependency. */
function strangeImports(program: Program, packed: readonly Packed[]): string[] {
  const allowed = [program.package, ...(packed.find(({ name }) => name === program.package)?.needs ?? [])];
  return importsOf(program)
    .filter((name) => !allowed.includes(name))
    .map((name) => `${program.name} imports ${name}, which ${program.package} does not need`);
}

function sourceOf({ name }: Program): string {
  return join(sources, `${name}.ts`);
}

/** The packages that a program imports, without their entries. */
export function importsOf(program: Program): string[] {
  const imports = readFileSync(sourceOf(program), "utf8").matchAll(
    / from "((?:@saccade\/)?[\w-]+)(?:\/\w+)?"/g,
  );
  return [...new Set([...imports].map(([, name]) => name ?? ""))];
}

/** What package.json of a project says. */
interface Manifest {
  readonly private: boolean;
  readonly type: "module";
  readonly dependencies: Readonly<Record<string, string>>;
  readonly overrides: Readonly<Record<string, string>>;
}

/** Versions that the registry may not have are tarballs, at every depth. */
export function manifest(direct: readonly string[], packed: readonly Packed[]): Manifest {
  const files = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]));
  const versions = Object.assign({}, ...packed.map(({ manifest }) => manifest.devDependencies), files);
  const dependencies = Object.fromEntries(direct.map((name) => [name, versions[name]]));
  return { private: true, type: "module", dependencies, overrides: files };
}

/** Packages that lie where every module of the project would find them, and that the project does not name. */
async function hoisted(folder: string, direct: readonly string[]): Promise<string[]> {
  const installed = join(folder, "node_modules");
  const names = (await readdir(installed)).filter((name) => !name.startsWith("."));
  const found = await Promise.all(
    names.map(async (name) =>
      name.startsWith("@") ? (await readdir(join(installed, name))).map((part) => `${name}/${part}`) : [name],
    ),
  );
  return found
    .flat()
    .filter((name) => !direct.includes(name))
    .map((name) => `npm hoisted ${name}, so that an undeclared import of it would pass`);
}

/** Where the packages lie. The links to them, which every package of the group would find, are taken away. */
async function takePlaces(folder: string, direct: readonly string[]): Promise<ReadonlyMap<string, string>> {
  const places = new Map<string, string>();
  for (const name of direct) places.set(name, await realpath(join(folder, "node_modules", name)));
  for (const name of direct) await rm(join(folder, "node_modules", name));
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  return places;
}

async function writeProgram(
  folder: string,
  program: Program,
  places: ReadonlyMap<string, string>,
): Promise<void> {
  for (const name of importsOf(program)) {
    const link = join(folder, "node_modules", name);
    await mkdir(dirname(link), { recursive: true });
    await symlink(places.get(name) ?? "", link);
  }
  const code = await readFile(sourceOf(program), "utf8");
  await writeFile(join(folder, "main.js"), (await transform(code, { loader: "ts", target: "es2022" })).code);
}

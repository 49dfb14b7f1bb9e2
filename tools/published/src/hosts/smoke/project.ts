import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { transform } from "esbuild";
import type { Packed } from "../../pack.ts";
import { writePage } from "../project.ts";
import type { Program } from "./programs.ts";

const run = promisify(execFile);
const sources = join(dirname(fileURLToPath(import.meta.url)), "programs");

/** Prints what a program came to. */
const inRuntime = `import { main } from "./main.js";
console.log(JSON.stringify(await main()));
`;

/** Puts what a program came to into the page's title. */
const inPage = `import { main } from "./main.js";
main().then(
  (result) => { document.title = JSON.stringify(result); },
  (error) => { document.title = JSON.stringify({ error: String(error) }); },
);
`;

/**
 * Makes an empty project and installs tarballs in it by npm: the program's package and, of those that this package needs, the
 * ones that the program imports too. npm links, so that a package finds what its own package.json names and nothing else.
 *
 * @param packed every package that is published
 * @returns what is wrong with the installation
 */
export async function makeProject(
  folder: string,
  program: Program,
  packed: readonly Packed[],
): Promise<string[]> {
  await mkdir(folder, { recursive: true });
  const code = await readFile(sourceOf(program), "utf8");
  const direct = importsOf(program);
  const allowed = [program.package, ...(packed.find(({ name }) => name === program.package)?.needs ?? [])];
  const strange = direct.filter((name) => !allowed.includes(name));
  if (strange.length > 0)
    return [`the program imports ${strange.join(", ")}, which ${program.package} does not need`];
  await writeFile(join(folder, "package.json"), JSON.stringify(manifest(direct, packed), null, 2));
  await writeFile(join(folder, "main.js"), (await transform(code, { loader: "ts", target: "es2022" })).code);
  await writeFile(join(folder, "runtime.js"), inRuntime);
  await writeFile(join(folder, "page.js"), inPage);
  await writePage(folder, "page");
  const options = [
    "--install-strategy=linked",
    "--prefer-offline",
    "--no-audit",
    "--no-fund",
    "--loglevel=error",
  ];
  await run("npm", ["install", ...options], { cwd: folder });
  return hoisted(folder, direct);
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

/** Versions that the registry may not have are tarballs, at every depth. */
function manifest(direct: readonly string[], packed: readonly Packed[]): object {
  const files = Object.fromEntries(packed.map(({ name, tarball }) => [name, `file:${tarball}`]));
  const dependencies = Object.fromEntries(direct.map((name) => [name, files[name]]));
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

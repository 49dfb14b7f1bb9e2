import { execFile } from "node:child_process";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { transform } from "esbuild";
import { type Packed, unpack } from "../pack.ts";

const run = promisify(execFile);
const source = dirname(fileURLToPath(import.meta.url));

/** The packages that the programs need; no more are installed. */
export const packages = ["contract", "tensor", "autograd", "nn", "kernels-wasm"] as const;

/** A page's file, whose script is a module next to it by default. */
export function writePage(folder: string, name: string, script = `./${name}.js`, head = ""): Promise<void> {
  const tag = `<script type="module" src="${script}"></script>`;
  return writeFile(join(folder, `${name}.html`), `<!doctype html><title></title>${head}${tag}\n`);
}

/**
 * Makes a project as a user has it, far from the workspace: the packages as they are published, and the programs as
 * JavaScript.
 */
export async function makeProject(folder: string, packed: readonly Packed[]): Promise<void> {
  const wanted = packed.filter(({ name }) => packages.some((one) => name === `@saccade/${one}`));
  const install = wanted.map(({ name, tarball }) => unpack(tarball, join(folder, "node_modules", name)));
  await Promise.all([...install, writePrograms(folder)]);
}

async function writePrograms(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, "package.json"), JSON.stringify({ private: true, type: "module" }));
  for (const file of await readdir(join(source, "programs"))) {
    const text = await readFile(join(source, "programs", file), "utf8");
    const { code } = await transform(text, { loader: "ts", target: "es2022" });
    const name = file.replace(/\.ts$/, "");
    await writeFile(join(folder, `${name}.js`), code.replaceAll(/(from "\.\/.*)\.ts"/g, '$1.js"'));
    await writePage(folder, name);
  }
}

/** Bundles pages of a project into its folder of the bundler's name. */
export async function bundle(
  bundler: "esbuild" | "rollup" | "vite" | "webpack",
  project: string,
  pages: readonly string[],
  options: readonly string[] = [],
): Promise<void> {
  const to = join(project, bundler);
  const program = join(dirname(dirname(source)), "bundlers", `${bundler}.mjs`);
  await run(process.execPath, [program, project, to, ...options, ...pages]);
  if (bundler !== "vite") for (const page of pages) await writePage(to, page);
}

import { copyFile, mkdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { packages, writePage } from "./project.ts";

/**
 * A CDN is another origin that serves a project's node_modules under /cdn, and each package as one file too, as
 * jsDelivr's /+esm and esm.sh do. Makes those files, and in folder cdn pages that import them by their address.
 *
 * @param cdn the origin's address
 */
export async function makeCdn(project: string, cdn: string): Promise<void> {
  const installed = join(project, "node_modules");
  await Promise.all(packages.map((name) => oneFile(join(installed, "@saccade", name))));
  const pages = join(project, "cdn");
  await mkdir(pages);
  for (const name of ["plain", "served-worker", "report", "train", "workers"]) {
    const code = await readFile(join(project, `${name}.js`), "utf8");
    await writeFile(join(pages, `${name}.js`), fromCdn(code, cdn));
    await writePage(pages, name);
  }
  await copyFile(join(installed, "@saccade/kernels-wasm/dist/worker.js"), join(pages, "worker.js"));
  await writePage(project, "map-cdn", "./plain.js", importMap(`${cdn}/cdn`));
  await writePage(project, "map-own", "./plain.js", importMap("./node_modules"));
}

/** A package with all it imports but other packages, which stay imports of files of this kind. */
async function oneFile(folder: string): Promise<void> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, "dist", "index.js")],
    bundle: true,
    minify: true,
    write: false,
    format: "esm",
    external: ["@saccade/*"],
  });
  await writeFile(join(folder, "+esm.js"), fromCdn(outputFiles[0]!.text, ""));
}

function fromCdn(code: string, origin: string): string {
  return code.replaceAll(/from ?"(@saccade\/[\w-]+)"/g, `from "${origin}/cdn/$1/+esm.js"`);
}

/** Maps the packages to their files as they are. */
function importMap(base: string): string {
  const entries = packages.map((name) => [`@saccade/${name}`, `${base}/@saccade/${name}/dist/index.js`]);
  return `<script type="importmap">${JSON.stringify({ imports: Object.fromEntries(entries) })}</script>`;
}

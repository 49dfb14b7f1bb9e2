import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { importMap } from "../../../../packages/saccade/src/command/import-map.ts";
import type { Manifest } from "../packages.ts";
import { below, mapElement } from "./import-map.ts";
import { packages, writePage } from "./project.ts";

/**
 * A CDN is another origin that serves a project's node_modules under /cdn, and each entry of a package as one file too,
 * with what entries share in a chunk, as esm.sh does. Makes those files, and in folder cdn pages that import them by their address.
 *
 * @param cdn the origin's address
 */
export async function makeCdn(project: string, cdn: string): Promise<void> {
  const installed = join(project, "node_modules");
  const names = packages.map((name) => `@saccade/${name}`);
  await Promise.all(packages.map((name) => entryFiles(join(installed, "@saccade", name))));
  const pages = join(project, "cdn");
  await mkdir(pages);
  for (const name of ["plain", "served-worker", "report", "train", "workers"]) {
    const code = await readFile(join(project, `${name}.js`), "utf8");
    await writeFile(join(pages, `${name}.js`), fromCdn(code, cdn));
    await writePage(pages, name);
  }
  await copyFile(join(installed, "@saccade/kernels-wasm/dist/worker.js"), join(pages, "worker.js"));
  for (const [name, base] of [
    ["map-cdn", `${cdn}/cdn`],
    ["map-own", "./node_modules"],
  ] as const) {
    const imports = importMap(names, project, below(installed, base));
    await writePage(project, name, "./plain.js", mapElement(imports));
  }
}

/** A package's entries with all they import but other packages, which stay imports of files of this kind. */
async function entryFiles(folder: string): Promise<void> {
  const outdir = join(folder, "+esm");
  const { exports }: Pick<Manifest, "exports"> = JSON.parse(
    await readFile(join(folder, "package.json"), "utf8"),
  );
  const entryPoints = Object.fromEntries(
    Object.entries(exports ?? {}).flatMap(([path, target]) =>
      typeof target === "string" ? [] : [[path.slice(2) || "index", join(folder, target.default)]],
    ),
  );
  await build({
    entryPoints,
    outdir,
    bundle: true,
    splitting: true,
    minify: true,
    format: "esm",
    external: ["@saccade/*", "node:*"],
  });
  for (const file of await readdir(outdir)) {
    const path = join(outdir, file);
    await writeFile(path, fromCdn(await readFile(path, "utf8"), ""));
  }
}

function fromCdn(code: string, origin: string): string {
  return code.replaceAll(
    /(from|import) ?"(@saccade\/[\w-]+)(?:\/(\w+))?"/g,
    (_, word: string, name: string, entry?: string) =>
      `${word} "${origin}/cdn/${name}/+esm/${entry ?? "index"}.js"`,
  );
}

import { copyFile, mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { build } from "esbuild";
import { packages, writePage } from "./project.ts";

/**
 * A CDN is another origin that serves a project's node_modules under /cdn, and each entry of a package as one file too,
 * with what entries share in a chunk, as esm.sh does. Makes those files, and in folder cdn pages that import them by their address.
 *
 * @param cdn the origin's address
 */
export async function makeCdn(project: string, cdn: string): Promise<void> {
  const installed = join(project, "node_modules");
  await Promise.all(packages.map((name) => entryFiles(join(installed, "@saccade", name))));
  const pages = join(project, "cdn");
  await mkdir(pages);
  for (const name of ["plain", "served-worker", "report", "train", "workers"]) {
    const code = await readFile(join(project, `${name}.js`), "utf8");
    await writeFile(join(pages, `${name}.js`), fromCdn(code, cdn));
    await writePage(pages, name);
  }
  await copyFile(join(installed, "@saccade/kernels-wasm/dist/worker.js"), join(pages, "worker.js"));
  await writePage(project, "map-cdn", "./plain.js", await importMap(installed, `${cdn}/cdn`));
  await writePage(project, "map-own", "./plain.js", await importMap(installed, "./node_modules"));
}

/** A package's entries with all they import but other packages, which stay imports of files of this kind. */
async function entryFiles(folder: string): Promise<void> {
  const outdir = join(folder, "+esm");
  const entryPoints = Object.fromEntries(
    (await entriesOf(folder)).map(({ name, file }) => [name, join(folder, file)]),
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

interface Entry {
  /** "index" for the main entry. */
  readonly name: string;
  /** From the package's folder. */
  readonly file: string;
}

/** The JavaScript entries that a package's manifest names. */
async function entriesOf(folder: string): Promise<Entry[]> {
  const { exports } = JSON.parse(await readFile(join(folder, "package.json"), "utf8")) as {
    exports: Readonly<Record<string, string | { readonly default: string }>>;
  };
  return Object.entries(exports).flatMap(([path, target]) => {
    const file = typeof target === "string" ? target : target.default;
    return file.endsWith(".js") ? [{ name: path === "." ? "index" : path.slice(2), file }] : [];
  });
}

/** Maps the packages to their files as they are. */
async function importMap(installed: string, base: string): Promise<string> {
  const imports: Record<string, string> = {};
  for (const name of packages.map((part) => `@saccade/${part}`)) {
    for (const entry of await entriesOf(join(installed, name))) {
      imports[entry.name === "index" ? name : `${name}/${entry.name}`] = `${base}/${name}/${entry.file}`;
    }
  }
  return `<script type="importmap">${JSON.stringify({ imports })}</script>`;
}

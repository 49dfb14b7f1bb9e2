import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { build as esbuild } from "esbuild";
import { build as vite } from "vite";

const source = dirname(fileURLToPath(import.meta.url));
const conditions = ["@saccade/source"];

const html = (script: string): string =>
  `<!doctype html><title></title><script type="module" src="${script}"></script>\n`;

/** Bundles of esbuild: pages, the worker's file for those that serve it, and a program for Node. */
export async function buildWithEsbuild(to: string): Promise<void> {
  const common = { bundle: true, minify: true, conditions, format: "esm", target: "es2022" } as const;
  const pages = ["plain", "served-worker", "in-worker"];
  await esbuild({
    ...common,
    entryPoints: {
      ...Object.fromEntries([...pages, "program"].map((name) => [name, join(source, "pages", `${name}.ts`)])),
      worker: fileURLToPath(import.meta.resolve("@saccade/kernels-wasm/worker")),
    },
    outdir: to,
  });
  for (const page of pages) await writeFile(join(to, `${page}.html`), html(`${page}.js`));
  await esbuild({
    ...common,
    entryPoints: [join(source, "node.ts")],
    platform: "node",
    outfile: join(to, "node.mjs"),
  });
}

/** A page built by Vite, which finds the worker by itself. */
export async function buildWithVite(to: string): Promise<void> {
  const root = join(to, "root");
  await mkdir(root, { recursive: true });
  await writeFile(join(root, "index.html"), html(join(source, "pages", "bundled-worker.ts")));
  await vite({
    root,
    base: "./",
    logLevel: "error",
    configFile: false,
    resolve: { conditions: [...conditions, "module", "browser", "production"] },
    worker: { format: "es" },
    server: { fs: { strict: false } },
    build: { outDir: join(to, "vite"), target: "es2022", emptyOutDir: true },
  });
}

// node esbuild.mjs FROM TO PAGE…: ES modules, and next to them the worker's file for a page served-worker.
import { build } from "esbuild";

const [from, outdir, ...pages] = process.argv.slice(2);
await build({
  entryPoints: [
    ...pages.map((page) => `${from}/${page}.js`),
    ...(pages.includes("served-worker") ? [{ in: "@saccade/kernels-wasm/worker", out: "worker" }] : []),
  ],
  absWorkingDir: from,
  bundle: true,
  minify: true,
  format: "esm",
  outdir,
});

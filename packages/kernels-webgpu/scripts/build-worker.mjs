// Bundles src/worker.ts into a text that the package starts its worker from: src/generated/worker.gen.ts.
// With --check it compares instead of writing.

import { readFile, writeFile } from "node:fs/promises";
import { build } from "esbuild";

const target = new URL("../src/generated/worker.gen.ts", import.meta.url);
const { outputFiles } = await build({
  entryPoints: [new URL("../src/worker.ts", import.meta.url).pathname],
  bundle: true,
  minify: true,
  write: false,
  format: "iife",
  target: "es2022",
  conditions: ["@saccade/source"],
  legalComments: "none",
});
const code = outputFiles[0].text.trim();
const text = `// Made by scripts/build-worker.mjs. Do not edit.

/** src/worker.ts, bundled. */
export const workerCode: string = ${JSON.stringify(code)};
`;
if (process.argv.includes("--check")) {
  if ((await readFile(target, "utf8")) !== text) throw new Error("worker.gen.ts is old; run pnpm worker.");
} else await writeFile(target, text);

// Trains the Transformers of their page (unguided, guided, and one that never had positions) on the page's grammar, prints
// their held-out accuracy, and writes their weights and what is shown first into the page's folder. Run after a change of
// what they are made of: pnpm --filter @saccade/demo make-transformer
// With names, it trains those and measures the others as they are; with "none", it only measures.
import { readFileSync, writeFileSync } from "node:fs";
import { wasmBackend } from "@saccade/kernels-wasm";
import { setBackend } from "@saccade/tensor";
import { type Files, fileNames, makeFile, makeStart } from "./train/transformer.ts";

setBackend(await wasmBackend({ threads: 1 }));
const folder = new URL("../src/pages/transformer/", import.meta.url);
const named = process.argv.slice(2);
const files = Object.fromEntries(
  fileNames.map((name) => {
    const file = new URL(`${name}.safetensors`, folder);
    if (named.length > 0 && !named.includes(name)) return [name, new Uint8Array(readFileSync(file))];
    const weights = makeFile(name, console.log);
    writeFileSync(file, weights);
    return [name, weights];
  }),
) as Files;

const start = makeStart(files);
// Three digits are more than the page shows of these.
const text = JSON.stringify(start, (_, value: unknown) =>
  typeof value === "number" ? Number(value.toPrecision(Number.isInteger(value) ? 9 : 3)) : value,
);
writeFileSync(
  new URL("start.gen.ts", folder),
  `// Written by scripts/make-transformer.ts.\nimport type { Start } from "./calls.ts";\n\nexport const start: Start = ${text};\n`,
);
console.log(start.facts);

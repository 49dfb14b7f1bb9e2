// Trains the Transformers of their page, with positions and without, on the page's grammar, prints their held-out accuracy,
// and writes their weights and what is shown first into the page's folder. Run after a change of what they are made of:
// pnpm --filter @saccade/demo make-transformer
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { wasmBackend } from "@saccade/kernels-wasm";
import { setBackend } from "@saccade/tensor";
import { makeStart } from "../src/pages/transformer/make-start.ts";

setBackend(await wasmBackend({ threads: 1 }));
const folder = fileURLToPath(new URL("../src/pages/transformer/", import.meta.url));
const { start, weights, unplacedWeights } = makeStart(console.log);

// Three digits are more than the page shows of these.
const text = JSON.stringify(start, (_, value: unknown) =>
  typeof value === "number" ? Number(value.toPrecision(Number.isInteger(value) ? 9 : 3)) : value,
);
writeFileSync(`${folder}transformer.safetensors`, weights);
writeFileSync(`${folder}unplaced.safetensors`, unplacedWeights);
writeFileSync(
  `${folder}start.gen.ts`,
  `// Written by scripts/make-transformer.ts.\nimport type { Start } from "./calls.ts";\n\nexport const start: Start = ${text};\n`,
);
console.log(start.facts);
console.log(
  `wrote start.gen.ts, transformer.safetensors and unplaced.safetensors (${weights.length} bytes each) into ${folder}`,
);

// Trains the Transformer of its page on the page's grammar, prints its held-out accuracy, and writes its weights and what
// is shown first into the page's folder. Run after a change of what they are made of:
// pnpm --filter @saccade/demo make-transformer
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { wasmBackend } from "@saccade/kernels-wasm";
import { setBackend } from "@saccade/tensor";
import { makeStart } from "../src/pages/transformer/make-start.ts";

setBackend(await wasmBackend({ threads: 1 }));
const folder = fileURLToPath(new URL("../src/pages/transformer/", import.meta.url));
const { start, weights } = makeStart(console.log);

// Three digits are more than the page shows of these.
const text = JSON.stringify(start, (_, value: unknown) =>
  typeof value === "number" ? Number(value.toPrecision(Number.isInteger(value) ? 9 : 3)) : value,
);
writeFileSync(`${folder}transformer.safetensors`, weights);
writeFileSync(
  `${folder}start.gen.ts`,
  `// Written by scripts/make-transformer.ts.\nimport type { Start } from "./start.ts";\n\nexport const start: Start = ${text};\n`,
);
console.log(start.facts);
console.log(`wrote start.gen.ts and transformer.safetensors (${weights.length} bytes) into ${folder}`);

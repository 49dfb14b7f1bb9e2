// Trains the translator that the page opens with, and writes its checkpoint and what is shown first into the page's
// folder; takes some minutes. Run after a change of what it is made of: pnpm --filter @saccade/demo make-translator
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { wasmBackend } from "@saccade/kernels-wasm";
import { setBackend } from "@saccade/tensor";
import { makeStart } from "../src/pages/translator/shipped/make-start.ts";

const backend = await wasmBackend();
setBackend(backend);
const { start, checkpoint } = await makeStart(backend.variant);

const folder = fileURLToPath(new URL("../src/pages/translator/shipped/", import.meta.url));
// More than the page shows.
const text = JSON.stringify(start, (_, value: unknown) =>
  typeof value === "number" ? (Math.abs(value) < 1e-5 ? 0 : Number(value.toPrecision(4))) : value,
);
writeFileSync(`${folder}translator.safetensors`, checkpoint);
writeFileSync(
  `${folder}start.gen.ts`,
  `// Written by scripts/make-translator.ts.\nimport type { Start } from "./start.ts";\n\nexport const start: Start = ${text};\n`,
);
console.log(
  `loss ${start.losses.at(-1)}; "${start.film.sentence}" → "${start.translation.tokens.join(" ")}"`,
);
console.log(`wrote start.gen.ts and translator.safetensors (${checkpoint.length} bytes) into ${folder}`);

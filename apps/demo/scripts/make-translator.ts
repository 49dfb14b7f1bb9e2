// Trains the translator that the page opens with, and writes its checkpoint and what is shown first into the page's
// folder; takes some minutes. Run after a change of what it is made of: pnpm --filter @saccade/demo make-translator
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { wasmBackend } from "@saccade/kernels-wasm";
import { setBackend } from "@saccade/tensor";
import { makeStart } from "../src/pages/translator/make-start.ts";

setBackend(await wasmBackend());
const { start, checkpoint } = await makeStart();

const folder = fileURLToPath(new URL("../src/pages/translator/", import.meta.url));
// Four digits are more than the page shows.
const text = JSON.stringify(start, (_, value: unknown) =>
  typeof value === "number" ? Number(value.toPrecision(4)) : value,
);
writeFileSync(`${folder}translator.safetensors`, checkpoint);
writeFileSync(
  `${folder}start.gen.ts`,
  `// Written by scripts/make-translator.ts.\nimport type { Start } from "./start.ts";\n\nexport const start: Start = ${text};\n`,
);
console.log(`loss ${start.losses.at(-1)}; "${start.sentence}" → "${start.translation.tokens.join(" ")}"`);
console.log(`wrote start.gen.ts and translator.safetensors (${checkpoint.length} bytes) into ${folder}`);

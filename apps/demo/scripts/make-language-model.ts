// Writes the tales of the language model's page, trains the model that the page opens with, and writes its weights and what
// is shown first into the page's folder. Run after a change of what they are made of:
// pnpm --filter @saccade/demo make-language-model
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { wasmBackend } from "@saccade/kernels-wasm";
import { setBackend } from "@saccade/tensor";
import { makeStart } from "../src/pages/language-model/make-start.ts";
import { makeTales } from "../src/pages/language-model/tales.ts";

setBackend(await wasmBackend({ threads: 1 }));
const folder = fileURLToPath(new URL("../src/pages/language-model/", import.meta.url));
const [tales, inChinese] = [makeTales("en", 240, 7), makeTales("zh", 240, 7)];
const { start, weights } = await makeStart(tales);

// Four digits are more than the page shows.
const text = JSON.stringify(start, (_, value: unknown) =>
  typeof value === "number" ? Number(value.toPrecision(4)) : value,
);
writeFileSync(`${folder}tales.en.txt`, tales);
writeFileSync(`${folder}tales.zh.txt`, inChinese);
writeFileSync(`${folder}tales.safetensors`, weights);
writeFileSync(
  `${folder}start.gen.ts`,
  `// Written by scripts/make-language-model.ts.\nimport type { Start } from "./start.ts";\n\nexport const start: Start = ${text};\n`,
);
const { loss, heldOut } = start.curve.at(-1)!;
console.log(
  `loss ${loss.toFixed(3)}, of held-out tales ${heldOut?.toFixed(3)}; ${start.samples.at(-1)?.text}`,
);
console.log(`wrote start.gen.ts, the tales and tales.safetensors (${weights.length} bytes) into ${folder}`);

// Measures what the page of speed shows before it has measured on the reader's machine, on one where nothing else
// runs: pnpm --filter @saccade/demo make-speed
import { writeFileSync } from "node:fs";
import { availableParallelism } from "node:os";
import { fileURLToPath } from "node:url";
import { makeStart } from "../src/pages/speed/make-start.ts";

const cores = availableParallelism();
const machine = process.argv[2] ?? `${cores} cores`;
const date = new Date().toISOString().slice(0, 10);
const start = await makeStart(cores, `${machine}, Node ${process.versions.node.split(".")[0]}`, date);
const path = fileURLToPath(new URL("../src/pages/speed/start.gen.ts", import.meta.url));
const text = JSON.stringify(start, (_, value: unknown) =>
  typeof value === "number" ? Number(value.toPrecision(3)) : value,
);
writeFileSync(
  path,
  `// Written by scripts/make-speed.ts.\nimport type { Start } from "./start.ts";\n\nexport const start: Start = ${text};\n`,
);
console.log(JSON.stringify(start, null, 2));

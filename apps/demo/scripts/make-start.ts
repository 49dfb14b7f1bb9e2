// Computes and trains what the first pages open with, and writes it into their folders. Run after a change of what it is
// made of: pnpm --filter @saccade/demo make-start
import { writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { makeStart as regressionStart } from "../src/pages/kernel-regression/make-start.ts";
import { makeStart as scoringStart } from "../src/pages/scoring/make-start.ts";

write("kernel-regression", regressionStart());
write("scoring", scoringStart());

function write(page: string, start: object): void {
  const path = fileURLToPath(new URL(`../src/pages/${page}/start.gen.ts`, import.meta.url));
  // Five digits are more than a figure shows.
  const text = JSON.stringify(start, (_, value: unknown) =>
    typeof value === "number" ? Number(value.toPrecision(5)) : value,
  );
  const head = 'import type { Start } from "./start.ts";';
  writeFileSync(
    path,
    `// Written by scripts/make-start.ts.\n${head}\n\nexport const start: Start = ${text};\n`,
  );
  console.log(`wrote ${path}`);
}

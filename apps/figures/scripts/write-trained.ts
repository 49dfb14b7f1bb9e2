import { writeFileSync } from "node:fs";
import type { Stored } from "../src/ui/stored.ts";

/** Writes src/FIGURE/trained.ts: the parameters of its network, which `doc` describes, as a script of that name stored them. */
export function writeTrained(
  figure: string,
  { script, doc, parameters }: { script: string; doc: string; parameters: Readonly<Record<string, Stored>> },
): void {
  const lines = Object.entries(parameters).map(
    ([name, [scale, bytes]]) => `  "${name}": [${scale}, "${bytes}"],`,
  );
  writeFileSync(
    new URL(`../src/${figure}/trained.ts`, import.meta.url),
    `import type { Stored } from "../ui/stored.ts";

// Written by scripts/${script}.
/** ${doc} */
export const trained: Readonly<Record<string, Stored>> = {
${lines.join("\n")}
};
`,
  );
}

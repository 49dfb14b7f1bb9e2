import { writeFileSync } from "node:fs";
import type { Stored } from "../src/ui/stored.ts";

/** Writes src/FIGURE/trained.json: the parameters of its network. */
export function writeTrained(figure: string, parameters: Readonly<Record<string, Stored>>): void {
  const lines = Object.entries(parameters).map(
    ([name, stored]) => `  ${JSON.stringify(name)}: ${JSON.stringify(stored)}`,
  );
  writeFileSync(new URL(`../src/${figure}/trained.json`, import.meta.url), `{\n${lines.join(",\n")}\n}\n`);
}

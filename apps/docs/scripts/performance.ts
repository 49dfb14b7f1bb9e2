// Writes the performance page in both languages from the results of the benchmarks:
//   pnpm bench --json --out apps/docs/performance.json
//   pnpm docs:performance
//   pnpm docs:performance --check    says whether the pages are up to date
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { pageOf } from "./performance-page.ts";
import type { Results } from "./performance-results.ts";
import { words } from "./performance-words.ts";

const { values } = parseArgs({ options: { check: { type: "boolean" } } });
const docs = fileURLToPath(new URL("../", import.meta.url));
const results: Results = JSON.parse(readFileSync(`${docs}performance.json`, "utf8"));

for (const [path, texts] of [
  ["performance.md", words.en],
  ["zh/performance.md", words.zh],
] as const) {
  const page = pageOf(results, texts);
  if (!values.check) writeFileSync(docs + path, page);
  else if (readFileSync(docs + path, "utf8") !== page) {
    console.error(`apps/docs/${path} is not what performance.json gives; run pnpm docs:performance`);
    process.exitCode = 1;
  }
}

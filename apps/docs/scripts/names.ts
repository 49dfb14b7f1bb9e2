// Writes the pages of PyTorch's names from names/*.json:
//   pnpm docs:names
//   pnpm docs:names --check    says whether the pages are up to date
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { namesPage } from "./names-page.ts";

const { values } = parseArgs({ options: { check: { type: "boolean" } } });

for (const [path, lang] of [
  ["guide/pytorch-names.md", "en"],
  ["zh/guide/pytorch-names.md", "zh"],
] as const) {
  const file = fileURLToPath(new URL(`../${path}`, import.meta.url));
  const page = namesPage(lang);
  if (!values.check) writeFileSync(file, page);
  else if (readFileSync(file, "utf8") !== page) {
    console.error(`apps/docs/${path} is not what names/*.json give; run pnpm docs:names`);
    process.exitCode = 1;
  }
}

// Writes the page of PyTorch's names from names/*.json:
//   pnpm docs:names
//   pnpm docs:names --check    says whether the page is up to date
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { parseArgs } from "node:util";
import { namesPage } from "./names-page.ts";

const { values } = parseArgs({ options: { check: { type: "boolean" } } });
const file = fileURLToPath(new URL("../guide/pytorch-names.md", import.meta.url));
const page = namesPage();

if (!values.check) writeFileSync(file, page);
else if (readFileSync(file, "utf8") !== page) {
  console.error("apps/docs/guide/pytorch-names.md is not what names/*.json give; run pnpm docs:names");
  process.exitCode = 1;
}

// The pages that are written from data. `pnpm docs:pages` writes them; test/written-pages.test.ts says when one is stale.
import { readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { importMap } from "../../../packages/saccade/src/command/import-map.ts";
import { namesPage } from "./names-page.ts";
import { performancePage } from "./performance-page.ts";

const docs = fileURLToPath(new URL("../", import.meta.url));

/** The page of the guide without a bundler, with the import map that the command prints in a folder where npm installed `saccade`. */
function withImportMap(page: string): string {
  const imports = importMap(["saccade"], docs, ({ name }, file) => `./node_modules/${name}/${file}`);
  const map = JSON.stringify({ imports }, null, 2).replaceAll(/^/gm, "  ");
  return page.replace(
    /(<script type="importmap">\n).*?(\n\s*<\/script>)/s,
    (_, open, close) => open + map + close,
  );
}

/** By path: what is written, given what is there. */
export const writtenPages: Readonly<Record<string, (now: string) => string>> = {
  "guide/pytorch-names.md": () => namesPage("en"),
  "zh/guide/pytorch-names.md": () => namesPage("zh"),
  "performance.md": () => performancePage("en"),
  "zh/performance.md": () => performancePage("zh"),
  "code/host/no-bundler/index.html": withImportMap,
};

/** What is there. */
export const textOf = (path: string): string => readFileSync(docs + path, "utf8");

if (process.argv[1] === fileURLToPath(import.meta.url))
  for (const [path, write] of Object.entries(writtenPages)) writeFileSync(docs + path, write(textOf(path)));

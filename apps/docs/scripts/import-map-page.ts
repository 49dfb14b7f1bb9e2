import { readFile, realpath } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { entriesOf } from "../../../tools/published/src/hosts/import-map.ts";

/** The page of the guide that has no bundler. */
export const importMapPage: string = fileURLToPath(
  new URL("../code/host/no-bundler/index.html", import.meta.url),
);

/** The addresses of what a page imports from `saccade` and from all that it depends on, in the folder node_modules. */
async function addresses(): Promise<Readonly<Record<string, string>>> {
  const found: Record<string, string> = {};
  const visit = async (name: string, from: string): Promise<void> => {
    if (found[name] !== undefined) return;
    const folder = await realpath(join(from, "node_modules", name));
    // A page has no files of Node's.
    for (const { name: entry, file } of await entriesOf(folder))
      if (entry !== "node")
        found[entry === "index" ? name : `${name}/${entry}`] = `./node_modules/${name}/${file}`;
    const { dependencies = {} } = JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
    for (const other of Object.keys(dependencies)) await visit(other, folder);
  };
  await visit("saccade", fileURLToPath(new URL("..", import.meta.url)));
  return found;
}

/** The page with the import map of now. */
export async function withImportMap(page: string): Promise<string> {
  const lines = Object.entries(await addresses()).map(
    ([name, address]) => `    "${name}":\n      "${address}"`,
  );
  const map = `{\n  "imports": {\n${lines.join(",\n")}\n  }\n}`.replaceAll(/^/gm, "  ");
  return page.replace(
    /(<script type="importmap">\n).*?(\n\s*<\/script>)/s,
    (_, open, close) => open + map + close,
  );
}

import { fileURLToPath } from "node:url";
import { importMap } from "../../../packages/saccade/src/command/import-map.ts";

/** The page of the guide that has no bundler. */
export const importMapPage: string = fileURLToPath(
  new URL("../code/host/no-bundler/index.html", import.meta.url),
);

/** The page with the import map of now, as the command prints it in a folder where npm installed `saccade`. */
export function withImportMap(page: string): string {
  const docs = fileURLToPath(new URL("..", import.meta.url));
  const imports = importMap(["saccade"], docs, ({ name }, file) => `./node_modules/${name}/${file}`);
  const map = JSON.stringify({ imports }, null, 2).replaceAll(/^/gm, "  ");
  return page.replace(
    /(<script type="importmap">\n).*?(\n\s*<\/script>)/s,
    (_, open, close) => open + map + close,
  );
}

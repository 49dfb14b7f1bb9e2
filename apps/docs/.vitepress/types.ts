import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Plugin } from "vite";

const id = "virtual:saccade-types";
const packages = fileURLToPath(new URL("../../../packages/", import.meta.url));

/**
 * `import files from "virtual:saccade-types"` gives the declarations of all packages by path, as the editor's language
 * service takes them: what npm would install. It needs the built packages, and is empty without them.
 */
export function declarations(): Plugin {
  return {
    name: "saccade-types",
    resolveId: (name) => (name === id ? `\0${id}` : null),
    load(name) {
      if (name !== `\0${id}`) return null;
      return `export default JSON.parse(${JSON.stringify(JSON.stringify(collect()))})`;
    },
  };
}

function collect(): Readonly<Record<string, string>> {
  const files: Record<string, string> = {};
  for (const folder of readdirSync(packages)) {
    const dist = join(packages, folder, "dist");
    if (!existsSync(dist)) continue;
    const { name, version, type, publishConfig } = JSON.parse(
      readFileSync(join(packages, folder, "package.json"), "utf8"),
    );
    const to = `file:///node_modules/${name}`;
    files[`${to}/package.json`] = JSON.stringify({ name, version, type, exports: publishConfig?.exports });
    for (const file of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
      if (file.endsWith(".d.ts")) files[`${to}/dist/${file}`] = readFileSync(join(dist, file), "utf8");
    }
  }
  return files;
}

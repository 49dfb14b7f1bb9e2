#!/usr/bin/env node
import { readFileSync, realpathSync } from "node:fs";
import { isAbsolute, join, posix, relative } from "node:path";
import { parseArgs } from "node:util";
import { ImportMapError, type Installed, importMap } from "./import-map.ts";

const usage = `Usage: saccade import-map [--cdn ADDRESS] [PACKAGE …]

Prints the import map of a page without a bundler: of the packages (saccade, unless others are named) and of all that they depend on,
as installed in this folder, which the page's server serves.

  --cdn ADDRESS  the files of these versions on a CDN, such as https://cdn.jsdelivr.net/npm`;

/** Where a page finds a file below the folder that is served. */
function served({ name, folder }: Installed, file: string): string {
  const path = relative(realpathSync("."), folder).replaceAll("\\", "/");
  if (path.startsWith("..") || isAbsolute(path)) {
    throw new ImportMapError(
      `${name} is in ${folder}, outside this folder; run the command in the folder that is served and has node_modules`,
    );
  }
  return encodeURI(`./${path}/${file}`);
}

/** The file itself, or the one beside it of which it only hands on names as they are: one request less. */
function withNames({ folder }: Installed, file: string): string {
  const code = readFileSync(join(folder, file), "utf8");
  const [, names, beside] =
    /^export \{ ([^}]*) \} from "\.\/(\w+\.js)";\s*(?:\/\/# .*\s*)?$/.exec(code) ?? [];
  return beside === undefined || names?.includes(" as ") ? file : posix.join(posix.dirname(file), beside);
}

try {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { cdn: { type: "string" }, help: { type: "boolean" } },
  });
  const [command, ...names] = positionals;
  if (command !== "import-map" || values.help) {
    console.log(usage);
    process.exitCode = values.help ? 0 : 2;
  } else {
    const cdn = values.cdn?.replace(/\/$/, "");
    const imports = importMap(names.length > 0 ? names : ["saccade"], process.cwd(), (one, entry) => {
      const file = withNames(one, entry);
      return cdn === undefined ? served(one, file) : `${cdn}/${one.name}@${one.version}/${file}`;
    });
    console.log(`<script type="importmap">\n${JSON.stringify({ imports }, null, 2)}\n</script>`);
  }
} catch (error) {
  const told = error instanceof ImportMapError || (error instanceof TypeError && "code" in error);
  if (!told) throw error;
  console.error(`saccade: ${error.message}`);
  process.exitCode = 2;
}

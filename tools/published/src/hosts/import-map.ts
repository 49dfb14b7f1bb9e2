import { existsSync } from "node:fs";
import { readFile, realpath } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

/** The value of `exports`: a file, files by condition, or entries. */
type Exports = string | { readonly [key: string]: Exports };

interface Manifest {
  readonly name: string;
  readonly type?: string;
  readonly module?: string;
  readonly main?: string;
  readonly exports?: Exports;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/** A JavaScript entry of a package. */
export interface Entry {
  /** "index" for the main entry. */
  readonly name: string;
  /** From the package's folder. */
  readonly file: string;
}

/** The JavaScript entries that a page can load. */
export async function entriesOf(folder: string): Promise<Entry[]> {
  const { exports, ...manifest } = await manifestOf(folder);
  const main = exports ?? manifest.module ?? (manifest.type === "module" ? manifest.main : undefined) ?? {};
  const byPath =
    typeof main === "object" && Object.keys(main).some((key) => key.startsWith(".")) ? main : { ".": main };
  return Object.entries(byPath).flatMap(([path, target]) => {
    const file = fileIn(target);
    return file !== null && /\.m?js$/.test(file) && !path.includes("*")
      ? [{ name: path === "." ? "index" : path.slice(2), file: join("/", file).slice(1) }]
      : [];
  });
}

/** The file that a page's import gets. */
function fileIn(target: Exports): string | null {
  if (typeof target === "string") return target;
  for (const [condition, next] of Object.entries(target)) {
    const file = ["browser", "import", "default"].includes(condition) ? fileIn(next) : null;
    if (file !== null) return file;
  }
  return null;
}

async function manifestOf(folder: string): Promise<Manifest> {
  return JSON.parse(await readFile(join(folder, "package.json"), "utf8"));
}

/**
 * The imports of an import map: of packages in a project's node_modules and of all that they depend on, to their files as they are.
 *
 * @param names the packages that the project imports
 * @param top a folder above all of them
 * @param base where that folder is served
 */
export async function importsIn(
  project: string,
  names: readonly string[],
  top: string,
  base: string,
): Promise<Readonly<Record<string, string>>> {
  const imports: Record<string, string> = {};
  const above = await realpath(top);
  const visit = async (name: string, from: string): Promise<void> => {
    if (name in imports) return;
    const folder = await findPackage(name, from);
    for (const { name: entry, file } of await entriesOf(folder)) {
      imports[entry === "index" ? name : `${name}/${entry}`] = `${base}/${relative(above, folder)}/${file}`;
    }
    for (const other of Object.keys((await manifestOf(folder)).dependencies ?? {}))
      await visit(other, folder);
  };
  for (const name of names) await visit(name, project);
  return imports;
}

/** The element with a page's import map. */
export function importMap(imports: Readonly<Record<string, string>>): string {
  return `<script type="importmap">${JSON.stringify({ imports })}</script>`;
}

/** As Node looks for packages: in the node_modules of a folder and of those above it. */
async function findPackage(name: string, from: string): Promise<string> {
  const here = join(from, "node_modules", name);
  if (existsSync(join(here, "package.json"))) return realpath(here);
  if (dirname(from) === from) throw new Error(`importMap: ${name} is not installed`);
  return findPackage(name, dirname(from));
}

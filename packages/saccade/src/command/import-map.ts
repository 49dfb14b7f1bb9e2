import { existsSync, readFileSync, realpathSync } from "node:fs";
import { dirname, join, posix } from "node:path";

/** An import map that cannot be made. The message has the reason, and the fix. */
export class ImportMapError extends Error {
  override readonly name: string = "ImportMapError";
}

/** A package where it is installed. */
export interface Installed {
  readonly name: string;
  readonly version: string;
  /** Absolute, without links. */
  readonly folder: string;
}

/** The value of `exports`: a file, files by condition, or entries. */
type Exports = string | { readonly [key: string]: Exports };

interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly type?: string;
  readonly module?: string;
  readonly main?: string;
  readonly exports?: Exports;
  readonly dependencies?: Readonly<Record<string, string>>;
}

/**
 * The imports of an import map: each entry of packages and of all that they depend on, with its file. Saccade's own are the few
 * files that Node loads too; what needs Node's modules is left out.
 *
 * @param names the packages that the page imports
 * @param from the folder whose node_modules has them, or a folder below it
 * @param address where a file of a package is served; the file is from the package's folder
 * @throws ImportMapError for a package that is not installed, or in two versions
 */
export function importMap(
  names: readonly string[],
  from: string,
  address: (installed: Installed, file: string) => string,
): Readonly<Record<string, string>> {
  const imports: Record<string, string> = {};
  const seen = new Map<string, Installed>();
  const visit = (name: string, from: string): void => {
    const folder = findPackage(name, from);
    const manifest: Manifest = JSON.parse(readFileSync(join(folder, "package.json"), "utf8"));
    const known = seen.get(name);
    if (known !== undefined && known.version !== manifest.version) {
      const places = `${known.version} in ${known.folder} and ${manifest.version} in ${folder}`;
      throw new ImportMapError(`${name} is installed twice, ${places}; a page has one: npm dedupe`);
    }
    if (known !== undefined) return;
    const installed = { name, version: manifest.version, folder };
    seen.set(name, installed);
    for (const [path, file] of entriesOf(manifest))
      imports[posix.join(name, path)] = address(installed, posix.normalize(file));
    for (const other of Object.keys(manifest.dependencies ?? {})) visit(other, folder);
  };
  for (const name of names) visit(name, from);
  return imports;
}

/** The JavaScript entries that a page can load, as in `exports`, each with its file. */
function entriesOf({ name, exports, ...manifest }: Manifest): (readonly [path: string, file: string])[] {
  const main = exports ?? manifest.module ?? (manifest.type === "module" ? manifest.main : undefined) ?? {};
  const byPath =
    typeof main === "object" && Object.keys(main).some((key) => key.startsWith(".")) ? main : { ".": main };
  const ours = name === "saccade" || name.startsWith("@saccade/");
  const conditions = ours ? ["node", "default"] : ["browser", "import", "default"];
  return Object.entries(byPath).flatMap(([path, target]) => {
    const file = path === "./node" ? null : fileIn(target, conditions);
    return file !== null && /\.m?js$/.test(file) && !path.includes("*") ? [[path, file]] : [];
  });
}

function fileIn(target: Exports, conditions: readonly string[]): string | null {
  if (typeof target === "string") return target;
  for (const [condition, next] of Object.entries(target)) {
    const file = conditions.includes(condition) ? fileIn(next, conditions) : null;
    if (file !== null) return file;
  }
  return null;
}

/** As Node looks for packages: in the node_modules of a folder and of those above it. */
function findPackage(name: string, from: string): string {
  for (let folder = from; ; folder = dirname(folder)) {
    const here = join(folder, "node_modules", name);
    if (existsSync(join(here, "package.json"))) return realpathSync(here);
    if (dirname(folder) === folder) {
      throw new ImportMapError(`${name} is not installed in ${from}; run npm install ${name} there`);
    }
  }
}

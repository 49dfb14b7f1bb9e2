import { readFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root: string = resolve(fileURLToPath(new URL("../../..", import.meta.url)));

/** In the order in which they are shown; a name belongs to the first entry that exports it. */
export const packages: readonly string[] = [
  "tensor",
  "contract",
  "autograd",
  "nn",
  "attention",
  "models",
  "lens",
  "pretrained",
  "onnx",
  "datasets",
  "train",
  "plot",
  "kernels-wasm",
  "kernels-webgpu",
  "create-saccade",
  "saccade",
];

/** The specifier of the import: `@saccade/tensor/backend`. */
export interface Entry {
  readonly name: string;
  /** The folder in packages/. */
  readonly folder: string;
  readonly file: string;
  /** True for a package's main entry. */
  readonly main: boolean;
}

interface Manifest {
  readonly name: string;
  readonly exports: Readonly<Record<string, string | { readonly "@saccade/source"?: string }>>;
}

/**
 * Every entry with TypeScript sources of every published package, main entries first. Those that the main entry also exports as
 * namespaces are left out: their names are documented there, `linalg.svd`.
 */
export function readEntries(): readonly Entry[] {
  return packages.flatMap((folder) => {
    const home = join(root, "packages", folder);
    const { name, exports } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as Manifest;
    const sources = Object.entries(exports).map(
      ([path, target]) => [path, typeof target === "string" ? undefined : target["@saccade/source"]] as const,
    );
    const main = sources.find(([path]) => path === ".")?.[1];
    const namespaces = main === undefined ? [] : namespacesOf(join(home, main));
    return sources.flatMap(([path, file]) => {
      if (file === undefined || namespaces.includes(join(home, file))) return [];
      return [{ name: join(name, path), folder, file: join(home, file), main: path === "." }];
    });
  });
}

/** The files that an entry exports as namespaces: `export * as linalg from "./linalg/index.ts"`. */
function namespacesOf(entry: string): readonly string[] {
  const text = readFileSync(entry, "utf8");
  return Array.from(text.matchAll(/^export \* as \w+ from "(.+)";$/gm), ([, file]) =>
    join(dirname(entry), file!),
  );
}

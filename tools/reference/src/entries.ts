import { readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";

export const root: string = resolve(fileURLToPath(new URL("../../..", import.meta.url)));

/** In the order in which they are shown; a name belongs to the first entry that exports it. */
export const packages: readonly string[] = [
  "tensor",
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

/** Every entry with TypeScript sources of every published package, main entries first. */
export function readEntries(): readonly Entry[] {
  return packages.flatMap((folder) => {
    const home = join(root, "packages", folder);
    const { name, exports } = JSON.parse(readFileSync(join(home, "package.json"), "utf8")) as Manifest;
    return Object.entries(exports).flatMap(([path, target]) => {
      const file = typeof target === "string" ? undefined : target["@saccade/source"];
      if (file === undefined) return [];
      return [{ name: join(name, path), folder, file: join(home, file), main: path === "." }];
    });
  });
}

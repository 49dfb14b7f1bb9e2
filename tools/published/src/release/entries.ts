import type { Manifest } from "../packages.ts";

/** A module that a package exports. */
export interface Entry {
  /** As in `exports`: "." or "./backend". */
  readonly path: string;
  /** As users import it. */
  readonly specifier: string;
  /** From the package's folder. */
  readonly file: string;
  /** Needs Node's modules, so no page loads it. */
  readonly node: boolean;
}

/** The modules that a manifest exports; raw files such as .wasm are left out. */
export function entriesOf({ name, exports = {} }: Manifest): Entry[] {
  return Object.entries(exports).flatMap(([path, target]) => {
    const file = typeof target === "string" ? target : target.default;
    if (!file.endsWith(".js")) return [];
    return [
      { path, specifier: name + path.slice(1), file, node: path === "./node" || name === "create-saccade" },
    ];
  });
}

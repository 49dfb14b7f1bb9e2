import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import { dirname, join } from "node:path";

export interface Machine {
  readonly date: string;
  readonly cpu: string;
  readonly cores: number;
  readonly memoryGiB: number;
  readonly system: string;
  readonly versions: Readonly<Record<string, string>>;
}

const require = createRequire(import.meta.url);
const libraries = ["@tensorflow/tfjs", "@tensorflow/tfjs-backend-wasm", "@jax-js/jax", "onnxruntime-web"];

/** The machine and the commit of the measurements. */
export function describeMachine(more: Readonly<Record<string, string>>): Machine {
  return {
    date: new Date().toISOString(),
    cpu: cpus()[0]?.model.trim() ?? "unknown",
    cores: availableParallelism(),
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    system: `${type()} ${release()} ${process.arch}`,
    versions: {
      node: process.versions.node,
      v8: process.versions.v8,
      "@saccade/tensor": versionOf("@saccade/tensor"),
      ...Object.fromEntries(libraries.map((name) => [name, versionOf(name)])),
      ...more,
    },
  };
}

// A package's main file lies somewhere below its package.json, which it may not export.
function versionOf(name: string): string {
  try {
    let folder = dirname(require.resolve(name));
    for (; folder !== dirname(folder); folder = dirname(folder)) {
      const found = readPackage(join(folder, "package.json"));
      if (found?.name === name && found.version !== undefined) return found.version;
    }
  } catch {
    // not installed
  }
  return "missing";
}

function readPackage(path: string): { name?: string; version?: string } | null {
  try {
    return JSON.parse(readFileSync(path, "utf8")) as { name?: string; version?: string };
  } catch {
    return null;
  }
}

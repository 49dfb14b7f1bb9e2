import type { KernelExports } from "./generated/exports.gen.ts";

/** The names of a module's functions, in its order. */
export function kernelNames(module: WebAssembly.Module): string[] {
  return WebAssembly.Module.exports(module).flatMap(({ kind, name }) => (kind === "function" ? [name] : []));
}

/** The module's functions on a memory; the constants they read are written. */
export async function instantiate(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
): Promise<KernelExports> {
  const instance = await WebAssembly.instantiate(module, { env: { memory, abort } });
  // The build made the interface from the very module that stands beside it.
  const exports = instance.exports as WebAssembly.Exports & KernelExports;
  exports.init();
  return exports;
}

function abort(): never {
  throw new Error("wasm kernel: aborted; this is a bug in the kernels.");
}

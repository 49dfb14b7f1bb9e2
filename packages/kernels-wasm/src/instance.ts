import type { KernelExports } from "./generated/exports.gen.ts";

/** The module's functions on a memory; the constants they read are written. */
export async function instantiate(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
): Promise<KernelExports> {
  const instance = await WebAssembly.instantiate(module, { env: { memory } });
  // The build made the interface from the very module that stands beside it.
  const exports = instance.exports as WebAssembly.Exports & KernelExports;
  exports.init();
  return exports;
}

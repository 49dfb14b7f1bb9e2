import type { KernelExports } from "./generated/exports.gen.ts";
import { plain } from "./generated/plain.gen.ts";
import { relaxed } from "./generated/relaxed.gen.ts";
import type { Variant } from "./variant.ts";

const packed: Readonly<Record<Variant, string>> = { plain, relaxed };
const modules = new Map<Variant, Promise<WebAssembly.Module>>();

/** The compiled module of a variant; compiled once. */
export function loadModule(variant: Variant): Promise<WebAssembly.Module> {
  let module = modules.get(variant);
  if (module === undefined) {
    module = unpack(packed[variant]).then((bytes) => WebAssembly.compile(bytes));
    modules.set(variant, module);
  }
  return module;
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

async function unpack(base64: string): Promise<ArrayBuffer> {
  const text = atob(base64);
  const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}

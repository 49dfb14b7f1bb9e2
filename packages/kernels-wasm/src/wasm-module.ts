import type { KernelExports } from "./generated/exports.gen.ts";
import type { PackedModule } from "./generated/module.gen.ts";
import { inflate } from "./inflate.ts";
import type { Variant } from "./variant.ts";
import { weave } from "./weave.ts";

const compiled = new Map<string, Promise<WebAssembly.Module>>();

/** The compiled module of a variant, for plain or for shared memory; compiled once. */
export function loadModule(
  packed: PackedModule,
  variant: Variant,
  shared: boolean,
): Promise<WebAssembly.Module> {
  const key = `${variant} ${shared}`;
  let module = compiled.get(key);
  if (module === undefined) {
    module = compile(packed, variant, shared);
    compiled.set(key, module);
  }
  return module;
}

async function compile(
  { flagsAt, lengths, text }: PackedModule,
  variant: Variant,
  shared: boolean,
): Promise<WebAssembly.Module> {
  const bytes = weave(await inflate(text, lengths), variant === "plain");
  // The limits of the memory that it imports: a maximum, or a maximum and shared.
  bytes[flagsAt] = shared ? 3 : 1;
  return WebAssembly.compile(bytes);
}

/** The module's functions on a memory; the constants they read are written. */
export async function instantiate(
  module: WebAssembly.Module,
  memory: WebAssembly.Memory,
): Promise<KernelExports> {
  const instance = await WebAssembly.instantiate(module, { env: { memory } });
  // The build generates the interface from this module.
  const exports = instance.exports as WebAssembly.Exports & KernelExports;
  exports.init();
  return exports;
}

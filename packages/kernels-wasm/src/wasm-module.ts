import { flagsAt, packed } from "./generated/module.gen.ts";
import { relax } from "./relax.ts";
import type { Variant } from "./variant.ts";

const compiled = new Map<string, Promise<WebAssembly.Module>>();

/** The compiled module of a variant, for plain or for shared memory; compiled once. */
export function loadModule(variant: Variant, shared: boolean): Promise<WebAssembly.Module> {
  const key = `${variant} ${shared}`;
  let module = compiled.get(key);
  if (module === undefined) {
    module = compile(variant, shared);
    compiled.set(key, module);
  }
  return module;
}

async function compile(variant: Variant, shared: boolean): Promise<WebAssembly.Module> {
  const bytes = new Uint8Array(await unpack(packed));
  if (variant === "relaxed") relax(bytes);
  // The limits of the memory that it imports: a maximum, or a maximum and shared.
  bytes[flagsAt] = shared ? 3 : 1;
  return WebAssembly.compile(bytes);
}

async function unpack(base64: string): Promise<ArrayBuffer> {
  const text = atob(base64);
  const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Response(stream).arrayBuffer();
}

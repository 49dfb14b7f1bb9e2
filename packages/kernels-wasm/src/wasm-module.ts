import type { KernelExports } from "./generated/exports.gen.ts";
import type { PackedModule } from "./generated/module.gen.ts";
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

interface Host {
  atob(text: string): string;
  process?: {
    getBuiltinModule?(name: string): { inflateRawSync(packed: Uint8Array): Uint8Array } | undefined;
  };
  Buffer?: { from(text: string, encoding: "base64"): Uint8Array };
}

/**
 * Unpacks concatenated arrays of these lengths, raw-deflated and base64-encoded. Streams cost Node
 * 6 ms the first time, and `new Response(stream)`, which would do in a line, 20.
 */
export async function inflate(base64: string, lengths: readonly number[]): Promise<Uint8Array[]> {
  const { process, Buffer, atob }: Host = globalThis;
  const zlib = process?.getBuiltinModule?.("node:zlib");
  const bytes =
    zlib && Buffer
      ? zlib.inflateRawSync(Buffer.from(base64, "base64"))
      : await inflateStream(Uint8Array.from(atob(base64), (char) => char.charCodeAt(0)));
  let end = 0;
  return lengths.map((length) => {
    end += length;
    return bytes.subarray(end - length, end);
  });
}

/** For hosts without zlib. */
export async function inflateStream(packed: Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream("deflate-raw"));
  return new Uint8Array(await new Response(stream).arrayBuffer());
}

import { makeBackend, type WasmBackend, type WasmOptions, wasmOptions } from "./backend.ts";
import { notStarted, unsupported } from "./errors.ts";
import { buildMachine } from "./machine.ts";
import { messageOf, type WorkerLike } from "./pool/workers.ts";
import { variantFor } from "./variant.ts";
import { loadModule } from "./wasm-module.ts";

// The last import of the last file: the module's text pushes earlier code out of gzip's window in a bundle.

import { packedModule } from "./generated/module.gen.ts";

/**
 * Makes a backend with its own memory, to pass to `setBackend`.
 *
 * @throws ArgumentError for an unknown option or a wrong value; UnsupportedHostError where the host lacks WebAssembly,
 * SIMD, or the relaxed SIMD that was asked for, or refuses to start the kernels.
 * @example
 * setBackend(await wasmBackend());
 * tensor([1, 2]).add(1) // tensor([2, 3])
 */
export async function wasmBackend(options: WasmOptions = {}): Promise<WasmBackend> {
  const { relaxed, threads, memory: most, worker = null } = wasmOptions(options);
  const variant = variantFor(relaxed);
  const build = buildMachine({
    load: (shared) => loadModule(packedModule, variant, shared),
    most,
    threads,
    worker,
  });
  const { machine, threadsNote, workers } = await build.catch((error) => {
    throw unsupported(notStarted(messageOf(error)));
  });
  const backend = makeBackend(machine, variant, threadsNote);
  if (workers.length > 0) dropped.register(backend, workers);
  return backend;
}

/** Workers end with their backend; until then none of them keeps a process alive. */
const dropped = new FinalizationRegistry<readonly WorkerLike[]>((workers) => {
  for (const worker of workers) worker.terminate();
});

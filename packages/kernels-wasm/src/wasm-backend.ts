import { makeBackend, type WasmBackend } from "./backend.ts";
import { buildMachine } from "./machine.ts";
import { messageOf } from "./pool/start.ts";
import { checkThreads } from "./pool/threads.ts";
import type { WorkerLike } from "./pool/worker-host.ts";
import { pageBytes } from "./shared/layout.ts";
import { notStarted, unsupported } from "./unsupported.ts";
import { variantFor } from "./variant.ts";
import { loadModule } from "./wasm-module.ts";

// The last import, of the last file: behind the module's text, a bundle's gzip no longer sees the code that came before it.

import { packedModule } from "./generated/module.gen.ts";

export interface WasmOptions {
  /**
   * How many threads compute: a number, or as many as the host runs at once ("auto", at most 8). One by default. Results are
   * the same for any number. Where more cannot be had, `threadsNote` says why.
   */
  readonly threads?: number | "auto";
  /**
   * Makes a worker, where a Content Security Policy refuses those that start from a blob: URL and no bundler puts the
   * worker's file beside the program: `() => new Worker("/worker.js", { type: "module" })`, with a copy of
   * `@saccade/kernels-wasm/worker` there.
   */
  readonly worker?: () => WorkerLike;
  /** Relaxed SIMD: as the host and its version make it fastest ("auto"), or forced on or off. */
  readonly relaxed?: boolean | "auto";
  /** The most bytes that tensors may take, up to 4 GiB, which is the default. */
  readonly memory?: number;
}

/**
 * Makes a backend with a memory of its own.
 *
 * @throws UnsupportedHostError where the host lacks WebAssembly, SIMD, or the relaxed SIMD that was asked for, or refuses
 * to start the kernels; RangeError for options that are none.
 */
export async function wasmBackend(options: WasmOptions = {}): Promise<WasmBackend> {
  const { relaxed = "auto", threads, memory: most = 2 ** 32, worker = null } = options;
  if (!(most >= 2 * pageBytes)) {
    throw new RangeError(`wasmBackend: memory of ${most} bytes; give 131072 or more.`);
  }
  const variant = variantFor(relaxed);
  checkThreads(threads);
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

import { UnsupportedHostError, type WasmOptions, wasmBackend } from "@saccade/kernels-wasm";
import { type Backend, referenceBackend } from "@saccade/tensor";
import { checkOptions, type OptionNames, optionNames } from "@saccade/tensor/backend";

const names: OptionNames = optionNames<WasmOptions>(
  "bestBackend",
  { threads: true, worker: true, relaxed: true, memory: true },
  "bestBackend({ threads: 4 })",
);

/** What {@link bestBackend} chose, and why. */
export interface BackendChoice {
  readonly backend: Backend;
  /** One line to show users, such as "wasm (relaxed SIMD, 8 threads on shared memory)". */
  readonly reason: string;
}

/**
 * The fastest backend that this host has: the WebAssembly kernels, on as many threads as it runs at once unless
 * `threads` says how many, else the reference backend. Hand it to `setBackend`.
 *
 * @throws ArgumentError for an unknown option or a wrong value, on every host.
 * @example setBackend((await bestBackend()).backend);
 */
export async function bestBackend(options: WasmOptions = {}): Promise<BackendChoice> {
  checkOptions(names, options);
  const { threads = "auto" } = options;
  try {
    const backend = await wasmBackend({ ...options, threads });
    return { backend, reason: `${backend.name} (${backend.build} SIMD, ${backend.threadsNote})` };
  } catch (error) {
    if (!(error instanceof UnsupportedHostError)) throw error;
    return { backend: referenceBackend(), reason: `reference, since ${error.why}` };
  }
}

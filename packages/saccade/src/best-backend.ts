import { UnsupportedHostError, type WasmOptions, wasmBackend } from "@saccade/kernels-wasm";
import { type Backend, referenceBackend } from "@saccade/tensor";

/** A backend, and why it is this one. */
export interface BackendChoice {
  readonly backend: Backend;
  /** One line for people, such as "wasm (relaxed SIMD, 8 threads on shared memory)". */
  readonly reason: string;
}

/**
 * The fastest backend that this host has: the WebAssembly kernels, on as many threads as it runs at once unless
 * `threads` says how many, else the reference backend. Hand it to `setBackend`.
 *
 * @throws RangeError for options that are none.
 */
export async function bestBackend(options: WasmOptions = {}): Promise<BackendChoice> {
  try {
    const backend = await wasmBackend({ threads: "auto", ...options });
    return { backend, reason: `${backend.name} (${backend.variant} SIMD, ${backend.threadsNote})` };
  } catch (error) {
    if (!(error instanceof UnsupportedHostError)) throw error;
    return { backend: referenceBackend(), reason: `reference, since ${error.why}` };
  }
}

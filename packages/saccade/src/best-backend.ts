import { type WasmOptions, wasmBackend } from "@saccade/kernels-wasm";
import { type Backend, referenceBackend } from "@saccade/tensor";

/** A backend, and why it is this one. */
export interface BackendChoice {
  readonly backend: Backend;
  /** One line for people. */
  readonly reason: string;
}

/**
 * The fastest backend that this host has: the WebAssembly kernels where they run, else the reference backend.
 * Hand it to `setBackend`.
 */
export async function bestBackend(options: WasmOptions = {}): Promise<BackendChoice> {
  try {
    const backend = await wasmBackend(options);
    return {
      backend,
      reason: `${backend.name} (${backend.variant} SIMD, ${backend.threads} thread${backend.threads === 1 ? "" : "s"})`,
    };
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    return { backend: referenceBackend(), reason: `reference, since ${why}` };
  }
}

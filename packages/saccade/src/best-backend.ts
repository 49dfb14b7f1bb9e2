import { UnsupportedHostError, type WasmOptions, wasmBackend } from "@saccade/kernels-wasm";
import { ArgumentError, type Backend, referenceBackend } from "@saccade/tensor";
import { checkOptions, type OptionNames, optionNames, refuseExtra } from "@saccade/tensor/backend";

const names: OptionNames = optionNames<WasmOptions>(
  "bestBackend",
  { threads: true, worker: true, relaxed: true, memory: true },
  "bestBackend({ threads: 4 })",
);

/** The backend that {@link bestBackend} chose, and why. */
export interface BestBackend extends Backend {
  /** One line to show users, such as "wasm (relaxed SIMD, 8 threads on shared memory)". */
  readonly reason: string;
}

/**
 * The fastest backend that this host has: the WebAssembly kernels, on as many threads as it runs at once unless
 * `threads` says how many, else the reference backend. Its `reason` says which and why.
 *
 * @throws ArgumentError for an unknown option or a wrong value, on every host.
 * @example
 * const backend = await bestBackend();
 * backend.name // "wasm"
 */
export async function bestBackend(options: WasmOptions = {}): Promise<BestBackend> {
  refuseExtra(names, arguments, 1);
  checkOptions(names, options);
  const { threads = "auto" } = options;
  try {
    const backend = await wasmBackend({ ...options, threads });
    return chosen(backend, `${backend.name} (${backend.build} SIMD, ${backend.threadsNote})`);
  } catch (error) {
    if (error instanceof ArgumentError)
      throw new ArgumentError(error.message.replace(/^wasmBackend/, "bestBackend"));
    if (!(error instanceof UnsupportedHostError)) throw error;
    return chosen(referenceBackend(), `reference, since ${error.why}`);
  }
}

// The object itself: a copy would be another backend, whose tensors do not meet those of the first.
function chosen(backend: Backend, reason: string): BestBackend {
  return Object.assign(backend, { reason });
}

import { wasmBackend } from "@saccade/kernels-wasm";
import { type Backend, referenceBackend } from "@saccade/tensor";

/** Every backend that cases can run on, by the name that `--backend` takes. */
export const backends: Readonly<Record<string, () => Promise<Backend>>> = {
  reference: async () => referenceBackend(),
  wasm: () => wasmBackend(),
  "wasm-2": () => wasmBackend({ threads: 2 }),
};

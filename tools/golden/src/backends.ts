import { wasmBackend } from "@saccade/kernels-wasm";
import { webgpuBackend } from "@saccade/kernels-webgpu";
import { type Backend, referenceBackend } from "@saccade/tensor";

/** Every backend that cases can run on, by the name that `--backend` takes. */
export const backends: Readonly<Record<string, () => Promise<Backend>>> = {
  reference: async () => referenceBackend(),
  wasm: () => wasmBackend(),
  webgpu: () => webgpuBackend(),
  "wasm-2": () => wasmBackend({ threads: 2 }),
};
